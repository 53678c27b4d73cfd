"""Negation and words of opposite meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from harness.support.detectors.pair import DENYING, Finding, Level, Pair, has
from harness.support.idioms import read
from harness.support.lexicon import ARTICLES
from harness.support.morphology import readings
from harness.support.sentence import Sentence, Word
from harness.support.values import Value


def negation_findings(pair: Pair) -> Iterator[Finding]:
    """A word denied on one side only; ``not all`` and ``some … not`` say the same."""
    if _some_not(pair.claim) and has(pair.evidence.quantifiers, "not_all"):
        return
    claim_only = [(c, e) for c, e in pair.matched() if c.negated and not e.negated]
    evidence_only = [(c, e) for c, e in pair.matched() if e.negated and not c.negated]
    twin = _denied_twin(pair)
    if twin is not None:
        yield _denied(twin, by_evidence=True)
        return
    loose = _loose_negations(pair) or _uncounted(pair) or _is_ambiguous(pair)
    if pair.evidence.contrast and not pair.claim.contrast:
        yield Finding("uncertain", "negation", "the evidence denies one reason and gives another")
    elif _exchanges_denied(pair, claim_only, evidence_only):
        denied = evidence_only[0][1]
        reason = f"the evidence denies {denied.text!r}, the claim the other"
        yield Finding("contradicted", "negation", reason, (denied.start, denied.end), firm=True)
    elif loose or (
        _cancel(claim_only, evidence_only) and not _is_one_denial(pair, claim_only, evidence_only)
    ):
        yield Finding("uncertain", "negation", "the negation stands on different words")
    elif len(claim_only) + len(evidence_only) and not _cancel(claim_only, evidence_only):
        yield from _one_sided(pair, *(claim_only or evidence_only)[0], by_evidence=not claim_only)


def _denied_twin(pair: Pair) -> Word | None:
    """``in room 1, but not in room 2`` beside a claim about room 2: the room that is denied."""
    for c, e in pair.matched():
        for other in pair.evidence.words:
            twin = other is not e and other.form.lemma == e.form.lemma and other.negated
            if not twin or c.negated or e.negated or other.segment == e.segment:
                continue
            there = [value for value in pair.values_in(other.segment) if pair.has_value(value)]
            here = pair.values_in(e.segment)
            if there and here and not any(pair.has_value(value) for value in here):
                return other
    return None


def _exchanges_denied(
    pair: Pair, claim_only: list[tuple[Word, Word]], evidence_only: list[tuple[Word, Word]]
) -> bool:
    """``the fireman, not the guards`` against ``the guards, not the fireman``."""
    if len(claim_only) != 1 or len(evidence_only) != 1 or pair.alignment.missing:
        return False
    one, other = claim_only[0], evidence_only[0]
    mine = _sets_apart(pair.claim, one[0], other[0])
    return mine and _sets_apart(pair.evidence, other[1], one[1])


_APART = (["not"], ["and", "not"], ["а", "не"])


def _sets_apart(sentence: Sentence, denied: Word, said: Word) -> bool:
    """Whether ``, not`` puts a denied word beside the one it says instead."""
    texts = [token.text for token in read(sentence.text, sentence.language)]
    first, last = sorted((denied.token, said.token))
    between = [text for text in texts[first + 1 : last] if text not in ARTICLES | {","}]
    return denied.token > said.token and between in _APART


_EITHER_WAY = re.compile(r"\bwith or without\b|\bс (?:\w+ )?или без\b", re.IGNORECASE)


def _one_sided(pair: Pair, c: Word, e: Word, *, by_evidence: bool) -> Iterator[Finding]:
    """A word that one side denies and the other does not."""
    tags = {mark.tag for sentence in (pair.claim, pair.evidence) for mark in sentence.conditions}
    either = c.relation == "without" and _EITHER_WAY.search(pair.evidence.text)
    if either or "unless" in {c.condition, e.condition}:
        return
    if "unless" in tags and len(tags) > 1:
        yield Finding("uncertain", "condition", "the negation is tied to another condition")
        return
    finding = _denied(e, by_evidence=by_evidence)
    spared = {c.modal, e.modal} & {"optional", "ban"}  # "without a pass", "a pass is not needed"
    if c.negated and any(_is_zero(value) for value in pair.evidence.values):
        return  # "no fee", "fee: 0"
    needed = "duty" in (c.modal, e.modal) and "without" in (c.relation, e.relation)
    unsure = (
        c.condition or e.condition or spared or _is_company(pair, c, e) or _is_turned_round(pair)
    )
    unsure = unsure or needed or _is_not_all(pair, c, e)
    yield replace(finding, level="uncertain") if unsure else finding


def _is_not_all(pair: Pair, c: Word, e: Word) -> bool:
    """``not all rooms have a bath`` leaves rooms without one."""
    sides = [
        {mark.tag for mark in sentence.quantifiers if mark.segment == word.segment}
        for sentence, word in ((pair.claim, c), (pair.evidence, e))
    ]
    return any(
        "not_all" in one and not other & {"all", "none"} for one, other in (sides, sides[::-1])
    )


def _is_turned_round(pair: Pair) -> bool:
    """``no update before a backup`` and ``a backup before every update``."""
    return any({c.relation, e.relation} == {"before", ""} for c, e in pair.matched())


def _is_zero(value: Value) -> bool:
    return value.kind in ("amount", "count") and value.low == value.high == 0


def _loose_negations(pair: Pair) -> bool:
    """Whether a denied word has no partner although its clause is about the claim."""
    missing = pair.alignment.missing
    if any(word.negated for n, word in enumerate(pair.claim.words) if n in missing):
        return True
    partners = pair.alignment.partners
    return any(
        word.negated
        and number not in partners
        and _is_engaged(pair, word.segment)
        and not _is_corrected(pair, word)
        and not _is_set_aside(pair, word)
        and word.text not in _MANNER
        and not _is_reason(pair, word)
        for number, word in enumerate(pair.evidence.words)
    )


_MANNER = frozenset("сразу вовремя лично вручную сообща немедленно заранее".split())
"""``Известили не сразу`` says that it was done, and how not."""


_REASON = re.compile(
    r"\b(?:из-за|по причине|вследствие|в связи с|ввиду|because of|due to|owing to)(?: \w+){1,2} $",
    re.IGNORECASE,
)


def _is_reason(pair: Pair, word: Word) -> bool:
    """``отклонили из-за отсутствия справки``: what lacks is why it was done, and it was done."""
    return not pair.claim.causal and bool(_REASON.search(pair.evidence.text[: word.start]))


def _is_corrected(pair: Pair, word: Word) -> bool:
    """``not the tenant but the owner``: the claim speaks of what comes after the ``but``."""
    return word.segment in pair.evidence.corrected and any(
        e.segment == pair.evidence.corrected[word.segment] and not e.light
        for _, e in pair.matched()
    )


def _is_set_aside(pair: Pair, word: Word) -> bool:
    """``the applicant neither signed the form nor paid the fee``: a claim about the fee.

    Of the denied word's statement the claim takes the subject alone, its verb from a later one.
    """
    here = [e for _, e in pair.matched() if e.segment == word.segment and not e.light]
    later = any(e.segment > word.segment and not e.light for _, e in pair.matched())
    return later and len(here) == 1 and here[0].token < word.token


def _is_ambiguous(pair: Pair) -> bool:
    """Whether a word stands twice in the evidence, denied once, and the claim takes from both."""
    matched = list(pair.matched())
    for _, e in matched:
        twins = [w for w in pair.evidence.words if w.form.lemma == e.form.lemma]
        if len({w.negated for w in twins}) == 2:
            lemmas = {w.form.lemma for w in twins}
            clauses = {o.clause for _, o in matched if o.form.lemma not in lemmas}
            if clauses - {e.clause}:
                return True
    return False


def _uncounted(pair: Pair) -> bool:
    """Whether one side has a negation that denies no word, or a ``not only`` more than the other."""
    return (
        pair.claim.loose_negators != pair.evidence.loose_negators
        or pair.claim.not_only != pair.evidence.not_only
    )


def _is_one_denial(
    pair: Pair, claim_only: list[tuple[Word, Word]], evidence_only: list[tuple[Word, Word]]
) -> bool:
    """``charges no fee`` and ``does not charge a fee``: one negation each, in one short clause."""
    if len(claim_only) != 1 or len(evidence_only) != 1 or _is_reason(pair, evidence_only[0][1]):
        return False
    words = [*claim_only[0], *evidence_only[0]]
    company = any(word.relation in ("with", "without") or word.condition for word in words)
    near = len({word.segment for word in words[::2]}) == len({w.segment for w in words[1::2]}) == 1
    near = near and abs(claim_only[0][0].token - evidence_only[0][0].token) <= _NEAR
    return near and not company and _cancel(claim_only, evidence_only)


_NEAR = 4  # tokens


def _cancel(claim_only: list[tuple[Word, Word]], evidence_only: list[tuple[Word, Word]]) -> bool:
    """``no refunds are given`` and ``refunds are not given``: two marks, one denial."""
    return any(
        a[0].clause == b[0].clause and a[1].clause == b[1].clause
        for a in claim_only
        for b in evidence_only
    )


def _is_company(pair: Pair, claim: Word, evidence: Word) -> bool:
    """``photos without flash`` against ``photos with flash``: a detail of the subject."""
    relations = {claim.relation, evidence.relation}
    if "out_of" in relations and len(relations) > 1:
        return True  # "out of service" may be what "not in service" is
    if not relations & {"with", "without"}:
        return False
    start = pair.evidence.predicates.get(evidence.clause)
    return start is None or evidence.token < start


def _denied(word: Word, *, by_evidence: bool) -> Finding:
    sides = ("the evidence", "the claim") if by_evidence else ("the claim", "the evidence")
    reason = f"{sides[0]} denies {word.text!r}, {sides[1]} does not"
    return Finding("contradicted", "negation", reason, (word.start, word.end))


def _is_engaged(pair: Pair, segment: int) -> bool:
    """Whether a segment of the evidence holds words of the claim."""
    return any(e.segment == segment for _, e in pair.matched())


def _some_not(sentence: Sentence) -> bool:
    return has(sentence.quantifiers, "some") and any(w.negated for w in sentence.words)


def negated_detail_findings(pair: Pair) -> Iterator[Finding]:
    """Under a negation a dropped detail changes the meaning: ``not sent by post`` is not ``not sent``.

    Nor is ``may not park in the yard`` the same as ``may not park``.
    """
    for c, e in pair.matched():
        banned = c.modal == e.modal and e.modal in DENYING and e.modal_head
        if not (e.negated or banned):
            continue
        extra: list[Word | Value] = [*_details(pair, e)] if c.negated or banned else []
        extra = extra or (_reasons_under(pair, e) if e.negated else [])
        if extra:
            yield Finding(
                "uncertain",
                "condition",
                f"the evidence denies it only together with {extra[0].text!r}",
                (extra[0].start, extra[0].end),
            )
            return


def _is_governed(sentence: Sentence, word: Word) -> bool:
    """Whether a Russian preposition stands right before: ``сбор за бронирование``."""
    before = read(sentence.text, sentence.language)[word.token - 1].text if word.token else ""
    russian = sentence.language == "ru" and before != ""
    return russian and any(tag.POS == "PREP" for tag in readings(before))


def _details(pair: Pair, denied: Word) -> Iterator[Word | Value]:
    """What the evidence says of a denied word, and the claim does not."""
    sentence, partners = pair.evidence, pair.alignment.partners
    for n, word in enumerate(sentence.words):
        same = word.clause == denied.clause and word.segment == denied.segment
        behind = word.token > denied.token
        tied = word.relation or _is_governed(sentence, word)
        if same and n not in partners and (tied or (behind and not word.light)):
            yield word
    values = zip(sentence.values, sentence.value_clauses, sentence.value_segments, strict=True)
    for value, clause, segment in values:
        if (clause, segment) == (denied.clause, denied.segment) and not pair.has_value(value):
            yield value


def _reasons_under(pair: Pair, denied: Word) -> list[Word | Value]:
    """``did not lose money because of the fees``: the denial may be of the reason alone.

    A comma before ``because`` leaves the reason outside.
    """
    sentence = pair.evidence
    if not sentence.causal or pair.claim.causal or sentence.language == "ru":
        return []
    texts = [token.text for token in read(sentence.text, sentence.language)]
    reasons = (at for at in range(denied.token, len(texts)) if texts[at] in ("because", "due"))
    at = next(reasons, len(texts))
    if "," in texts[denied.token : at] or ";" in texts[denied.token : at]:
        return []
    partners = pair.alignment.partners
    later = [n for n, w in enumerate(sentence.words) if w.token > at and n not in partners]
    return [sentence.words[n] for n in later]


def opposite_findings(pair: Pair) -> Iterator[Finding]:
    """A word of the claim whose opposite stands in the evidence instead."""
    found: set[int] = set()
    for place, number in pair.opposites.items():
        other, word = pair.evidence.words[place], pair.claim.words[number]
        if number not in found:
            level: Level = "contradicted" if word.negated == other.negated else "uncertain"
            if _is_of_some(pair) or _is_converse(pair, word, other) or _is_counted_off(pair):
                level = "uncertain"
            reason = f"the evidence says {other.text!r}, the claim {word.text!r}"
            yield Finding(level, "negation", reason, (other.start, other.end), number)
            found.add(number)


_CONVERSES = (
    frozenset("buy purchase sell".split()),
    frozenset("lend borrow".split()),
    frozenset("give take receive".split()),
    frozenset("earlier later раньше позже ранее позднее".split()),
    frozenset("older younger старше младше моложе".split()),
    frozenset("more less fewer больше меньше более менее".split()),
    frozenset("higher lower выше ниже дороже дешевле".split()),
    frozenset("покупать купить продавать продать".split()),
    frozenset("давать дать брать взять сдавать снимать".split()),
)


def _is_converse(pair: Pair, claim: Word, evidence: Word) -> bool:
    """``A sells to B`` and ``B buys from A``: the two have changed their parts as well."""
    names = {claim.text, claim.form.lemma}, {evidence.text, evidence.form.lemma}
    if not any(names[0] & group and names[1] & group for group in _CONVERSES):
        return False
    items = [(c, e) for c, e in pair.matched() if not e.light]
    return any(
        c.relation != e.relation or (c.token < claim.token) != (e.token < evidence.token)
        for c, e in items
    )


def _is_counted_off(pair: Pair) -> bool:
    """``only three gates are open`` and ``most gates are closed``."""
    told = {mark.tag for mark in pair.claim.quantifiers} & {"some", "most", "not_all"}
    return bool(pair.evidence.only and told)


def _is_of_some(pair: Pair) -> bool:
    """``not all are open`` and ``some are closed`` say the same."""
    sides = [{m.tag for m in s.quantifiers} for s in (pair.claim, pair.evidence)]
    return any("not_all" in one and other & {"some", "most"} for one, other in (sides, sides[::-1]))


def company_findings(pair: Pair) -> Iterator[Finding]:
    """``only with a badge`` against ``without a badge``."""
    for c, e in pair.matched():
        if {c.relation, e.relation} != {"with", "without"} or _is_company(pair, c, e):
            continue
        others = [w for w in (*pair.claim.words, *pair.evidence.words) if w.negated]
        denied = [w for w in others if w not in (c, e) and w.relation != "without"]
        banned = any(
            m.tag in ("ban", "optional") for m in (*pair.claim.modals, *pair.evidence.modals)
        )
        if not denied and not banned and not pair.claim.conditions:
            reason = f"the evidence says {e.relation!r} {e.text!r}, the claim {c.relation!r}"
            yield Finding("contradicted", "negation", reason, (e.start, e.end), firm=True)
            return

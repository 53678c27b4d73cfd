"""How far a statement reaches: hedges, narrowing details, ``and`` and ``or``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from harness.support.clauses import is_verb
from harness.support.comparing import compare
from harness.support.detectors.pair import Finding, Pair, only_with
from harness.support.lexicon import lexicon
from harness.support.sentence import Word, head_of, is_label

_LEAST_WORDS = 2
"""A claim with fewer content words in the evidence rests on what else the evidence says there."""


def hedge_findings(pair: Pair) -> Iterator[Finding]:
    """``nearly``, ``denied``, ``whether`` take back what stands beside them."""
    extra = sorted(pair.evidence.hedges - pair.claim.hedges)
    if extra:
        reason = f"the evidence says it with a reservation: {extra[0]!r}"
        yield Finding("uncertain", "modality", reason)


_PURPOSES = frozenset(
    "convenience safety security reason reasons sake clarity ease hygiene comfort удобство безопасность"
    " цель экономия комфорт порядок наглядность ясность гигиена".split()
)
"""``for safety reasons``, ``для удобства``: why, not for whom."""


def narrowing_findings(pair: Pair) -> Iterator[Finding]:
    """The evidence speaks of fewer: ``free for children``, ``photos that are old``."""
    own = {word.relation for word in pair.claim.words}
    partners = pair.alignment.partners
    engaged = {e.segment for _, e in pair.matched()}
    for number, word in enumerate(pair.evidence.words):
        if number in partners or (word.light and not is_verb(word.text)):
            continue
        meant = word.relation == "for" and "for" not in own and word.segment in engaged
        meant = meant and word.form.lemma not in _PURPOSES
        if meant or pair.in_relative_clause(word.token):
            yield only_with(word.text, (word.start, word.end))
            return


def modifier_findings(pair: Pair) -> Iterator[Finding]:
    """The evidence speaks of one kind only: ``hashed passwords`` are not ``passwords``."""
    partners = pair.alignment.partners
    turned = {e.token for c, e in pair.matched() if c.passive and not e.passive}
    if "|" in pair.evidence.text:
        return
    for number, word in enumerate(pair.evidence.words[:-1]):
        noun = pair.evidence.words[number + 1]
        if number in partners or number + 1 not in partners or word.code:
            continue
        if word.light and not word.text.endswith(("ing", "ed")):
            continue
        if word.form.lemma in lexicon(pair.evidence.language).unrestricting:
            continue
        if noun.code and is_label(word):
            continue  # "error E17": the code alone says which
        adjacent = noun.token == word.token + 1 and noun.token not in turned
        if adjacent and _is_modifier(word, noun):
            reason = f"the evidence says it only of {word.text + ' ' + noun.text!r}"
            yield Finding("uncertain", "condition", reason, (word.start, noun.end))
            return


_ATTACHING = frozenset("with without from of in inside outside above below on at".split())


def attachment_findings(pair: Pair) -> Iterator[Finding]:
    """The evidence speaks of fewer, said behind the noun: ``requests from partners are …``."""
    partners = pair.alignment.partners
    for number, word in enumerate(pair.evidence.words[1:], 1):
        noun = pair.evidence.words[number - 1]
        start = pair.evidence.predicates.get(word.clause)
        if number in partners or number - 1 not in partners or word.light or start is None:
            continue
        attached = word.relation in _ATTACHING and noun.relation != word.relation
        if attached and noun.token < word.token < start and noun.clause == word.clause:
            yield only_with(word.text, (word.start, word.end))
            return


_SHIFTING = frozenset(
    "following preceding succeeding после следующий предшествующий последующий".split()
)
_PERIODS = frozenset(
    "day week month quarter year term season period день неделя месяц квартал год период".split()
)


def shift_findings(pair: Pair) -> Iterator[Finding]:
    """A period told by another one: ``the month following the month of the notice``."""
    partners = pair.alignment.partners
    for number, word in enumerate(pair.evidence.words[1:], 1):
        before = pair.evidence.words[number - 1]
        beside = word.token - before.token <= _SHIFT_REACH and before.form.lemma in _PERIODS
        if beside and word.form.lemma in _SHIFTING and number not in partners:
            yield only_with(word.text, (word.start, word.end), kind="date")
            return


_SHIFT_REACH = 2  # tokens


def _is_modifier(word: Word, noun: Word) -> bool:
    if word.form.pos or noun.form.pos:
        return noun.form.pos == "NOUN" and (word.form.pos == "ADJ" or "full" in word.form.features)
    return not word.form.lemma.endswith("ly")


def join_findings(pair: Pair) -> Iterator[Finding]:
    """``and`` on one side, ``or`` on the other."""
    for c, e in pair.matched():
        joins = {pair.claim.joins.get(c.segment, ""), pair.evidence.joins.get(e.segment, "")}
        if joins == {"and", "or"}:
            reason = "one side says 'and', the other 'or'"
            yield Finding("uncertain", "enumeration", reason, (e.start, e.end))
            return


def crossed_findings(pair: Pair) -> Iterator[Finding]:
    """Two statements with their parts exchanged: ``keys in the safe, papers in the drawer``."""
    parts = _parts(pair)
    exchanged = any(
        len(places) > 1 and any(len(places & other) > 1 for key, other in parts.items() if key != n)
        for n, places in parts.items()
    )
    if exchanged or _is_regrouped(pair) or _numbers_exchanged(pair):
        yield Finding("uncertain", "join", "the parts of two statements have been exchanged")


def _is_regrouped(pair: Pair) -> bool:
    """Whether statements of two words or more are made of words of several on the other side."""
    places = [
        (head_of(pair.claim, c.segment), head_of(pair.evidence, e.segment))
        for c, e in pair.matched()
        if not e.light
    ]
    return _is_torn(places) and _is_torn([(its, own) for own, its in places])


def _is_torn(places: Sequence[tuple[int, int]]) -> bool:
    """Whether a statement takes up two others, in each of which another one has words too.

    A statement of one word is a thing of a list.
    """
    size = Counter(own for own, _ in places)
    others = Counter(its for _, its in places)
    taken: dict[int, set[int]] = {}
    for own, its in places:
        if size[own] > 1 and others[its] > 1:
            taken.setdefault(own, set()).add(its)
    return any(len(found) > 1 for found in taken.values())


def _numbers_exchanged(pair: Pair) -> bool:
    """``team 1 audits team 2``: two bare numbers in the other order."""
    language = pair.evidence.language
    places = []
    for value in pair.claim.values:
        same = [
            other.first
            for other in pair.evidence.values
            if compare(value, other, language).state == "same"
        ]
        if value.kind in ("count", "ordinal") and len(same) == 1:
            places.append(same[0])
    return places != sorted(places) and not pair.voice_changed()


def _parts(pair: Pair) -> dict[int, set[int]]:
    """Segment of the claim -> segments of the evidence that hold its words and values."""
    parts: dict[int, set[int]] = {}
    for c, e in pair.matched():
        if not e.light:
            own, its = head_of(pair.claim, c.segment), head_of(pair.evidence, e.segment)
            parts.setdefault(own, set()).add(its)
    language = pair.evidence.language
    for value, segment in zip(pair.claim.values, pair.claim.value_segments, strict=True):
        others = zip(pair.evidence.values, pair.evidence.value_segments, strict=True)
        same = [its for other, its in others if compare(value, other, language).state == "same"]
        if len(same) == 1:
            parts.setdefault(segment, set()).add(same[0])
    return parts


def change_findings(pair: Pair) -> Iterator[Finding]:
    """``rose by 5 %`` is not ``rose to 5 %``."""
    language = pair.evidence.language
    for value, relation in zip(pair.claim.values, pair.claim.value_relations, strict=True):
        others = zip(pair.evidence.values, pair.evidence.value_relations, strict=True)
        for other, its in others:
            same = compare(value, other, language).state == "same"
            if same and {relation, its} == {"by", "to"}:
                reason = f"the evidence says {its!r} {other.text}, the claim {relation!r}"
                yield Finding("uncertain", "number", reason, (other.start, other.end))
                return


def thin_findings(pair: Pair) -> Iterator[Finding]:
    """One common word is no statement."""
    found = list(pair.matched())
    if len(found) + len(pair.claim.values) >= _LEAST_WORDS:
        return
    if any(pair.strangers(segment) for segment in range(pair.evidence.segments)):
        yield Finding("uncertain", "overlap", "there is too little to compare")

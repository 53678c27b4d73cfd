"""One claim sentence against one piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass

from harness.support.analysis import analyse
from harness.support.clauses import is_verb
from harness.support.detectors import DETECTORS, Finding, Pair, Span, Told
from harness.support.detectors.frames import frame_findings, is_withheld
from harness.support.detectors.pair import DENYING
from harness.support.excepting import excepted
from harness.support.implied import (
    had_instead,
    implied,
    is_replaced,
    told_of_deed,
    verbs_left,
)
from harness.support.matching import align, weight_of
from harness.support.presence import Wanted, bag_of
from harness.support.reading import denies
from harness.support.requiring import required
from harness.support.sentence import Mark, Sentence, Word
from harness.support.unifying import unified
from harness.support.units import UNITS
from harness.support.verdict import Kind, Verdict
from harness.text import fold

_TOPIC = 0.6
"""Share of the claim's words, those in dispute left out, that must be there to contradict it
by another value."""
_CLOSE_TOPIC = 0.75
"""The same for contradictions by negation, modality, order and so on."""
MISSING = 0.25
"""Below this share the evidence is about something else."""
_VALUE_WEIGHT = 1.0
_ENOUGH_WORDS = 3  # content words that make up for a missing light one


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one pair; ``span`` is in the piece of evidence."""

    verdict: Verdict
    kind: Kind
    reason: str
    span: Span | None
    score: float
    missing: frozenset[int]
    """Numbers of the claim's words that are not in the evidence."""


def judge(wanted: Wanted, text: str) -> Judgement:
    """Compare a claim sentence with one piece of evidence."""
    bag = bag_of(text)
    lacking = wanted.absent(bag)
    share = wanted.share(lacking)
    if share < MISSING and not wanted.may_share_values(bag):
        return _off_topic(share, lacking)
    return _compared(wanted.claim, analyse(text, wanted.claim.language))


def _off_topic(share: float, missing: frozenset[int]) -> Judgement:
    reason = "the evidence is about something else"
    return Judgement("missing", "overlap", reason, None, share, missing)


def _compared(claim: Sentence, evidence: Sentence) -> Judgement:
    if _bare(claim.text) == _bare(evidence.text) and not is_withheld(evidence.text):
        reason = "the evidence says so in the same words"
        return Judgement("supported", "wording", reason, (0, len(evidence.text)), 1.0, frozenset())
    pair = Pair(claim, evidence, align(claim, evidence))
    if _is_off_topic(pair):
        return _off_topic(_topic(pair, []), frozenset(pair.alignment.missing))
    requirement = None if any(frame_findings(pair)) else required(pair)
    if requirement is not None:
        return _told(pair, requirement, "condition")
    pair = unified(pair)
    exception = None if any(frame_findings(pair)) else excepted(pair)
    return _told(pair, exception, "exception") if exception is not None else _weighed(pair)


def _told(pair: Pair, found: Told, kind: Kind) -> Judgement:
    missing = frozenset(pair.alignment.missing)
    return Judgement(found.verdict, kind, found.reason, found.span, 1.0, missing)


def _weighed(pair: Pair) -> Judgement:
    """The verdict by what stands against the claim, and by what is lost of it."""
    missing = frozenset(pair.alignment.missing)
    findings = [finding for detector in DETECTORS for finding in detector(pair)]
    score = _score(pair, findings)
    topic = _topic(pair, findings)
    against = _against(pair, findings, topic)
    if against:
        return _judgement("contradicted", against, score, missing)
    if findings:
        return _judgement("uncertain", findings[0], score, missing)
    short = _shortfall(pair)
    if short is not None:
        kind, reason = short
        return Judgement("uncertain", kind, reason, _whole(pair), score, missing)
    reason = "the evidence says so in the same words"
    return Judgement("supported", "wording", reason, _whole(pair), score, missing)


def _shortfall(pair: Pair) -> tuple[Kind, str] | None:
    """What keeps evidence that nothing stands against from saying all that the claim says."""
    lost = _lost(pair)
    if lost or not pair.alignment.pairs:
        return "overlap", _lost_reason(lost)
    if _is_merely_permitted(pair):
        return "modality", "the evidence says something else of it than that it may be"
    instead = had_instead(pair)
    if instead:
        return "overlap", f"the evidence says {instead!r}, the claim that it has one"
    other = told_of_deed(pair)
    return ("overlap", f"the evidence says it with a reservation: {other!r}") if other else None


def _is_off_topic(pair: Pair) -> bool:
    """Whether hardly a word and no value of the claim stands there; most passages end here."""
    if _topic(pair, []) >= MISSING:
        return False
    return not any(value.kind != "code" and pair.has_value(value) for value in pair.evidence.values)


def _bare(text: str) -> str:
    """The folded text without the punctuation at its end."""
    return fold(text).rstrip(".!?;:, ")


def _against(pair: Pair, findings: list[Finding], topic: float) -> Finding | None:
    """The finding that contradicts the claim, if one does for certain."""
    against = [finding for finding in findings if finding.level == "contradicted"]
    if any(finding.veiled for finding in findings):
        return _denial(pair, against)
    if not against or _is_about_another(findings):
        return None
    first = against[0]
    least = _TOPIC if first.value else _CLOSE_TOPIC
    if topic < least or _is_doubtful(pair, first, findings):
        return None
    firm = next((finding for finding in against if finding.firm), None)
    if firm is not None:
        return firm
    if first.kind != "exception" and (_speaks_of_exception(pair) or _is_complement(pair, first)):
        return None
    return first if first.value or not _is_cancelled(pair, first, findings) else None


def _denial(pair: Pair, against: list[Finding]) -> Finding | None:
    """``It is not true that …`` against a claim that says just that."""
    plain = not (pair.claim.negators or pair.claim.modals or _lost(pair))
    return against[0] if plain and len(against) == 1 and against[0].veiled else None


def _is_doubtful(pair: Pair, first: Finding, findings: list[Finding]) -> bool:
    """Whether the claim may be about another case than the evidence, beside the conflict.

    A conflict is definite where the rest is aligned: nothing else turns what is said round, the
    claim sets no condition of its own, no word of it is lost where there are doubts too, and none
    that says when, where or for whom (``closed on Mondays``, ``open from Tuesday to Sunday``).
    """
    doubts = [finding for finding in findings if finding.level == "uncertain"]
    if any(_turns(pair, first, doubt) for doubt in doubts):
        return True
    if _names_another(pair):
        return True
    if sum(finding.word is not None for finding in findings) > 1:
        return True  # "closed on Sundays", "open on Mondays": two opposites make one statement
    if first.value or first.kind not in _DENIALS:
        return False
    lost = _lost_beside(pair, findings)
    loose = pair.claim.loose_negators != pair.evidence.loose_negators
    elsewhere = first.word is not None and any(word.relation for word in lost)
    return loose or bool(doubts and lost) or elsewhere


def _names_another(pair: Pair) -> bool:
    """``zone A`` beside ``zone B``: what is said of one may differ from what is said of the other."""
    lost = any(len(pair.claim.words[n].text) == 1 for n in pair.alignment.missing)
    return lost and any(len(word.text) == 1 for _, word in pair.added())


_ORDERING = frozenset(("before", "after"))


def _turns(pair: Pair, first: Finding, doubt: Finding) -> bool:
    """Whether a doubt may undo a conflict: two differences can make one statement.

    That the evidence speaks of fewer than the claim undoes none.
    """
    if doubt.kind == "condition":
        return doubt.span is None and bool(pair.claim.conditions)
    if first.kind in ("condition", "exception"):
        return False  # "even if no", "only if"
    if doubt.kind == "order":
        relations = [{c.relation, e.relation} for c, e in pair.matched()]
        if first.value:
            return any(tags == _ORDERING for tags in relations)
        return first.kind in _DENIALS and any(tags & _ORDERING for tags in relations)
    if doubt.kind == "modality":
        marks = (*pair.claim.modals, *pair.evidence.modals)
        return any(mark.tag in DENYING for mark in marks)
    return doubt.kind == "negation" or (doubt.kind in _OF_VALUES and not first.value)


_OF_VALUES: frozenset[Kind] = frozenset(("number", "unit", "date", "code"))


def _lost_beside(pair: Pair, findings: list[Finding]) -> list[Word]:
    """Heavy words of the claim that the evidence lacks and no finding explains.

    Not what the claim puts in the place of a denied word: ``by volume, not by weight``.
    """
    if any(_is_set_right(pair.claim, mark) for mark in pair.claim.negators):
        return []
    explained = {finding.word for finding in findings}
    lost = (pair.claim.words[n] for n in pair.alignment.missing if n not in explained)
    return [word for word in lost if not (word.light or word.code or word.form.lemma == "который")]


def _is_set_right(sentence: Sentence, mark: Mark) -> bool:
    return sentence.text[: mark.start].rstrip().endswith((",", ", а"))


def _excludes_others(one: Sentence, other: Sentence) -> bool:
    """``only members`` and ``nobody without a card``, ``nobody except members``."""
    without = any(word.negated and word.relation == "without" for word in other.words)
    excepting = any(mark.tag == "except" for mark in other.conditions)
    denials = sum(word.negated for word in other.words) + sum(m.tag == "ban" for m in other.modals)
    restricted = one.only or any(mark.tag == "only_if" for mark in one.conditions)
    return bool(restricted) and (without or excepting or denials > 1)


def _denies_the_same(pair: Pair) -> bool:
    """``only members may vote`` against ``members may not vote``: nothing but the denial differs."""
    claim = pair.claim
    bare = not (claim.only or claim.conditions or pair.alignment.missing)
    return bare and all(c.relation == e.relation for c, e in pair.matched())


_RESTRICTING = frozenset(("only_if", "unless", "except"))


def _is_complement(pair: Pair, first: Finding) -> bool:
    """Whether one side may say of the rest what the other says of the case.

    ``Under 60s get no discount`` and ``the discount is for those of 60 or over``; ``deleted
    only with consent`` and ``not deleted without consent``.
    """
    if _excludes_others(pair.claim, pair.evidence) or _excludes_others(pair.evidence, pair.claim):
        return True
    if denies(pair.claim) == denies(pair.evidence):
        return False
    if pair.evidence.only and _denies_the_same(pair):
        return first.value
    restricted = [
        (bool(sentence.only), *sorted(m.tag for m in sentence.conditions if m.tag in _RESTRICTING))
        for sentence in (pair.claim, pair.evidence)
    ]
    return restricted[0] != restricted[1] or first.value


def _is_about_another(findings: list[Finding]) -> bool:
    """Whether two values differ, or one is nowhere: the evidence may be about another matter."""
    return (
        any(finding.absent or finding.complement for finding in findings)
        or sum(finding.value for finding in findings) > 1
    )


_DENIALS = frozenset(("negation", "modality"))


def _is_cancelled(pair: Pair, first: Finding, findings: list[Finding]) -> bool:
    """Whether something else may undo the finding.

    ``Must stay closed`` and ``must not be opened``: two opposites make one statement; words
    from different statements of the evidence may mean neither of them.
    """
    opposite = first.word is None and any(finding.word is not None for finding in findings)
    mixed = any(finding.kind == "join" for finding in findings)
    turned = first.kind in _DENIALS and any(
        {c.relation, e.relation} == {"before", "after"} for c, e in pair.matched()
    )  # "possible until then", "not possible after it"
    doubled = first.kind == "negation" and _deny_as_often(pair)
    cancelled = opposite or mixed or turned or doubled
    return cancelled or (first.kind != "order" and _changes_company(pair))


def _deny_as_often(pair: Pair) -> bool:
    """Whether two denials on one side make none: ``none is without a ramp``, ``all have one``."""
    mine = sum(word.negated for word, _ in pair.matched())
    its = sum(word.negated for _, word in pair.matched())
    return max(mine, its) > 1 and mine % 2 == its % 2


def _changes_company(pair: Pair) -> bool:
    """``only with a badge`` and ``not without a badge`` say the same."""
    restricted = pair.claim.only or pair.evidence.only
    return bool(restricted) and any(
        {c.relation, e.relation} == {"with", "without"} for c, e in pair.matched()
    )


def _speaks_of_exception(pair: Pair) -> bool:
    """Whether the claim is about what the evidence excepts: then its opposite may hold."""
    return any(e.condition == "except" != c.condition for c, e in pair.matched())


def _lost(pair: Pair) -> list[Word]:
    """The claim's words that the evidence would have to have.

    A word that only joins a thing to its value (``costs``, ``contains``) may be missing where
    enough else is there, and no verb of the evidence is left to say otherwise.
    """
    words = (pair.claim.words[n] for n in sorted(pair.alignment.missing))
    missing = [word for word in words if not implied(pair, word)]
    heavy = [
        word
        for word in missing
        if not word.light or is_replaced(pair, word) or _is_time_instead(pair, word)
    ]
    found = sum(not word.light for word, _ in pair.matched())
    if pair.claim.values or found >= _ENOUGH_WORDS:
        return heavy or [word for word in missing if word.negated]
    return missing


def _is_time_instead(pair: Pair, word: Word) -> bool:
    """``действует год`` beside ``действует полгода``: the bare unit is the claim's value."""
    unit = UNITS.get(word.form.lemma)
    timed = unit is not None and unit.dimension == "time"
    return timed and any(value.dimension == "time" for value in pair.evidence.values)


def _is_merely_permitted(pair: Pair) -> bool:
    """``imports are allowed`` beside ``imports are suspended``: no verb but the permission."""
    claim = pair.claim
    told = claim.modals and not any(is_verb(word.text) for word in claim.words)
    return bool(told and not pair.evidence.modals and verbs_left(pair))


def _judgement(
    verdict: Verdict, finding: Finding, score: float, missing: frozenset[int]
) -> Judgement:
    return Judgement(verdict, finding.kind, finding.reason, finding.span, score, missing)


def _lost_reason(lost: list[Word]) -> str:
    names = ", ".join(repr(word.text) for word in lost[:5])
    return f"the evidence does not have {names}" if lost else "there is little to compare"


def _whole(pair: Pair) -> Span | None:
    words = [word for _, word in pair.matched()]
    if not words:
        return None
    return min(word.start for word in words), max(word.end for word in words)


def _topic(pair: Pair, findings: list[Finding]) -> float:
    """Share of the claim's words found, leaving out what the findings explain."""
    explained = {finding.word for finding in findings}
    if any(finding.value and finding.kind == "code" for finding in findings):
        explained |= {n for n in pair.alignment.missing if pair.claim.words[n].code}
    words = [word for n, word in enumerate(pair.claim.words) if n not in explained]
    found = [pair.claim.words[n] for n in pair.alignment.pairs]
    total = weight_of(words)
    return weight_of(found) / total if total else 0.0


def _score(pair: Pair, findings: list[Finding]) -> float:
    """Weighted share of the claim's words and values that stand in the evidence."""
    values = [value for value in pair.claim.values if value.kind != "code"]
    bad = sum(1 for finding in findings if finding.kind in ("number", "unit", "date", "limit"))
    found = weight_of(word for word, _ in pair.matched())
    total = weight_of(pair.claim.words) + _VALUE_WEIGHT * len(values)
    good = found + _VALUE_WEIGHT * max(0, len(values) - bad)
    return good / total if total else 0.0

"""What stands against a claim in one piece of evidence: one small detector for each phenomenon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from harness.support.analysis import Mark, Sentence, Word
from harness.support.comparing import Relation, compare
from harness.support.matching import Alignment, are_opposites
from harness.support.values import Value
from harness.support.verdict import Kind

Level = Literal["contradicted", "uncertain"]
Span = tuple[int, int]

_PREFERRED_BY = 0.25  # how much better another value's surroundings must fit to be the right one
_NEUTRAL_FIT = 0.5  # a value with no words around it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that keeps the evidence from supporting the claim."""

    level: Level
    kind: Kind
    reason: str
    span: Span | None = None
    """In the piece of evidence."""
    word: int | None = None
    """The claim's word that is explained by the finding (an antonym), if one is."""


@dataclass(frozen=True)
class Pair:
    """A claim and a piece of evidence, taken apart and aligned."""

    claim: Sentence
    evidence: Sentence
    alignment: Alignment

    def matched(self) -> Iterator[tuple[Word, Word]]:
        """Aligned words, claim and evidence."""
        for c, e in self.alignment.pairs.items():
            yield self.claim.words[c], self.evidence.words[e]

    def fit(self, segment: int) -> float:
        """Share of the words of an evidence segment that the claim has too."""
        numbers = [n for n, w in enumerate(self.evidence.words) if w.segment == segment]
        if not numbers:
            return _NEUTRAL_FIT
        weight = sum(self.evidence.words[n].weight for n in numbers)
        partners = self.alignment.partners
        found = sum(self.evidence.words[n].weight for n in numbers if n in partners)
        return found / weight


Detector = Callable[[Pair], Iterator[Finding]]


# -- values --------------------------------------------------------------------------------


def value_findings(pair: Pair) -> Iterator[Finding]:
    """Every value of the claim must stand in the evidence, for the same thing."""
    for value in pair.claim.values:
        finding = _value_finding(pair, value)
        if finding:
            yield finding


def _value_finding(pair: Pair, value: Value) -> Finding | None:
    related = [
        (other, relation, pair.fit(segment))
        for other, segment in zip(pair.evidence.values, pair.evidence.value_segments, strict=True)
        if (relation := compare(value, other, pair.evidence.language)).state != "unrelated"
    ]
    same = max((r for r in related if r[1].state == "same"), key=_fit, default=None)
    differs = max((r for r in related if r[1].state == "differs"), key=_fit, default=None)
    close = max((r for r in related if r[1].state == "close"), key=_fit, default=None)
    if same is None and close is None and differs is None:
        return _absent(value)
    if same is not None:
        if differs is None or _fit(differs) <= _fit(same) + _PREFERRED_BY:
            return None
        return _differs(value, differs[0], differs[1])
    if close is not None and (differs is None or _fit(differs) <= _fit(close) + _PREFERRED_BY):
        return _close(value, close[0], close[1])
    assert differs is not None
    if value.kind == "code" and not _is_version(value):
        return _absent(value, differs[0])
    return _differs(value, differs[0], differs[1])


def _fit(related: tuple[Value, Relation, float]) -> float:
    return related[2]


def _is_version(value: Value) -> bool:
    return value.text.lstrip("v").replace(".", "").isdigit()


def _kind(value: Value, relation: Relation) -> Kind:
    if value.kind == "code":
        return "code"
    return relation.kind


def _absent(value: Value, nearest: Value | None = None) -> Finding | None:
    if value.weak and nearest is None and value.kind != "ordinal":
        return None if value.unit is None else _not_found(value)
    return _not_found(value, nearest)


def _not_found(value: Value, nearest: Value | None = None) -> Finding:
    kind: Kind = "code" if value.kind == "code" else "date" if value.kind == "date" else "number"
    reason = f"the evidence does not have {value.text!r}"
    if nearest is not None:
        reason += f", but {nearest.text!r}"
    return Finding("uncertain", kind, reason, nearest and (nearest.start, nearest.end))


def _differs(value: Value, other: Value, relation: Relation) -> Finding:
    return Finding(
        "contradicted",
        _kind(value, relation),
        f"the evidence says {_spoken(other)}, the claim {_spoken(value)}",
        (other.start, other.end),
    )


def _close(value: Value, other: Value, relation: Relation) -> Finding:
    return Finding(
        "uncertain",
        _kind(value, relation),
        f"the evidence says {_spoken(other)}, the claim {_spoken(value)}, "
        "which may or may not be the same",
        (other.start, other.end),
    )


_LIMIT_WORDS = {
    "eq": "",
    "in": "within ",
    "about": "about ",
    "le": "at most ",
    "lt": "less than ",
    "ge": "at least ",
    "gt": "more than ",
}


def _spoken(value: Value) -> str:
    text = value.text.replace(" ° ", " °").replace(" - ", "-").replace(" .", ".")
    return _LIMIT_WORDS[value.limit] + text.replace(" %", "%")


# -- negation and opposites ----------------------------------------------------------------


def negation_findings(pair: Pair) -> Iterator[Finding]:
    """A word denied on one side only; ``not all`` and ``some … not`` say the same."""
    claim_only = [(c, e) for c, e in pair.matched() if c.negated and not e.negated]
    evidence_only = [(c, e) for c, e in pair.matched() if e.negated and not c.negated]
    if _some_not(pair.claim) and _has(pair.evidence.quantifiers, "not_all"):
        return
    partners = pair.alignment.partners
    loose_claim = sum(w.negated for n, w in enumerate(pair.claim.words) if n in pair.alignment.missing)
    loose_evidence = [
        w
        for n, w in enumerate(pair.evidence.words)
        if w.negated and n not in partners and _is_engaged(pair, w.clause)
    ]
    total = len(claim_only) + len(evidence_only)
    if not total and not loose_claim and not loose_evidence:
        return
    if total % 2 == 1 and not loose_claim and not loose_evidence:
        word = (claim_only or evidence_only)[0][1]
        yield _denied(word, by_evidence=bool(evidence_only))
        return
    span = (loose_evidence[0].start, loose_evidence[0].end) if loose_evidence else None
    yield Finding("uncertain", "negation", "the negation stands on different words", span)


def _denied(word: Word, *, by_evidence: bool) -> Finding:
    sides = ("the evidence", "the claim") if by_evidence else ("the claim", "the evidence")
    reason = f"{sides[0]} denies {word.text!r}, {sides[1]} does not"
    return Finding("contradicted", "negation", reason, (word.start, word.end))


def _is_engaged(pair: Pair, clause: int) -> bool:
    """Whether a clause of the evidence holds words of the claim."""
    return any(e.clause == clause and not e.light for _, e in pair.matched())


def _some_not(sentence: Sentence) -> bool:
    return _has(sentence.quantifiers, "some") and any(w.negated for w in sentence.words)


def _has(marks: tuple[Mark, ...], tag: str) -> bool:
    return any(mark.tag == tag for mark in marks)


def negated_detail_findings(pair: Pair) -> Iterator[Finding]:
    """Under a negation a dropped detail changes the meaning: ``not sent by post`` is not ``not sent``."""
    partners = pair.alignment.partners
    for c, e in pair.matched():
        if not (c.negated and e.negated):
            continue
        extra = [
            w
            for n, w in enumerate(pair.evidence.words)
            if w.clause == e.clause and w.token > e.token and n not in partners and not w.light
            and w.segment == e.segment
        ]
        if extra:
            yield Finding(
                "uncertain",
                "negation",
                f"the evidence denies it only together with {extra[0].text!r}",
                (extra[0].start, extra[0].end),
            )
            return


def opposite_findings(pair: Pair) -> Iterator[Finding]:
    """A word of the claim whose opposite stands in the evidence instead."""
    partners = pair.alignment.partners
    free = [w for n, w in enumerate(pair.evidence.words) if n not in partners]
    for number in pair.alignment.missing:
        word = pair.claim.words[number]
        for other in free:
            if are_opposites(word.form.lemma, other.form.lemma, pair.evidence.language):
                level: Level = "contradicted" if word.negated == other.negated else "uncertain"
                reason = f"the evidence says {other.text!r}, the claim {word.text!r}"
                yield Finding(level, "negation", reason, (other.start, other.end), number)
                break


# -- modality ------------------------------------------------------------------------------

_NORMAL: tuple[str | None, ...] = (None, "duty", "permission", "advice")
_MODAL_WORDS = {
    "duty": "must",
    "permission": "may",
    "ban": "must not",
    "advice": "is advised",
    "warning": "is advised against",
    "optional": "need not",
    None: "states it as a fact",
}


def modality_findings(pair: Pair) -> Iterator[Finding]:
    """Must, may, must not, should: compared where the matched words are governed by them."""
    claim_modal = _main_modal(word for word, _ in pair.matched())
    evidence_modal = _main_modal(word for _, word in pair.matched())
    level = _modal_level(claim_modal, evidence_modal, pair)
    if level:
        reason = (
            f"the evidence says {_MODAL_WORDS[evidence_modal]!r}, "
            f"the claim {_MODAL_WORDS[claim_modal]!r}"
        )
        yield Finding(level, "modality", reason, _modal_span(pair.evidence, evidence_modal))


def _main_modal(words: Iterator[Word]) -> str | None:
    """The modal that governs most of the words outside of conditions."""
    counts: Counter[str | None] = Counter(w.modal for w in words if not w.condition)
    if not counts:
        return None
    return max(counts, key=lambda modal: (counts[modal], modal or ""))


def _modal_span(sentence: Sentence, modal: str | None) -> Span | None:
    for mark in sentence.modals:
        if mark.tag == modal:
            return mark.start, mark.end
    return None


def _modal_level(claim: str | None, evidence: str | None, pair: Pair) -> Level | None:
    if claim == evidence:
        return None
    tags = {claim, evidence}
    if tags in _OPPOSED:
        return "contradicted"
    denied = any(w.negated for w in pair.claim.words) or any(w.negated for w in pair.evidence.words)
    if "ban" in tags and not denied:
        return "contradicted"
    bounded = any(value.limit in ("le", "ge", "lt", "gt") for value in pair.claim.values)
    if bounded and tags <= {None, "duty", "permission"}:
        return None
    if claim == "permission" and evidence is None:
        return None
    return "uncertain"


_OPPOSED: tuple[set[str | None], ...] = (
    {"ban", "permission"},
    {"ban", "duty"},
    {"ban", "advice"},
    {"ban", "optional"},
    {"duty", "optional"},
    {"duty", "permission"},
    {"duty", "advice"},
    {"advice", "warning"},
    {"duty", "warning"},
)


# -- conditions, exceptions, only, quantifiers -----------------------------------------------

_CONDITION_CLASHES = ({"if", "unless"}, {"only_if", "unless"}, {"except", "including"})


def condition_findings(pair: Pair) -> Iterator[Finding]:
    """Conditions and exceptions must stand on the same words on both sides."""
    for c, e in pair.matched():
        tags = {c.condition, e.condition}
        if len(tags) == 1 or (c.light and e.light):
            continue
        kind: Kind = "exception" if tags & {"except", "including"} else "condition"
        clash = tags in _CONDITION_CLASHES or (
            tags == {"", "except"} and c.negated == e.negated and e.condition == "except"
        )
        if clash:
            reason = f"{e.text!r} is {_role(e.condition)} in the evidence, {_role(c.condition)} in the claim"
            yield Finding("contradicted", kind, reason, (e.start, e.end))
            return
    yield from _dropped_conditions(pair)


def _role(tag: str) -> str:
    names = {"": "said outright", "if": "a condition", "unless": "an 'unless'"}
    names |= {"only_if": "the only condition", "except": "an exception", "including": "included"}
    return names[tag]


def _dropped_conditions(pair: Pair) -> Iterator[Finding]:
    given = Counter(mark.tag for mark in pair.claim.conditions)
    for mark in pair.evidence.conditions:
        if mark.tag == "including":
            continue
        if given[mark.tag]:
            given[mark.tag] -= 1
            continue
        kind: Kind = "exception" if mark.tag == "except" else "condition"
        reason = "the evidence has a condition or exception that the claim leaves out"
        yield Finding("uncertain", kind, reason, (mark.start, mark.end))
        return
    extra = [tag for tag in given.elements() if tag in ("if", "only_if", "unless", "except")]
    if extra:
        reason = "the claim has a condition or exception that the evidence does not state"
        yield Finding("uncertain", "condition", reason)


def only_findings(pair: Pair) -> Iterator[Finding]:
    """``only`` in the claim must be in the evidence; ``any`` denies an ``only``."""
    if pair.claim.only and not pair.evidence.only and not _has(pair.evidence.conditions, "only_if"):
        yield Finding("uncertain", "enumeration", "the evidence does not say that it is the only one")
    if pair.evidence.only and _has(pair.claim.quantifiers, "all") and not pair.claim.only:
        mark = pair.evidence.only[0]
        reason = "the evidence restricts it to some, the claim says all"
        yield Finding("contradicted", "limit", reason, (mark.start, mark.end))


def quantifier_findings(pair: Pair) -> Iterator[Finding]:
    """All, some, none, not all."""
    claim = {mark.tag for mark in pair.claim.quantifiers}
    evidence = {mark.tag for mark in pair.evidence.quantifiers}
    mark = pair.evidence.quantifiers[0] if pair.evidence.quantifiers else None
    span = (mark.start, mark.end) if mark else None
    if ("all" in claim and "not_all" in evidence) or ("not_all" in claim and "all" in evidence):
        yield Finding("contradicted", "negation", "one side says all, the other not all", span)
    elif "none" in claim and evidence & {"all", "not_all", "some", "most"}:
        yield Finding("contradicted", "negation", "the claim says none, the evidence some", span)
    elif "all" in claim and not evidence & {"all", "none"}:
        yield Finding("uncertain", "limit", "the claim says all, the evidence does not", span)
    elif evidence & {"some", "most", "not_all"} and not claim & {"some", "most", "not_all"}:
        yield Finding("uncertain", "limit", "the evidence says it of some only", span)


# -- order and roles -------------------------------------------------------------------------

_OPPOSED_RELATIONS = (
    {"before", "after"},
    {"above", "below"},
    {"inside", "outside"},
    {"in", "outside"},
    {"despite", "because"},
)
_COMPANY = {"with", "without"}


def order_findings(pair: Pair) -> Iterator[Finding]:
    """``before`` against ``after`` on the same word, ``with`` against ``without``."""
    for c, e in pair.matched():
        tags = {c.relation, e.relation}
        if tags in _OPPOSED_RELATIONS:
            reason = f"the evidence says {e.relation!r} {e.text!r}, the claim {c.relation!r}"
            yield Finding("contradicted", "order", reason, (e.start, e.end))
            return
        if "instead" in tags and len(tags) == 2:
            yield Finding("uncertain", "order", f"{e.text!r} is replaced on one side only")
            return


def role_findings(pair: Pair) -> Iterator[Finding]:
    """Who does it to whom: two words that have changed places."""
    items = [(c, e) for c, e in pair.matched() if not e.light]
    for number, (c1, e1) in enumerate(items):
        for c2, e2 in items[number + 1 :]:
            if (c1.token < c2.token) == (e1.token < e2.token) or e1.clause != e2.clause:
                continue
            if _swapped(pair, (c1, c2), (e1, e2)):
                reason = f"{e1.text!r} and {e2.text!r} have changed places"
                yield Finding("contradicted", "entity", reason, (e1.start, e1.end))
                return


def _swapped(pair: Pair, claim: tuple[Word, Word], evidence: tuple[Word, Word]) -> bool:
    c1, c2 = claim
    e1, e2 = evidence
    if c1.relation != c2.relation:
        return (c1.relation, c2.relation) == (e2.relation, e1.relation)
    if pair.evidence.language == "ru":
        cases = [word.form.case for word in (c1, c2, e1, e2)]
        return "" not in cases and cases[0] != cases[1] and cases[:2] == [cases[3], cases[2]]
    if {w.relation for w in (*claim, *evidence)} != {""}:
        return False
    return _has_between(pair, c1, c2, e1, e2)


def _has_between(pair: Pair, c1: Word, c2: Word, e1: Word, e2: Word) -> bool:
    """Whether one matched word (the verb) stands between the two on both sides."""
    c_low, c_high = sorted((c1.token, c2.token))
    e_low, e_high = sorted((e1.token, e2.token))
    return any(
        c_low < c.token < c_high and e_low < e.token < e_high and not c.proper
        for c, e in pair.matched()
    )


DETECTORS: tuple[Detector, ...] = (
    value_findings,
    quantifier_findings,
    modality_findings,
    condition_findings,
    negation_findings,
    opposite_findings,
    order_findings,
    role_findings,
    only_findings,
    negated_detail_findings,
)
"""In the order in which a finding decides."""

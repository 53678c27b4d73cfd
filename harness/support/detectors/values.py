"""Numbers, dates, units and codes: every value of the claim must stand in the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from harness.support.comparing import Relation, compare, lies_within
from harness.support.detectors.pair import NEUTRAL_FIT, Finding, Pair, has
from harness.support.detectors.rhythm import rate_told
from harness.support.lexicon import Limit
from harness.support.morphology import form
from harness.support.reading import denies
from harness.support.sentence import Sentence, Word
from harness.support.surface import Token, tokens
from harness.support.units import UNITS
from harness.support.values import Value, read_values
from harness.support.verdict import Kind

_LEAST_FOUND = 2  # words of the claim that must stand beside another code to contradict it
_PREFERRED_BY = 0.25  # how much better another value's surroundings must fit to be the right one


def value_findings(pair: Pair) -> Iterator[Finding]:
    """Every value of the claim must stand in the evidence, for the same thing."""
    for value in pair.claim.values:
        finding = _value_finding(pair, value)
        if finding and finding.absent:
            finding = _nothing_due(pair, value) or rate_told(pair, value) or finding
        if finding:
            yield finding
    for value in pair.claim.values:
        if _count(pair, value, pair.claim.values) > _count(pair, value, pair.evidence.values) > 0:
            reason = f"the evidence does not have {value.text!r} as often as the claim"
            yield Finding("uncertain", "number", reason)
            return


def _count(pair: Pair, value: Value, others: tuple[Value, ...]) -> int:
    language = pair.evidence.language
    return sum(compare(value, other, language).state == "same" for other in others)


@dataclass(frozen=True, slots=True)
class Related:
    """A value of the evidence that can be compared with one of the claim."""

    value: Value
    relation: Relation
    segment: int
    fit: float


def _value_finding(pair: Pair, value: Value) -> Finding | None:
    related = _related(pair, value)
    best = {
        state: max((r for r in related if r.relation.state == state), key=_fit, default=None)
        for state in ("same", "close", "differs")
    }
    same, close, differs = best["same"], best["close"], best["differs"]
    if same is not None:
        rival = _rival(pair, same, related)
        return _differs(value, rival) if rival else None
    if differs is not None and _is_beyond(pair, value, differs):
        return replace(_close(value, differs), complement=True)
    if close is not None and (differs is None or differs.fit <= close.fit + _PREFERRED_BY):
        return _close(value, close)
    if differs is None or lies_within(value, differs.value) or _in_season(pair, value):
        return _close(value, differs) if differs else _absent(pair, value)
    if value.kind == "code" and not _is_version(value) and not _is_only_code(pair, value, related):
        return _absent(pair, value, differs.value)
    return _differs(value, differs)


def _is_named(pair: Pair, value: Value) -> bool:
    """Whether a bare unit stands in the head of a column: ``на сутки``, ``Сутки, ₽ | 450``."""
    return (
        value.weak
        and value.unit is not None
        and "|" in pair.evidence.text
        and any(UNITS.get(word.form.lemma) is value.unit for word in pair.evidence.words)
    )


def _in_season(pair: Pair, value: Value) -> bool:
    """Whether a date lies between two of the evidence: ``in June``, ``from 1 May to 30 August``."""
    if value.date is None or value.limit != "eq":
        return False
    own = value.date.parts[:3]
    for first, last in pairwise(pair.evidence.values):
        spans = first.limit == "ge" and (last.limit == "le" or last.first == first.after + 1)
        if first.date is None or last.date is None or not spans:
            continue
        start, end = first.date.parts[:3], last.date.parts[:3]
        known = [
            all(part is not None for part in parts) for parts in zip(own, start, end, strict=True)
        ]
        if known[1] and _known(own, known) not in (_known(start, known), _known(end, known)):
            return _known(start, known) < _known(own, known) < _known(end, known)
    return False


def _known(parts: Sequence[int | None], known: Sequence[bool]) -> list[int]:
    """Year, month and day as far as all dates have them."""
    return [part or 0 for part, is_known in zip(parts, known, strict=True) if is_known]


_DUES = frozenset(
    "fee charge cost price fine excess deposit surcharge premium interest commission rent tax"
    " supplement penalty deductible toll fare плата комиссия сбор штраф цена залог взнос пошлина"
    " доплата надбавка процент".split()
)


def _nothing_due(pair: Pair, value: Value) -> Finding | None:
    """``a fee of 5 euros`` where there is no fee, or where the thing is free."""
    money = value.dimension.startswith("money") or value.dimension == "percent"
    opposites = pair.opposites
    lost = set(pair.alignment.missing) - set(opposites.values())
    if not money or value.low <= 0 or any(not pair.claim.words[n].light for n in lost):
        return None
    spared = [pair.evidence.words[n] for n in opposites]
    if any(word.text not in _FREE for word in spared):
        return None  # "no fee for early payment" says nothing of late payment
    spared += [e for c, e in pair.matched() if not c.negated and _is_due_denied(pair, e)]
    bound = pair.evidence.conditions or pair.evidence.only or _is_of_fewer(pair)
    if not spared or bound or any(word.negated and word.text in _FREE for word in spared):
        return None
    reason = f"the evidence says that nothing is due, the claim {_spoken(value)}"
    span = (spared[0].start, spared[0].end)
    return Finding("contradicted", "number", reason, span, value=True, firm=True)


_FREE = frozenset(("free", "бесплатно", "бесплатный"))


def _is_due_denied(pair: Pair, word: Word) -> bool:
    """Whether the evidence denies a fee; ``no monthly fee`` denies it before its adjective."""
    before = [w for w in pair.evidence.words if w.token == word.token - 1 and w.negated]
    return word.form.lemma in _DUES and (word.negated or bool(before))


def _is_of_fewer(pair: Pair) -> bool:
    """Whether a value or a word behind a preposition narrows what the evidence speaks of."""
    known = pair.alignment.reachable | pair.opposites.keys()
    added = (w for n, w in enumerate(pair.evidence.words) if n not in known and not w.light)
    values = (v for v in pair.evidence.values if v.kind != "code" and not pair.has_value(v))
    return any(word.relation for word in added) or any(True for _ in values)


def _is_only_code(pair: Pair, value: Value, related: list[Related]) -> bool:
    """Whether the evidence says all that the claim says, with its one other code of that make."""
    others = {r.value.text for r in related if r.relation.state == "differs"}
    lost = [pair.claim.words[n] for n in pair.alignment.missing]
    rest = [word for word in lost if not word.light and word.text != value.text]
    found = sum(not word.light for word, _ in pair.matched())
    named = any(letter.isalpha() for letter in value.text)
    return named and len(others) == 1 and not rest and found >= _LEAST_FOUND


def _related(pair: Pair, value: Value) -> list[Related]:
    found = []
    for other, segment in zip(pair.evidence.values, pair.evidence.value_segments, strict=True):
        relation = _compared(pair, value, other)
        taken = relation.state == "differs" and pair.has_value(other)
        if relation.state != "unrelated" and not (taken and value.kind != "code"):
            fit = pair.fit(segment, other)
            if relation.state == "same" and value.limit != "eq":
                fit = (fit + 1) / 2  # the bound itself tells the values apart
            found.append(Related(other, relation, segment, fit))
    return found


def _compared(pair: Pair, value: Value, other: Value) -> Relation:
    """Two values; ``12 euros`` beside ``12 euros a month`` are the same in ``the monthly fee``."""
    relation = compare(value, other, pair.evidence.language)
    if relation != Relation("close", "unit") or bool(value.per) == bool(other.per):
        return relation
    if "times" in (value.dimension, other.dimension):
        return relation  # "once a year" counts by itself
    sentence = pair.evidence if value.per else pair.claim
    if not _names_period(sentence, value.per or other.per):
        return relation
    return compare(replace(value, per=""), replace(other, per=""), pair.evidence.language)


_ADVERBIAL = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "hourly": "hour",
} | dict.fromkeys(("yearly", "annual", "annually"), "year")
_EACH = frozenset("per each every a an в за каждый".split())


def _names_period(sentence: Sentence, unit: str) -> bool:
    """Whether a sentence says outside of its value by what time it is counted."""
    found = tokens(sentence.text)
    counted = {
        n
        for value in read_values(found, sentence.language)
        for n in range(value.first, value.after)
    }
    free = [n not in counted for n in range(len(found))]  # not the year of "once a year"
    return any(_ADVERBIAL.get(token.text) == unit for token in found) or any(
        before.text in _EACH and _unit_name(token) == unit and apart
        for (before, token), apart in zip(pairwise(found), free[1:], strict=True)
    )


def _unit_name(token: Token) -> str:
    unit = UNITS.get(form(token.text).lemma) if token.kind == "word" else None
    return unit.name if unit else ""


def _fit(related: Related) -> float:
    return related.fit


def _rival(pair: Pair, same: Related, related: list[Related]) -> Related | None:
    """Another value of the evidence that stands nearer to what the claim talks about.

    Words before a value may be shared by later ones (``opens on the 8th and closes on the
    26th``), words after the first value belong to the later one.
    """
    for other in related:
        if other.relation.state != "differs" or other.segment == same.segment:
            continue
        if pair.has_value(other.value) or _is_beside(other.value, same.value):
            continue
        if _is_of_excepted(pair, other.value):
            continue
        later = other.segment > same.segment and pair.owns(other.segment)
        if other.fit > same.fit + _PREFERRED_BY or (later and other.fit >= NEUTRAL_FIT):
            return other
    return None


def _is_of_excepted(pair: Pair, value: Value) -> bool:
    """Whether a value stands behind an exception that the claim does not name."""
    starts = [mark.token for mark in pair.evidence.conditions if mark.tag == "except"]
    named = any(e.condition == "except" for _, e in pair.matched())
    return bool(starts) and value.first > starts[0] and not named


def _is_beside(one: Value, other: Value) -> bool:
    """Whether only ``and`` or a comma stands between two values: ``P2 and P3``.

    Not so in ``5 euros and 30 cents``, which is one amount.
    """
    if one.unit is not other.unit:
        return False
    return one.after <= other.first <= one.after + 1 or other.after <= one.first <= other.after + 1


def _is_version(value: Value) -> bool:
    return value.text.lstrip("v").replace(".", "").isdigit()


def _kind(value: Value, relation: Relation) -> Kind:
    return "code" if value.kind == "code" else relation.kind


def _absent(pair: Pair, value: Value, nearest: Value | None = None) -> Finding | None:
    if nearest is None and _is_named(pair, value):
        return None
    if value.weak and nearest is None and value.kind != "ordinal":
        return None if value.unit is None else _not_found(value)
    return _not_found(value, nearest)


def _not_found(value: Value, nearest: Value | None = None) -> Finding:
    kind: Kind = "code" if value.kind == "code" else "date" if value.kind == "date" else "number"
    reason = f"the evidence does not have {value.text!r}"
    if nearest is not None:
        reason += f", but {nearest.text!r}"
    span = (nearest.start, nearest.end) if nearest else None
    return Finding("uncertain", kind, reason, span, absent=True)


_COMPLEMENTS: tuple[set[Limit], ...] = ({"ge", "lt"}, {"gt", "le"})


def _is_beyond(pair: Pair, value: Value, other: Related) -> bool:
    """Whether the claim may speak of what lies beyond a bound: ``shorter ones are rejected``."""
    if other.relation.kind not in ("limit", "order"):
        return False
    lost = any(not pair.claim.words[n].light for n in pair.alignment.missing)
    turned = denies(pair.claim) != denies(pair.evidence)  # "may for up to 5", "not for more"
    apart = {value.limit, other.value.limit} in _COMPLEMENTS and (lost or turned)
    return apart or _bounds_subject(pair, value)


_BESIDE = 3  # tokens between a participle and its value


def _bounds_subject(pair: Pair, value: Value) -> bool:
    """Whether a bound of the claim says of whom it speaks: ``orders before May are …``."""
    places = zip(pair.claim.values, pair.claim.value_clauses, strict=True)
    clause = next((place for own, place in places if own is value), 0)
    start = pair.claim.predicates.get(clause)
    if clause in {mark.clause for mark in pair.claim.conditions}:
        return True
    if any(first < value.first < after for first, after in pair.claim.relatives):
        return True
    before = [word for word in pair.claim.words if word.token < value.first]
    if before and before[-1].text.endswith("ing") and value.first - before[-1].token <= _BESIDE:
        return True  # "guests arriving before 22:00"
    named = any(w.clause == clause and w.token < value.first for w in pair.claim.words)
    return named and start is not None and value.first < start


def _differs(value: Value, other: Related) -> Finding:
    reason = f"the evidence says {_spoken(other.value)}, the claim {_spoken(value)}"
    span = (other.value.start, other.value.end)
    return Finding("contradicted", _kind(value, other.relation), reason, span, value=True)


def _close(value: Value, other: Related) -> Finding:
    reason = (
        f"the evidence says {_spoken(other.value)}, the claim {_spoken(value)}, "
        "which may or may not be the same"
    )
    span = (other.value.start, other.value.end)
    return Finding("uncertain", _kind(value, other.relation), reason, span)


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


def narrower_findings(pair: Pair) -> Iterator[Finding]:
    """The evidence holds within a bound the claim leaves out: ``orders above 60 euros``."""
    matched = {e.segment for _, e in pair.matched() if not e.light}
    evidence = pair.evidence
    triples = zip(evidence.values, evidence.value_segments, evidence.value_relations, strict=True)
    for value, segment, relation in triples:
        bounds = value.limit in ("ge", "gt", "le", "lt") or relation == "with"
        if value.dimension == "clock":
            continue  # "until midnight" says when, not of what
        near = segment in matched or pair.in_relative_clause(value.first)
        if near and bounds and not _met(pair, value):
            reason = f"the evidence says it only for {_spoken(value)}"
            yield Finding("uncertain", "condition", reason, (value.start, value.end))
            return
    if not has(pair.claim.quantifiers, "all"):
        return
    partners = pair.alignment.partners
    for number, word in enumerate(pair.evidence.words):
        if number not in partners and number + 1 in partners and not word.light:
            reason = f"the claim says all, the evidence only {word.text!r}"
            yield Finding("uncertain", "limit", reason, (word.start, word.end))
            return


def _met(pair: Pair, value: Value) -> bool:
    """Whether the claim has this value, or one that may be the same."""
    language = pair.evidence.language
    return any(
        compare(own, value, language).state in ("same", "close") for own in pair.claim.values
    )

"""Two values, compared: the same, different, too close to call, or about different things."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from harness.support.lexicon import Limit
from harness.support.matching import synonyms
from harness.support.morphology import form, same_root
from harness.support.units import BY_NAME, Unit
from harness.support.values import LAST, Value
from harness.support.verdict import Kind

_ROUNDING = Decimal("1.1")
"""Amounts in different units may be rounded: 4 weeks and 30 days do not contradict each other."""
_WORKWEEK = Decimal(3)
"""Working days against other days: contradictory only when this many times apart."""

State = Literal["same", "differs", "close", "unrelated"]


@dataclass(frozen=True, slots=True)
class Relation:
    """How a claim's value stands to one of the evidence's, and in what they differ."""

    state: State
    kind: Kind = "number"


_UNRELATED = Relation("unrelated")
_SAME = Relation("same")
_UP: frozenset[Limit] = frozenset(("ge", "gt"))
_DOWN: frozenset[Limit] = frozenset(("le", "lt"))


def compare(claim: Value, evidence: Value, language: str) -> Relation:
    """How the claim's value stands to the evidence's."""
    if claim.kind == "code" or evidence.kind == "code":
        return _codes(claim, evidence)
    if claim.kind == "date" or evidence.kind == "date":
        return _dates(claim, evidence)
    if claim.kind == "ordinal" or evidence.kind == "ordinal":
        return _ordinals(claim, evidence, language)
    if claim.domain and evidence.domain and is_point(claim) and is_bound(evidence):
        return _membership(claim, evidence, language)
    often = is_rate(claim) or is_rate(evidence)
    return _frequencies(claim, evidence) if often else _measures(claim, evidence, language)


def _measures(claim: Value, evidence: Value, language: str) -> Relation:
    relation = _amounts(claim, evidence, language)
    if relation.state == "same" and claim.per != evidence.per:
        return Relation("differs" if claim.per and evidence.per else "close", "unit")
    if relation.state == "same" and _is_age(claim, evidence, language):
        return _SAME
    return _limits(claim, evidence) if relation.state == "same" else relation


def is_point(value: Value) -> bool:
    """Whether it is one amount, without a bound."""
    return value.limit == "eq" and value.low == value.high


def is_bound(value: Value) -> bool:
    """Whether it stands for all amounts on one side of it, or between two."""
    return value.limit in _UP | _DOWN or (value.limit == "eq" and value.low != value.high)


def _membership(claim: Value, evidence: Value, language: str) -> Relation:
    """``a 3 kg parcel`` beside ``parcels up to 5 kg``: what goes for all goes for one of them."""
    if claim.kind != evidence.kind or claim.per != evidence.per:
        return _UNRELATED
    ends = [
        _measures(claim, replace(evidence, low=end, high=end, limit="eq"), language).state
        for end in (evidence.low, evidence.high)
    ]
    if "unrelated" in ends:
        return _UNRELATED
    return _SAME if includes(evidence, claim) else Relation("close", "limit")


def includes(bound: Value, point: Value) -> bool:
    """Whether an amount lies within a bound for certain."""
    if point.workdays != bound.workdays or (
        point.unit is not bound.unit and point.dimension == "temperature"
    ):
        return False
    (least, greatest), (low, high) = _ends(point), _ends(bound)
    if bound.limit == "eq":
        return low[1] <= least[0] and greatest[1] <= high[0]
    return {
        "ge": low[1] <= least[0],
        "gt": low[1] < least[0],
        "le": greatest[1] <= high[0],
        "lt": greatest[1] < high[0],
    }[bound.limit]


def _ends(value: Value) -> _Span:
    """The span of a value; a bare number counts ones. Months are exact beside years."""
    if value.unit is None:
        return (value.low, value.low), (value.high, value.high)
    return _span(value)


def is_rate(value: Value) -> bool:
    """Whether it says how often: ``twice a month``, ``every 4 years``."""
    return value.dimension == "times" and bool(value.per)


def _frequencies(claim: Value, evidence: Value) -> Relation:
    """Two ways to say how often: exact among months and years, and within one unit."""
    if not (is_rate(claim) and is_rate(evidence)):
        return _beside_frequency(claim, evidence)
    one, other = ((value.low, _interval(value)) for value in (claim, evidence))
    if claim.per != evidence.per and (claim.per in _MONTHS) != (evidence.per in _MONTHS):
        (least, most), (low, high) = spacing(claim), spacing(evidence)
        return Relation("close" if least <= high and low <= most else "differs", "unit")
    if one[0] * other[1] != other[0] * one[1]:
        return Relation("differs", "number" if claim.per == evidence.per else "unit")
    spread = claim.per != evidence.per and claim.per not in _MONTHS
    return Relation("close", "unit") if spread else _limits(claim, evidence)


def _interval(value: Value) -> Decimal:
    """How long it is, in months or in seconds, from one time to the next."""
    return value.every * (_MONTHS.get(value.per) or BY_NAME[value.per].least)


def spacing(value: Value) -> tuple[Decimal, Decimal]:
    """The least and the most seconds from one time to the next."""
    unit = BY_NAME[value.per]
    return value.every * unit.least / value.low, value.every * unit.greatest / value.low


def _beside_frequency(claim: Value, evidence: Value) -> Relation:
    """``every 10 minutes`` beside ``10 minutes``; ``4 times a month`` beside ``4 withdrawals``."""
    often, plain = (claim, evidence) if is_rate(claim) else (evidence, claim)
    if often.low == 1 and plain.dimension == "time" and often.limit == plain.limit == "eq":
        unit = BY_NAME[often.per]
        return _amounts(replace(often, low=often.every, high=often.every, unit=unit), plain, "")
    counted = plain.unit is None and plain.kind == "count" and often.every == 1
    if not counted and plain.dimension != "times":
        return _UNRELATED
    if _equal(often, plain):
        return Relation("close", "unit")
    return Relation("differs") if plain.dimension == "times" else _UNRELATED


def _is_age(claim: Value, evidence: Value, language: str) -> bool:
    """``до 14 лет`` is said of those younger than 14."""
    years = claim.unit is not None and claim.unit.name == "year"
    return language == "ru" and years and {claim.limit, evidence.limit} == {"le", "lt"}


def _codes(claim: Value, evidence: Value) -> Relation:
    if claim.kind != evidence.kind:
        return _UNRELATED
    if claim.text == evidence.text:
        return _SAME
    if may_be_one(claim.text, evidence.text):
        return Relation("close", "code")
    return Relation("differs", "code") if alike(claim.text, evidence.text) else _UNRELATED


def may_be_one(one: str, other: str) -> bool:
    """Whether one option may be short for the other: ``-f`` for ``--force``."""
    short, long = sorted((one, other), key=len)
    return len(short) == 2 and short[0] == "-" and long.startswith(f"--{short[1]}")


def alike(one: str, other: str) -> bool:
    """Whether two codes are of one make: digits, letters and signs in the same order."""
    return _make(one) == _make(other)


def _make(code: str) -> str:
    shape = "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in code)
    return "".join(c for n, c in enumerate(shape) if n == 0 or c != shape[n - 1])


def _dates(claim: Value, evidence: Value) -> Relation:
    if claim.date is None or evidence.date is None:
        return _UNRELATED
    pairs = list(zip(claim.date.parts, evidence.date.parts, strict=True))
    if any(c is not None and e is not None and c != e for c, e in pairs):
        if claim.date.swapped or evidence.date.swapped:
            return Relation("close", "date")
        return Relation("differs", "date")
    if not any(c is not None and e is not None for c, e in pairs):
        return _UNRELATED
    if any((c is None) != (e is None) for c, e in pairs[1:]) or (
        pairs[0][1] is None and pairs[0][0]
    ):
        return Relation("close", "date")
    return _limits(claim, evidence, "order")


def _ordinals(claim: Value, evidence: Value, language: str) -> Relation:
    if claim.kind != evidence.kind:
        labelled = claim.label or evidence.label  # "route 12 runs" may count runs
        one, other = (replace(value, kind="count", nouns=()) for value in (claim, evidence))
        counted = {claim.kind, evidence.kind} == {"ordinal", "count"}
        return _counts(one, other, language) if labelled and counted else _UNRELATED
    if claim.limit != evidence.limit or claim.every != evidence.every:
        return Relation("close", "order")
    named = claim.nouns and evidence.nouns
    if named and not _share_noun(claim.nouns, evidence.nouns, language):
        return Relation("close") if claim.low == evidence.low else _UNRELATED
    if claim.low == evidence.low:
        return _SAME
    ends = {claim.low, evidence.low}
    return Relation("close" if LAST in ends and 1 not in ends else "differs", "number")


def _amounts(claim: Value, evidence: Value, language: str) -> Relation:
    if claim.unit is None and evidence.unit is None:
        return _counts(claim, evidence, language)
    if claim.unit is None or evidence.unit is None:
        return Relation("close") if _equal(claim, evidence) else _UNRELATED
    if claim.dimension != evidence.dimension:
        return _other_dimension(claim, evidence)
    if claim.unit is evidence.unit:
        return _same_unit(claim, evidence)
    return _converted(claim, evidence)


def _counts(claim: Value, evidence: Value, language: str) -> Relation:
    if claim.whole != evidence.whole:
        return Relation("close") if _equal(claim, evidence) else _UNRELATED
    if claim.nouns and evidence.nouns and not _share_noun(claim.nouns, evidence.nouns, language):
        return Relation("close") if _equal(claim, evidence) else _UNRELATED
    return _SAME if _equal(claim, evidence) else Relation("differs", "number")


def _share_noun(one: tuple[str, ...], other: tuple[str, ...], language: str) -> bool:
    if _PEOPLE & {form(noun).lemma for noun in (*one, *other)}:
        return any(_names_person(noun) for noun in (*one, *other))
    return any(
        same_root(a, b) or form(b).lemma in synonyms(form(a).lemma, language)
        for a in one
        for b in other
    )


_DIGITS = 6
_THIRD = Decimal(1)
"""Per cent by which a third may be rounded."""


def _may_be_equal(claim: Value, evidence: Value) -> bool:
    """``from 500 to 1000`` beside 1000; ``33.3 %`` beside a third."""
    ranged = (claim.low != claim.high) != (evidence.low != evidence.high)
    spans = ranged and claim.limit == evidence.limit == "eq"
    ends = bool({claim.low, claim.high} & {evidence.low, evidence.high})
    rounded = claim.dimension == "percent" and any(_is_endless(v.low) for v in (claim, evidence))
    return (spans and ends) or (rounded and abs(claim.low - evidence.low) < _THIRD)


def _is_endless(number: Decimal) -> bool:
    """``66.666…``: what two thirds are in per cent."""
    return number.as_tuple().exponent < -_DIGITS  # type: ignore[operator]  # a finite number


_PEOPLE = frozenset("people person persons человек лицо люди".split())


def _names_person(noun: str) -> bool:
    """``readers``, ``пассажир``: may be counted as people."""
    word = form(noun)
    named = word.lemma.endswith(("er", "or", "ist", "ian", "ant", "ent"))
    return "anim" in word.features or (not word.pos and named) or word.lemma in _PEOPLE


def _equal(claim: Value, evidence: Value) -> bool:
    if (claim.low, claim.high) == (evidence.low, evidence.high):
        return True
    readings = {claim.low, claim.other} & {evidence.low, evidence.other}
    return bool(readings - {None}) and claim.low == claim.high and evidence.low == evidence.high


def _other_dimension(claim: Value, evidence: Value) -> Relation:
    money = claim.dimension.startswith("money") and evidence.dimension.startswith("money")
    if money or {claim.dimension, evidence.dimension} == {"bits", "size"}:
        return Relation("differs", "unit")
    parts = {claim.dimension.partition(":")[0], evidence.dimension.partition(":")[0]}
    if parts == {"money", "percent"} and _equal(claim, evidence):
        return Relation("differs", "unit")
    return _UNRELATED


def _same_unit(claim: Value, evidence: Value) -> Relation:
    if not _equal(claim, evidence):
        return Relation("close" if _may_be_equal(claim, evidence) else "differs", "number")
    if claim.workdays == evidence.workdays:
        return _SAME
    return Relation("close", "unit")


def _converted(claim: Value, evidence: Value) -> Relation:
    """Two units of one dimension: exact where both are, otherwise by whether they can be equal."""
    if claim.dimension == "temperature":
        named = "degree" not in (_unit(claim).name, _unit(evidence).name)
        if not named and _equal(claim, evidence):
            return _SAME
        return Relation("differs" if named else "close", "unit")
    kind: Kind = "unit" if claim.low == evidence.low else "number"
    months = (_in_months(claim), _in_months(evidence))
    if None not in months:
        return _SAME if months[0] == months[1] else Relation("differs", kind)
    if claim.workdays or evidence.workdays:
        return Relation("differs" if _apart(claim, evidence, slack=_WORKWEEK) else "close", kind)
    if _apart(claim, evidence, slack=_ROUNDING):
        return Relation("differs", kind)
    spans = _span(claim), _span(evidence)
    exact = all(end[0] == end[1] for span in spans for end in span)
    return _SAME if exact and spans[0] == spans[1] else Relation("close", kind)


# Months, quarters, half-years and years are exact among themselves: 12 months are a year.
_MONTHS = {"month": 1, "quarter": 3, "halfyear": 6, "year": 12}


def _in_months(value: Value) -> tuple[Decimal, Decimal] | None:
    months = _MONTHS.get(_unit(value).name)
    return (value.low * months, value.high * months) if months else None


def _unit(value: Value) -> Unit:
    if value.unit is None:
        raise ValueError(f"{value.text!r} has no unit")
    return value.unit


_Span = tuple[tuple[Decimal, Decimal], tuple[Decimal, Decimal]]


def _span(value: Value) -> _Span:
    """((least, greatest) of the lower end, the same of the upper end) in base units."""
    unit = _unit(value)
    return (
        (value.low * unit.least, value.low * unit.greatest),
        (value.high * unit.least, value.high * unit.greatest),
    )


def _apart(claim: Value, evidence: Value, slack: Decimal) -> bool:
    """Whether one end of the two amounts cannot be the same (``slack``: times over)."""
    return any(
        c[1] * slack < e[0] or e[1] * slack < c[0]
        for c, e in zip(_span(claim), _span(evidence), strict=True)
    )


def lies_within(claim: Value, evidence: Value) -> bool:
    """Whether an exact value of the claim keeps within a bound of the evidence.

    ``Trolleys heavier than 300 kg`` are a rule for one of 320 kg.
    """
    exact = claim.limit in ("eq", "about") and claim.low == claim.high
    later = (claim.limit, evidence.limit) == ("gt", "ge")  # "через 20 минут"
    if later:
        claim = replace(claim, limit="eq")
    if (
        not (exact or later)
        or claim.dimension != evidence.dimension
        or claim.kind in ("ordinal", "date")
    ):
        return False
    if claim.low in (evidence.low, evidence.high) or not is_bound(evidence):
        return False  # "10 MB" for "up to 10 GB"
    return includes(evidence, claim)


def _limits(claim: Value, evidence: Value, opposed: Kind = "limit") -> Relation:
    one, other = claim.limit, evidence.limit
    if (one, other) == ("eq", "about"):
        return Relation("close", "limit")
    if one == other or {one, other} <= {"eq", "in", "about"}:
        return _SAME
    if (one in _UP and other in _DOWN) or (one in _DOWN and other in _UP):
        return Relation("differs", opposed)
    if {one, other} <= {"in", "le"}:
        return _SAME
    return Relation("close", opposed)

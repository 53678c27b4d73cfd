"""How often, and by what something is counted: ``twice a month``, ``every 4 years``, ``per kg``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.support.morphology import form
from harness.support.numerals import MULTIPLES, ordinal_of, read_number
from harness.support.surface import Token
from harness.support.units import AFTER_DIGITS_ONLY, UNITS, Unit, unit_of

_PER = frozenset("a an per each every / в за на каждый каждые".split())
_PLAIN_PER = frozenset("per each every / за каждый каждые".split())
"""May also stand before a unit of mass, length and so on: ``per kilo``, ``за килограмм``."""
_BY_MEASURE = frozenset("mass length volume area energy".split())
EACH = frozenset("each every каждый каждая каждое каждую каждые".split())
NAMED_RATES = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
    "annual": "year",
    "ежечасно": "hour",
    "ежечасный": "hour",
    "ежедневно": "day",
    "ежедневный": "day",
    "еженедельно": "week",
    "еженедельный": "week",
    "ежемесячно": "month",
    "ежемесячный": "month",
    "ежеквартально": "quarter",
    "ежеквартальный": "quarter",
    "ежегодно": "year",
    "ежегодный": "year",
}
"""Words for how often, by the unit of time they are counted by."""
_SHORT_TIMES = {"s": "second", "с": "second", "h": "hour", "ч": "hour", "min": "minute", "d": "day"}


@dataclass(frozen=True, slots=True)
class Frequency:
    """``low`` times in ``every`` times the unit ``per``; tokens up to ``after``."""

    low: Decimal
    per: str
    every: Decimal
    after: int


def read_per(found: Sequence[Token], at: int) -> tuple[str, int]:
    """(unit, token after it) of ``a month`` right after a value; ("", at) if there is none."""
    if at + 1 >= len(found):
        return "", at
    join, place = found[at].text, at + 1
    if join == "for" and found[place].text in EACH:
        join = "each"
    elif join not in _PER:
        return "", at
    if found[place].text in EACH and place + 1 < len(found):
        join, place = "each", place + 1
    unit = _per_unit(found[place], join)
    return (unit.name, place + 1) if unit is not None else ("", at)


def _per_unit(token: Token, join: str) -> Unit | None:
    if token.kind != "word":
        return None
    if join == "/" and token.text in _SHORT_TIMES:
        return UNITS[_SHORT_TIMES[token.text]]
    unit = unit_of(token.text)
    if unit is None or (token.text in AFTER_DIGITS_ONLY and join != "/"):
        return None
    timed = unit.dimension == "time" and (join != "на" or token.text == "час")
    measured = unit.dimension in _BY_MEASURE and (join in _PLAIN_PER or join == "на")
    return unit if timed or measured else None


def read_frequency(found: Sequence[Token], at: int, language: str) -> Frequency | None:
    """``twice a month``, ``once every 90 days``, ``раз в 4 года``, ``every second year``."""
    if found[at].text in EACH:
        return _interval(found, at, language)
    text = found[at].text
    amount = Decimal(1) if text in ("раз", "раза") else MULTIPLES.get(text)
    after = at + 1
    if amount is None:
        number = read_number(found, at, language)
        times = number.after if number is not None and not number.ordinal else len(found)
        if number is None or times >= len(found) or not _is_times(found[times]):
            return None
        amount, after = number.amount, times + 1
    span = _span(found, after, language)
    if span is not None:
        return Frequency(amount, *span)
    per, end = read_per(found, after)
    if not per and text in ("раз", "раза", "once"):
        return None  # "раз" and "once" count only with their period
    return Frequency(amount, per, Decimal(1), end)


def _is_times(token: Token) -> bool:
    return token.text == "times" or form(token.text).lemma == "раз"


def _interval(found: Sequence[Token], at: int, language: str) -> Frequency | None:
    """``every 4 years``, ``каждый второй год``; not ``every day``, which is a word for itself."""
    span = _counted_unit(found, at + 1, language)
    return Frequency(Decimal(1), *span) if span is not None else None


def _span(found: Sequence[Token], at: int, language: str) -> tuple[str, Decimal, int] | None:
    """(unit, how many of it, token after them) of ``in 90 days``, ``every 90 days``, ``в 4 года``."""
    joins = 0
    while at < len(found) and found[at].text in ("in", "per", "в", "every", "each") and joins < 2:
        at, joins = at + 1, joins + 1
    return _counted_unit(found, at, language) if joins else None


_WHOLE = {"quarter": "quarter", "квартал": "quarter", "полгода": "halfyear"}
"""Units that no other word names when they are counted one by one."""


def _counted_unit(
    found: Sequence[Token], at: int, language: str
) -> tuple[str, Decimal, int] | None:
    if at >= len(found):
        return None
    if found[at].text in _WHOLE and not (at + 1 < len(found) and found[at + 1].text == "of"):
        return _WHOLE[found[at].text], Decimal(1), at + 1
    amount = Decimal(2) if found[at].text == "other" else ordinal_of(found[at])
    after = at + 1
    if amount is None:
        number = read_number(found, at, language)
        if number is None:
            return None
        amount, after = number.amount, number.after
    if after >= len(found) or found[after].kind != "word" or amount <= 1:
        return None
    unit = unit_of(found[after].text)
    if unit is None or unit.dimension != "time" or found[after].text == "s":
        return None
    return unit.name, amount, after + 1


_REACH = 4  # tokens between a value and the period it is counted by


def distant_per(found: Sequence[Token], at: int) -> tuple[str, int, int]:
    """(unit, first token, token after it) of the period after the noun: ``4 withdrawals a month``.

    ``("", 0, 0)`` where there is none. ``в день подачи`` names a day and counts nothing.
    """
    for place in range(at, min(at + _REACH, len(found) - 1)):
        if found[place].kind != "word":
            break
        if found[place].text in ("in", "for", "within", "of", "than"):
            break  # "in an hour" is a time of its own
        if found[place].text not in ("a", "an", "per", "в"):
            continue
        per, after = read_per(found, place)
        if per and place > at and not _is_named(found, after):
            return per, place, after
        break
    return "", 0, 0


def per_before(found: Sequence[Token], first: int) -> tuple[str, int]:
    """(unit, first token of it) of ``per hour`` right before a value: ``Price per hour | $9``."""
    end = first - (first > 0 and found[first - 1].text == ")")
    for start in (end - 2, end - 3):
        if start >= 0 and found[start].text in ("per", "в", "за"):
            per, after = read_per(found, start)
            if per and after == end:
                return per, start
    return "", first


def _is_named(found: Sequence[Token], at: int) -> bool:
    """Whether a noun behind the period says which one is meant."""
    return at < len(found) and form(found[at].text).pos in ("NOUN", "ADJ")

"""Times of day: ``15:00``, ``7.30 pm``, ``9:00-17:30``, ``9 утра``, ``шесть вечера``, ``noon``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.support.morphology import form
from harness.support.numerals import read_number
from harness.support.surface import Token
from harness.support.units import UNITS

_TIME = re.compile(r"([01]?\d|2[0-4])(?:[:.]([0-5]\d))?")
_NOON = 12
_HALVES = {
    **dict.fromkeys(("am", "a.m", "утра", "ночи"), 0),
    **dict.fromkeys(("pm", "p.m", "вечера"), _NOON),
}
NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0, "полдень": 720, "полночь": 0}
_JOINS = frozenset(("-", "to", "and", "until", "till", "до", "по", "и"))
_HOURS = frozenset("час часа часов часам часах ч".split())
_LATE = 9  # "11 часов ночи" is before midnight, "3 часа ночи" after it
_AFTERNOON = 13  # "в 18 часов" is a time of day, "в 2 часа" may be either half


@dataclass(frozen=True, slots=True)
class Clock:
    """Minutes since midnight, up to the last one of a span; tokens up to ``after``."""

    low: Decimal
    high: Decimal
    after: int


def read_clock(tokens: Sequence[Token], first: int) -> Clock | None:
    """The time of day or span of times that starts at token ``first``."""
    one = _time(tokens, first) or _hour_of_span(tokens, first)
    if one is None:
        return None
    minutes, after = one
    joined = after + 1 < len(tokens) and tokens[after].text in _JOINS
    opened = joined and _opened(tokens, first, after)
    other = _time(tokens, after + 1, told=True) if opened else None
    if other is None:
        return Clock(Decimal(minutes), Decimal(minutes), after)
    return Clock(Decimal(minutes), Decimal(other[0]), other[1])


def _opened(tokens: Sequence[Token], first: int, join: int) -> bool:
    """``and`` joins the ends of a span only after ``between``."""
    text = tokens[join].text
    before = tokens[first - 1].text if first else ""
    return text not in ("and", "и") or before in ("between", "между")


def _time(tokens: Sequence[Token], first: int, *, told: bool = False) -> tuple[int, int] | None:
    """(minutes, token after it) of one time; a dot or a bare hour counts only with its half.

    ``told``: it is known that a time of day stands there.
    """
    token = tokens[first]
    if token.text in NAMED_TIMES:
        return NAMED_TIMES[token.text], first + 1
    match = _TIME.fullmatch(token.text) if token.kind == "number" else None
    if match is None:
        return _russian_time(tokens, first, told=told)
    hour, minute = int(match[1]), int(match[2] or 0)
    half = _HALVES.get(tokens[first + 1].text) if first + 1 < len(tokens) else None
    if half is None and ":" in token.text:
        return hour * 60 + minute, first + 1
    if half is None:
        told_hour = told and match[2] is not None
        clear = (hour * 60 + minute, first + 1) if told_hour else None
        return clear or _russian_time(tokens, first, told=told)
    if tokens[first + 1].text == "ночи" and _LATE <= hour < _NOON:
        half = _NOON
    after = first + 2
    dotted = "." in tokens[first + 1].text and after + 1 < len(tokens)
    if dotted and tokens[after].text == "." and not tokens[after].space_before:
        after += 1  # "8.30 a.m. to 5 p.m."
    return (hour % _NOON + half) * 60 + minute, after


def _russian_time(tokens: Sequence[Token], first: int, *, told: bool) -> tuple[int, int] | None:
    """``6 вечера``, ``шести часов вечера``, ``час дня``; ``в 18 часов``."""
    hour, after = _hour(tokens, first)
    if hour is None:
        return None
    spoken = after < len(tokens) and tokens[after].text in _HOURS
    part = tokens[after + spoken].text if after + spoken < len(tokens) else ""
    if part in ("утра", "вечера", "ночи") or (part == "дня" and (spoken or after == first + 1)):
        if part == "дня" and not spoken and tokens[first].text not in ("час", "часа"):
            return None  # "три дня"
        late = part in ("вечера", "дня") or (part == "ночи" and _LATE <= hour < _NOON)
        return (hour % _NOON + (_NOON if late else 0)) * 60, after + spoken + 1
    at = tokens[first - 1].text if first else ""
    plain = spoken and (told or (at in ("в", "к", "с") and _AFTERNOON <= hour < 2 * _NOON))
    return (hour * 60, after + 1) if plain else None


def _hour(tokens: Sequence[Token], first: int) -> tuple[int | None, int]:
    """A whole hour in digits or words, and the token after it."""
    if tokens[first].text in ("час", "часа") and first + 1 < len(tokens):
        return 1, first + 1
    number = read_number(tokens, first, "ru") if tokens[first].kind in ("number", "word") else None
    whole = number is not None and not number.ordinal and number.amount == int(number.amount)
    if number is None or not whole or not 0 < number.amount <= 2 * _NOON:
        return None, first
    return int(number.amount), number.after


def _hour_of_span(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """The first end of ``с 14 до 20 часов``, ``с 9.30 до 18.00``; a duration is ``от … до``."""
    if not first or tokens[first - 1].text != "с":
        return None
    dotted = _TIME.fullmatch(tokens[first].text) if tokens[first].kind == "number" else None
    hour, join = (int(dotted[1]), first + 1) if dotted else _hour(tokens, first)
    joined = join + 1 < len(tokens) and tokens[join].text == "до"
    end = _time(tokens, join + 1, told=True) if joined else None
    if hour is None or end is None or _is_measured(tokens, end[1]):
        return None
    return hour * 60 + int((dotted and dotted[2]) or 0), join


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit follows: ``с 9.30 до 18.00 рублей`` is no time."""
    known = (
        UNITS.keys() & {tokens[at].text, form(tokens[at].text).lemma} if at < len(tokens) else ()
    )
    return bool(known)

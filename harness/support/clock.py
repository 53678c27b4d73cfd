"""Times of day: ``15:00``, ``7.30 pm``, ``6 p.m.``, ``9:00-17:30``, ``9 утра``, ``noon``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.support.surface import Token

_TIME = re.compile(r"([01]?\d|2[0-4])(?:[:.]([0-5]\d))?")
_NOON = 12
_HALVES = {
    **dict.fromkeys(("am", "a.m", "утра", "ночи"), 0),
    **dict.fromkeys(("pm", "p.m", "вечера"), _NOON),
}
NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0, "полдень": 720, "полночь": 0}
_JOINS = frozenset(("-", "to", "and", "until", "till", "до", "по", "и"))


@dataclass(frozen=True, slots=True)
class Clock:
    """Minutes since midnight, up to the last one of a span; tokens up to ``after``."""

    low: Decimal
    high: Decimal
    after: int


def read_clock(tokens: Sequence[Token], first: int) -> Clock | None:
    """The time of day or span of times that starts at token ``first``."""
    one = _time(tokens, first)
    if one is None:
        return None
    minutes, after = one
    joined = after + 1 < len(tokens) and tokens[after].text in _JOINS
    other = _time(tokens, after + 1) if joined and _opened(tokens, first, after) else None
    if other is None:
        return Clock(Decimal(minutes), Decimal(minutes), after)
    return Clock(Decimal(minutes), Decimal(other[0]), other[1])


def _opened(tokens: Sequence[Token], first: int, join: int) -> bool:
    """``and`` joins the ends of a span only after ``between``."""
    text = tokens[join].text
    before = tokens[first - 1].text if first else ""
    return text not in ("and", "и") or before in ("between", "между")


def _time(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """(minutes, token after it) of one time; a dot or a bare hour counts only with its half."""
    token = tokens[first]
    if token.text in NAMED_TIMES:
        return NAMED_TIMES[token.text], first + 1
    match = _TIME.fullmatch(token.text) if token.kind == "number" else None
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    half = _HALVES.get(tokens[first + 1].text) if first + 1 < len(tokens) else None
    if half is None:
        return (hour * 60 + minute, first + 1) if ":" in token.text else None
    after = first + 2
    dotted = "." in tokens[first + 1].text and after + 1 < len(tokens)
    if dotted and tokens[after].text == "." and not tokens[after].space_before:
        after += 1  # "8.30 a.m. to 5 p.m."
    return (hour % _NOON + half) * 60 + minute, after

"""Parts of a whole and of a unit: ``a quarter of the fee``, ``one in three``, ``четверть часа``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.support.lexicon import lexicon
from harness.support.morphology import form
from harness.support.numerals import ORDINALS, read_number
from harness.support.surface import Token
from harness.support.units import UNITS, Unit, unit_of

PARTS = {
    "half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5,
    "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10,
    "половина": 2, "треть": 3, "четверть": 4,
}  # fmt: skip
_OF_THEM = frozenset("of the its their this that all his her your our price cost fee".split())
_LARGEST_SHARE = 100  # "one in 2024" is no share


@dataclass(frozen=True, slots=True)
class Share:
    """``amount`` of ``unit``: per cent, or the unit that is divided. Tokens up to ``after``."""

    amount: Decimal
    unit: Unit
    after: int


def read_share(found: Sequence[Token], at: int, language: str) -> Share | None:
    """The share that starts at token ``at``."""
    return _one_in(found, at, language) or _fraction(found, at, language)


def _one_in(found: Sequence[Token], at: int, language: str) -> Share | None:
    """``one in three``, ``2 out of 5``; not ``one in two years``."""
    part = read_number(found, at, language)
    if part is None or part.ordinal or language == "ru":
        return None
    after = part.after
    if tuple(token.text for token in found[after : after + 2]) == ("out", "of"):
        after += 2
    elif after < len(found) and found[after].text == "in":
        after += 1
    else:
        return None
    whole = read_number(found, after, language) if after < len(found) else None
    if whole is None or whole.ordinal or not 0 < part.amount < whole.amount <= _LARGEST_SHARE:
        return None
    if whole.after < len(found) and _unit_at(found, whole.after) is not None:
        return None
    return Share(part.amount * 100 / whole.amount, UNITS["%"], whole.after)


def _fraction(found: Sequence[Token], at: int, language: str) -> Share | None:
    """``a quarter of``, ``two-thirds of``, ``three quarters``, ``треть``, ``две пятых``."""
    number = read_number(found, at, language)
    plain = number is not None and not number.ordinal and number.amount == number.amount // 1
    counted = number.amount if number is not None and plain else None
    place = number.after if number is not None and plain else at
    place += place < len(found) and place > at and found[place].text == "-"
    if place >= len(found) or found[place].kind != "word":
        return None
    part = _part(found[place].text, counted)
    if part is None:
        return None
    of_unit = _unit_behind(found, place)
    if of_unit is not None:
        return _of_unit((counted or Decimal(1)), part, *of_unit)
    if not _is_share(found, at, place):
        return None
    return Share((counted or Decimal(1)) * 100 / part, UNITS["%"], place + 1)


def _part(word: str, counted: Decimal | None) -> int | None:
    """Into how many parts a word divides: 5 for ``fifth``, for ``пятых`` of ``две пятых``."""
    part = PARTS.get(word) or PARTS.get(form(word).lemma)
    if part is not None or counted is None:
        return part
    ending = ("ая", "ой", "ую") if counted == 1 else ("ых",)
    ordinal = ORDINALS.get(form(word).lemma) if word.endswith(ending) else None
    return int(ordinal) if ordinal and ordinal > counted and ordinal > 2 else None


def _is_share(found: Sequence[Token], at: int, place: int) -> bool:
    """Whether the word counts a share: ``a third of``, not ``a third reminder``."""
    if "\u0400" <= found[place].text[:1] <= "\u04ff" or found[place].text.endswith("s"):
        return True
    after = found[place + 1].text if place + 1 < len(found) else ""
    before = found[at - 1].text if at else ""
    if place > at and after in lexicon("en").function_words | {"", ".", ",", ";", ")"}:
        return True
    opened = before in ("a", "one") or place > at or found[place].text == "half"
    return opened and after in _OF_THEM


def _unit_behind(found: Sequence[Token], place: int) -> tuple[Unit, int] | None:
    """(unit, token after it) of ``a quarter of an hour``, ``четверть часа``; not ``third hour``."""
    word, joined = found[place].text, place + 1 < len(found) and found[place + 1].text == "of"
    if word.isascii() and word not in ("half", "quarter") and not joined:
        return None
    for at in range(place + 1, min(place + 4, len(found))):
        unit = _unit_at(found, at)
        if unit is not None and unit.dimension != "percent":
            return unit, at + 1
        if found[at].text not in ("of", "a", "an"):
            return None
    return None


def _unit_at(found: Sequence[Token], at: int) -> Unit | None:
    text = found[at].text
    if found[at].kind != "word" or len(text) <= 2:
        return None
    return unit_of(text)


def _of_unit(counted: Decimal, part: int, unit: Unit, after: int) -> Share | None:
    """The amount in its unit, in seconds or months where only that makes it exact."""
    if counted * 100 % part == 0:
        return Share(counted / part, unit, after)
    smaller = UNITS["month" if unit.name == "year" else "second"]
    factor = Decimal(12) if unit.name == "year" else unit.least
    exact = unit.name == "year" or (unit.dimension == "time" and unit.least == unit.greatest)
    if not exact or counted * factor % part:
        return None
    return Share(counted * factor / part, smaller, after)

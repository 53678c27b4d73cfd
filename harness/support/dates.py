"""Calendar dates, English and Russian, whole or in part (``May 2024``, ``1 января``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.support.morphology import form, readings
from harness.support.numerals import Number, is_number_word, ordinal_of, read_number
from harness.support.surface import Token
from harness.support.units import AFTER_DIGITS_ONLY, CURRENCY_SIGNS, unit_of

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan январь янв",
            "february feb февраль фев",
            "march mar март",
            "april apr апрель апр",
            "may май",
            "june jun июнь",
            "july jul июль",
            "august aug август авг",
            "september sep sept сентябрь сен сент",
            "october oct октябрь окт",
            "november nov ноябрь ноя",
            "december dec декабрь дек",
        ),
        1,
    )
    for name in names.split()
}
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NUMERIC = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})")
_DAY_MONTH = re.compile(r"(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])")
_BEFORE_DATE = frozenset("с со до по к на от после".split())
_LAST_DAY = 31
_YEAR_WORDS = frozenset(("г", "гг", "год"))


@dataclass(frozen=True, slots=True)
class Date:
    """A date with the parts that were given; tokens up to ``after`` (exclusive) make it."""

    year: int | None
    month: int | None
    day: int | None
    after: int
    last_day: int | None = None
    """The other end of ``10-25 October``."""
    swapped: bool = False
    """``05/06/2024``: day and month may be the other way round."""

    @property
    def parts(self) -> tuple[int | None, int | None, int | None, int | None]:
        return self.year, self.month, self.day, self.last_day


def read_date(tokens: Sequence[Token], first: int, language: str) -> Date | None:
    """The date that starts at token ``first``."""
    token = tokens[first]
    if token.kind in ("code", "number"):
        return (
            _numeric(token.text, first, language)
            or _day_and_month(tokens, first, language)
            or _iso(tokens, first)
            or _day_first(tokens, first)
            or _year(tokens, first)
        )
    if token.kind == "word" and month_of(token):
        return _month_first(tokens, first)
    return _day_in_words(tokens, first) if token.kind == "word" else None


def _day_in_words(tokens: Sequence[Token], first: int) -> Date | None:
    """``the first of November``, ``первого июня``."""
    number = read_number(tokens, first, "") if is_number_word(tokens[first].text) else None
    if number is None:
        ordinal = ordinal_of(tokens[first])
        number = Number(ordinal, None, first + 1, ordinal=True) if ordinal else None
    if number is None or not number.ordinal or not 1 <= number.amount <= _LAST_DAY:
        return None
    at = number.after
    at += at < len(tokens) and tokens[at].text == "of"
    month = month_of(tokens[at], dated=True) if at < len(tokens) else None
    if month is None:
        return None
    year, after = _year_after(tokens, at + 1)
    return Date(year, month, int(number.amount), after)


def month_of(token: Token, *, dated: bool = False) -> int | None:
    """The month a word names; ``may`` only with a capital, ``march`` also after a day."""
    if token.kind != "word" or (token.text == "may" and token.raw.islower()):
        return None
    if token.text == "march" and token.raw.islower() and not dated:
        return None
    return MONTHS.get(token.text) or MONTHS.get(form(token.text).lemma)


def _numeric(text: str, first: int, language: str) -> Date | None:
    match = _NUMERIC.fullmatch(text)
    if not match:
        return None
    one, other, year = int(match[1]), int(match[3]), int(match[4])
    american = match[2] == "/" and language != "ru"
    day, month = (other, one) if american else (one, other)
    if month > 12:
        day, month = month, day
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Date(year, month, day, first + 1, swapped=match[2] == "/" and day <= 12)


def _day_and_month(tokens: Sequence[Token], first: int, language: str) -> Date | None:
    """``02.06``, ``до 15.09``: a Russian date without its year; decimals have a comma there."""
    match = _DAY_MONTH.fullmatch(tokens[first].text) if language == "ru" else None
    if match is None:
        return None
    before = tokens[first - 1].text if first else ""
    after = tokens[first + 1] if first + 1 < len(tokens) else None
    counted = after is not None and (unit_of(after.text) is not None or after.text == "-")
    if counted or not (match[1].startswith("0") or before in _BEFORE_DATE):
        return None
    return Date(None, int(match[2]), int(match[1]), first + 1)


def _iso(tokens: Sequence[Token], first: int) -> Date | None:
    text = "".join(token.text for token in tokens[first : first + 5])
    glued = not any(token.space_before for token in tokens[first + 1 : first + 5])
    match = _ISO.match(text) if glued else None
    if not match:
        return None
    width, after = 0, first
    while width < len(match[0]):
        width += len(tokens[after].text)
        after += 1
    return Date(int(match[1]), int(match[2]), int(match[3]), after)


def _day(token: Token) -> int | None:
    if token.kind == "number" and token.text.isdigit() and 1 <= int(token.text) <= 31:
        return int(token.text)
    return None


def _skip(tokens: Sequence[Token], at: int, texts: frozenset[str]) -> int:
    while at < len(tokens) and tokens[at].text in texts:
        at += 1
    return at


_DAY_JOINS = frozenset(("st", "nd", "rd", "th", "of", "-", "го", "е"))


def _day_first(tokens: Sequence[Token], first: int) -> Date | None:
    day = _day(tokens[first])
    if day is None:
        return None
    last: int | None = None
    at = first + 1
    if at + 1 < len(tokens) and tokens[at].text in ("-", "to", "по", "до", "and"):
        last = _day(tokens[at + 1])
        at += 2 if last else 0
    at = _skip(tokens, at, _DAY_JOINS)
    month = month_of(tokens[at], dated=True) if at < len(tokens) else None
    if month is None:
        return None
    year, after = _year_after(tokens, at + 1)
    return Date(year, month, day, after, last)


def _month_first(tokens: Sequence[Token], first: int) -> Date:
    month = month_of(tokens[first])
    at = first + 1
    day = _day(tokens[at]) if at < len(tokens) and tokens[first].raw.isascii() else None
    last: int | None = None
    if day is not None:
        at = _skip(tokens, at + 1, frozenset(("st", "nd", "rd", "th")))
        if at + 1 < len(tokens) and tokens[at].text in ("-", "to"):
            last = _day(tokens[at + 1])
            at += 2 if last else 0
    year, after = _year_after(tokens, at)
    return Date(year, month, day, after, last)


def _is_year(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit() and 1900 <= int(token.text) <= 2100


def _year_after(tokens: Sequence[Token], at: int) -> tuple[int | None, int]:
    place = at + 1 if at < len(tokens) and tokens[at].text == "," else at
    if place < len(tokens) and _is_year(tokens[place]) and len(tokens[place].text) == 4:
        year = int(tokens[place].text)
        return year, _after_year_word(tokens, place + 1)
    return None, at


def _after_year_word(tokens: Sequence[Token], at: int) -> int:
    if at < len(tokens) and tokens[at].kind == "word":
        word = tokens[at].text
        if word in _YEAR_WORDS or form(word).lemma == "год":
            dotted = at + 1 < len(tokens) and tokens[at + 1].text == "." and word != "год"
            return at + 1 + (dotted and word in _YEAR_WORDS)
    return at


_YEAR_BEFORE = frozenset(("in", "since", "until", "by", "of", "from", "в", "с", "до", "от", "the"))


_UP_TO = frozenset(("to", "and", "до", "по", "и", "-"))


def _is_amount(tokens: Sequence[Token], after: int) -> bool:
    """``до 2000 рублей``, ``от 2000 до 5000 метров``: the number before token ``after`` is no year."""
    if _is_unit(tokens, after):
        return True
    ranged = after + 1 < len(tokens) and tokens[after].text in _UP_TO
    if not ranged or tokens[after + 1].kind != "number":
        return False
    return not _is_year(tokens[after + 1]) or _is_unit(tokens, after + 2)


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """``до 2000 мест``: what is counted stands right behind, in the plural."""
    tags = readings(tokens[at].text) if at < len(tokens) and tokens[at].kind == "word" else ()
    return any(t.POS == "NOUN" and t.case == "gent" and t.number == "plur" for t in tags)


def _is_unit(tokens: Sequence[Token], at: int) -> bool:
    if at >= len(tokens):
        return False
    text = tokens[at].text
    unit = unit_of(text)
    named = unit is not None and unit.name != "year" and text not in AFTER_DIGITS_ONLY
    return named or text in CURRENCY_SIGNS or text == "%"


def _year(tokens: Sequence[Token], first: int) -> Date | None:
    """A bare year: ``in 2021``, ``2021 год``, ``the 2021 season``; never ``2021 files``."""
    if not (_is_year(tokens[first]) and len(tokens[first].text) == 4):
        return None
    after = _after_year_word(tokens, first + 1)
    bare = after == first + 1
    before = tokens[first - 1].text if first else ""
    if bare and (before not in _YEAR_BEFORE or _is_amount(tokens, after)):
        return None
    if bare and before in ("до", "от") and _is_counted(tokens, after):
        return None
    return Date(int(tokens[first].text), None, None, after)

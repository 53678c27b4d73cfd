"""The stems by which a fact is found in a text: numbers and dates in one form.

Passages are found and weighed by the words they share with a fact, and ``ten``, ``10`` and
``десяти`` are one word there, as ``01.02.2026`` and ``1 February 2026`` are the same three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from harness.support.dates import MONTHS
from harness.support.numerals import cardinal
from harness.text import stems, words

_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_TIME = re.compile(r"\d{1,2}:\d{2}")
_RANGE = re.compile(r"(\d+)-(\d+)")


def fact_stems(text: str, language: str) -> list[str]:
    """The stems of a text in order, numbers in digits, dates and ranges in their parts."""
    return [stem for word in words(text) for stem in _stems(word, language)]


@lru_cache(maxsize=200_000)
def _stems(word: str, language: str) -> tuple[str, ...]:
    if _TIME.fullmatch(word):
        return (word.replace(":", "."),)
    if ends := _RANGE.fullmatch(word):
        return ends.groups()
    return tuple(_dated(word, language)) or (_digits(word) or stems(word, language)[0],)


def _digits(word: str) -> str | None:
    """A number word from two on; one is as often a pronoun."""
    amount = cardinal(word) if word.isalpha() else None
    whole = amount is not None and amount > 1 and amount == int(amount)
    return str(int(amount)) if amount is not None and whole else None


def _dated(word: str, language: str) -> Iterator[str]:
    found = _ISO.fullmatch(word) or _DOTTED.fullmatch(word)
    if found is None or not 1 <= int(found["month"]) <= 12:
        return
    yield str(int(found["day"]))
    yield from stems(_month(int(found["month"]), language), language)
    yield found["year"]
    if language == "ru":
        yield from stems("год", language)


def _month(number: int, language: str) -> str:
    """The name of a month, which stands before its abbreviations in the table."""
    latin = language != "ru"
    return next(name for name, n in MONTHS.items() if n == number and name.isascii() == latin)

"""Every number and date of the report is written here, in the language of the reader."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

MINUS = "\u2212"
NOTHING = "—"
HASH_CHARS = 12
TENTHS_BELOW = 9.95
SMALLEST = 0.001
"""Last place of a score; a smaller change is not written as none."""


@lru_cache(maxsize=10_000)
def count(value: int, language: str) -> str:
    """A whole number with the language's thousands separator."""
    from babel.numbers import format_decimal

    return format_decimal(value, format="#,##0", locale=language)


@lru_cache(maxsize=10_000)
def score(value: float | None, language: str) -> str:
    """A metric to three places; a dash where it does not apply."""
    from babel.numbers import format_decimal

    if value is None:
        return NOTHING
    return format_decimal(value, format="0.000", locale=language)


@lru_cache(maxsize=10_000)
def change(value: float, language: str) -> str:
    """A difference of scores with its sign; ``0`` only when nothing changed at all."""
    if value == 0:
        return "0"
    size = abs(value)
    text = score(size, language) if size >= SMALLEST else f"<{score(SMALLEST, language)}"
    return f"{'+' if value > 0 else MINUS}{text}"


@lru_cache(maxsize=10_000)
def percent(value: float | None, language: str) -> str:
    """A share with one place."""
    from babel.numbers import format_percent

    if value is None:
        return NOTHING
    return format_percent(
        value, format="0.0\u00a0%" if language == "ru" else "0.0%", locale=language
    )


@lru_cache(maxsize=10_000)
def p_value(value: float, language: str) -> str:
    """A p-value with its sign: ``= 0.031``, ``< 0.001``."""
    if value < SMALLEST:
        return f"< {score(SMALLEST, language)}"
    return f"= {score(value, language)}"


@lru_cache(maxsize=10_000)
def money(value: float | None, language: str) -> str:
    """A sum in the currency of the prices, to the last place that was kept."""
    from babel.numbers import format_decimal

    return (
        NOTHING if value is None else format_decimal(value, format="#,##0.00####", locale=language)
    )


@lru_cache(maxsize=10_000)
def milliseconds(value: float, language: str) -> str:
    """A time in whole milliseconds, or in tenths below ten."""
    from babel.numbers import format_decimal

    form = "#,##0" if value >= TENTHS_BELOW else "0.0"
    return format_decimal(value, format=form, locale=language)


def moment(value: str, language: str) -> str:
    """An ISO 8601 time in the language's medium format; text that is no time as it is."""
    from babel.dates import format_datetime

    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return value
    zone = time.strftime("%Z") if time.tzinfo else ""
    return f"{format_datetime(time, 'medium', tzinfo=time.tzinfo, locale=language)} {zone}".strip()


def short_hash(value: str) -> str:
    """The first characters of a digest, enough to compare by eye."""
    return value.removeprefix("sha256:")[:HASH_CHARS]


def rank(value: int | None) -> str:
    """A rank; a dash where the chunk is not on the list."""
    return NOTHING if value is None else str(value)

"""Every number of the report, in both languages."""

from __future__ import annotations

import pytest

from harness.report import numbers

NBSP = "\u00a0"
NARROW = "\u202f"


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (0, "0", "0"),
        (999, "999", "999"),
        (1000, "1,000", f"1{NBSP}000"),
        (1234567, "1,234,567", f"1{NBSP}234{NBSP}567"),
    ],
)
def test_count(value: int, english: str, russian: str) -> None:
    assert numbers.count(value, "en") == english
    assert numbers.count(value, "ru") == russian


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (None, "—", "—"),
        (0.0, "0.000", "0,000"),
        (1.0, "1.000", "1,000"),
        (0.6666666, "0.667", "0,667"),
        (0.0004, "0.000", "0,000"),
        (12.5, "12.500", "12,500"),
    ],
)
def test_score(value: float | None, english: str, russian: str) -> None:
    assert numbers.score(value, "en") == english
    assert numbers.score(value, "ru") == russian


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (0.0, "0", "0"),
        (0.05, "+0.050", "+0,050"),
        (-0.2, "\u22120.200", "\u22120,200"),
        (-0.0001, "\u2212<0.001", "\u2212<0,001"),
        (0.0001, "+<0.001", "+<0,001"),
    ],
)
def test_change_never_reads_as_nothing_when_there_is_one(
    value: float, english: str, russian: str
) -> None:
    assert numbers.change(value, "en") == english
    assert numbers.change(value, "ru") == russian


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (None, "—", "—"),
        (0.0, "0.0%", f"0,0{NBSP}%"),
        (0.4166, "41.7%", f"41,7{NBSP}%"),
        (1.0, "100.0%", f"100,0{NBSP}%"),
    ],
)
def test_percent(value: float | None, english: str, russian: str) -> None:
    assert numbers.percent(value, "en") == english
    assert numbers.percent(value, "ru") == russian


@pytest.mark.parametrize(
    ("value", "english", "russian"),
    [
        (
            "2026-11-29T18:04:05+00:00",
            f"Nov 29, 2026, 6:04:05{NARROW}PM UTC",
            "29 нояб. 2026 г., 18:04:05 UTC",
        ),
        ("2026-11-29T18:04:05", f"Nov 29, 2026, 6:04:05{NARROW}PM", "29 нояб. 2026 г., 18:04:05"),
        ("yesterday", "yesterday", "yesterday"),
        ("", "", ""),
    ],
)
def test_moment(value: str, english: str, russian: str) -> None:
    assert numbers.moment(value, "en") == english
    assert numbers.moment(value, "ru").replace(NBSP, " ").replace(NARROW, " ") == russian


def test_hashes_and_ranks_are_short() -> None:
    assert numbers.short_hash("sha256:0123456789abcdef") == "0123456789ab"
    assert numbers.short_hash("") == ""
    assert numbers.rank(None) == "—"
    assert numbers.rank(12) == "12"

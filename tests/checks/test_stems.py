"""The same words in another form are found as the same."""

from __future__ import annotations

import pytest

from harness.checks.stems import fact_stems


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("within ten days", "within 10 days", "en"),
        ("в течение двух дней", "в течение 2 дней", "ru"),
        ("from 1 January 2026", "from 2026-01-01", "en"),
        ("с 1 февраля 2026 года", "с 01.02.2026", "ru"),
        ("до 18:00", "до 18.00", "ru"),
        ("a status of 200 299", "a status of 200–299", "en"),
    ],
)
def test_forms_of_a_value_are_one(one: str, other: str, language: str) -> None:
    assert fact_stems(one, language) == fact_stems(other, language)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("one of them", "1 of them", "en"),
        ("версия 01.13.2026", "1 января 2026 года", "ru"),
        ("ten days", "twenty days", "en"),
    ],
)
def test_other_values_are_not(one: str, other: str, language: str) -> None:
    assert fact_stems(one, language) != fact_stems(other, language)

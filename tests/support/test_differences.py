"""What two forms of one sentence differ in."""

from __future__ import annotations

import pytest

from harness.support.differences import Replaced, differences


@pytest.mark.parametrize(
    ("old", "new", "language", "agent"),
    [
        (
            "Faulty goods are returned within 14 days.",
            "Faulty goods are returned by the supplier within 14 days.",
            "en",
            Replaced("", "supplier"),
        ),
        (
            "Товар возвращается в течение 14 дней.",
            "Товар возвращается поставщиком в течение 14 дней.",
            "ru",
            Replaced("", "поставщиком"),
        ),
        ("The fee is paid by May.", "The fee is paid by June.", "en", None),
        ("The form is signed by hand.", "The form is signed by hand twice.", "en", None),
    ],
)
def test_an_agent_that_was_put_in_is_a_difference(
    old: str, new: str, language: str, agent: Replaced | None
) -> None:
    assert differences(old, new, language).agent == agent
    turned = differences(new, old, language).agent
    assert turned == (Replaced(agent.new, agent.old) if agent else None)


@pytest.mark.parametrize(
    ("old", "new", "language", "joining"),
    [
        ("Send a scan or a copy.", "Send a scan and a copy.", "en", Replaced("or", "and")),
        ("Нужен паспорт или права.", "Нужны паспорт и права.", "ru", Replaced("or", "and")),
        ("Send a scan.", "Send a scan and a copy.", "en", None),
    ],
)
def test_and_for_or_is_a_difference(
    old: str, new: str, language: str, joining: Replaced | None
) -> None:
    assert differences(old, new, language).joining == joining


def test_some_for_any_is_a_difference_in_quantity() -> None:
    found = differences("Any member may vote.", "Some members may vote.", "en")
    assert found.quantity == Replaced("Any", "Some")

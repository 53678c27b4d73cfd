"""What the evidence names only to set it aside."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Guides sit in room 2.", "Guides sit in room 1 instead of room 2."),
        ("Guides sit in room 2.", "Guides sit in room 1 rather than in room 2."),
        ("The fee is 5 euros.", "The fee is 6 euros instead of 5 euros."),
        ("The fee is 5 euros.", "The fee of 5 euros is replaced by one of 6 euros."),
        ("The fee is 5 euros.", "The fee rose by 5 euros."),
        ("The fee is 5 euros.", "The fee is 5 euros lower than before."),
        ("The fee is 5 euros.", "The fee is 5 euros more than the price."),
        ("The rule of 5 days applies.", "The rule of 5 days has been repealed."),
        ("Сбор составляет 5 евро.", "Сбор составляет 6 евро вместо 5 евро."),
        ("Сбор составляет 5 евро.", "Вместо 5 евро сбор теперь составляет 6 евро."),
        ("Сбор составляет 5 евро.", "Сбор на 5 евро меньше прежнего."),
        ("Срок подачи — 5 мая.", "Срок подачи 5 мая отменён."),
    ],
)
def test_what_is_set_aside_supports_nothing(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The fee is 6 euros.", "The fee is 6 euros instead of 5 euros."),
        ("Сбор составляет 6 евро.", "Сбор составляет 6 евро вместо 5 евро."),
        ("The fee was abolished.", "The fee of 5 euros was abolished."),
        ("Guides sit in room 1.", "Guides sit in room 1 instead of room 2."),
    ],
)
def test_what_stands_in_its_place_is_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "supported"

"""All of a thing against a part of it."""

from __future__ import annotations

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "The belt is greased with every service.",
            "The belt is greased with every third service.",
        ),
        ("All of the rent goes to the owner.", "Half the rent goes to the owner."),
        ("All the tickets are sold at the door.", "40% of the tickets are sold at the door."),
        ("All guides speak German.", "Two of the five guides speak German."),
        ("Ремень смазывают при каждом осмотре.", "Ремень смазывают при каждом третьем осмотре."),
        ("Все места продают в кассе.", "Две трети мест продают в кассе."),
        ("Все проводники говорят по-немецки.", "Двое из пяти проводников говорят по-немецки."),
    ],
)
def test_all_is_not_a_part(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # at least a part may be all
        (
            "All the tickets are sold at the door.",
            "At least half the tickets are sold at the door.",
        ),
        ("Все места продают в кассе.", "Не менее половины мест продают в кассе."),
        # a part of another thing
        ("All members pay half the fee.", "Members pay half the fee."),
        ("Все участники платят половину взноса.", "Участники платят половину взноса."),
    ],
)
def test_a_part_of_another_thing_says_nothing_of_all(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "contradicted"

"""What a statement gained: a narrowing goes to a person, an aside or another statement does not."""

from __future__ import annotations

import pytest

from harness.comparison.inserted import narrowed
from harness.model.case import Case
from tests.comparison.worlds import compare_one


@pytest.mark.parametrize(
    ("fact", "new", "put"),
    [
        ("Guests may use the pool.", "Guests may use the pool in the morning.", "in the morning"),
        (
            "Children under 12 travel free.",
            "Children under 12 travel free with an adult.",
            "with an adult",
        ),
        (
            "The card is replaced free of charge.",
            "The card is replaced once free of charge.",
            "once",
        ),
        (
            "The token expires after 30 minutes.",
            "The token expires after 30 minutes of inactivity.",
            "of inactivity",
        ),
        (
            "The deposit is returned in full.",
            "The deposit, less cleaning costs, is returned in full.",
            "less cleaning costs",
        ),
        (
            "Карта перевыпускается бесплатно.",
            "Карта перевыпускается бесплатно один раз в год.",
            "один раз в год",
        ),
        (
            "Обращения принимаются круглосуточно.",
            "Обращения критического приоритета принимаются круглосуточно.",
            "критического приоритета",
        ),
    ],
)
def test_words_that_may_narrow_a_statement_are_named(fact: str, new: str, put: str) -> None:
    assert narrowed(fact, fact, new) == put


@pytest.mark.parametrize(
    ("fact", "new"),
    [
        ("Guests may use the pool.", "Guests may use the pool."),
        ("Guests may use the pool.", "Guests may use the pool (in the hall)."),
        ("Guests may use the pool.", "Guests may use the pool: in the morning it is warm."),
        ("Guests may use the pool.", "Guests may use the pool and the sauna."),
        ("Guests may use the pool.", "Visitors may use the pool in the morning."),
        ("Goods may be returned within 14 days.", "Goods may be returned by post within 14 days."),
        (
            "It is declined when A is away.",
            "It is declined when A is away, when B is, or when C is.",
        ),
        ("Guests may use the pool.", "Towels lie in the hall. Guests may use the pool."),
    ],
)
def test_other_words_are_not(fact: str, new: str) -> None:
    assert narrowed(fact, fact, new) is None


def test_words_beside_another_part_of_the_sentence_narrow_that_one() -> None:
    fact = "Tokens are valid for 90 days."
    old = "Tokens are valid for 90 days and can be renewed online."
    assert narrowed(fact, old, old.replace("online", "online in the console")) is None


@pytest.mark.parametrize(
    ("fact", "old", "new"),
    [
        (
            "Refunds are paid within 10 days.",
            "## Refunds\n\nRefunds are paid within 10 days.",
            "## Refunds for business customers\n\nRefunds are paid within 10 days.",
        ),
        (
            "You need a passport to open an account.",
            "To open an account you need:\n\n- a passport\n- a photo",
            "To open an account you need one of:\n\n- a passport\n- a photo",
        ),
        (
            "The field order-id is required.",
            "The field order-id is required.",
            "The field order-id-2 is required.",
        ),
    ],
)
def test_heading_introduction_and_name_are_looked_at_too(fact: str, old: str, new: str) -> None:
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    house = "# House\n\nIt is big.\n\n{}\n"
    found = compare_one(case, {"house": house.format(old)}, {"house": house.format(new)})
    assert found.status == "undecided"


def test_narrowed_statement_goes_to_a_person() -> None:
    fact = "Guests may use the pool."
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    house = "# House\n\nIt is big.\n\n{}\n"
    new = house.format("Guests may use the pool after 18:00.")
    found = compare_one(case, {"house": house.format(fact)}, {"house": new})
    assert found.status == "undecided"

"""New text that limits a rule limits the statement it is about, and no other of the document."""

from __future__ import annotations

import pytest

from harness.model.case import Case
from harness.model.comparison import Status
from tests.comparison.worlds import compare_one

BASE = """# House rules

Windows are closed at night.

Plants are watered on Friday. Cacti stand in the hall.

## Soap

Soap is filled up daily.
"""
BASE_RU = """# Распорядок

Окна на ночь закрывают.

Цветы поливают по пятницам. Кактусы стоят в коридоре.

## Мыло

Мыло добавляют ежедневно.
"""
FACT = "Windows are closed at night."
FACT_RU = "Окна на ночь закрывают."


def status(base: str, fact: str, old: str, new: str) -> Status:
    assert old in base
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    answer = {"answer": fact}
    new_base = base.replace(old, new)
    return compare_one(case, {"house": base}, {"house": new_base}, old=answer, new=answer).status


@pytest.mark.parametrize(
    ("base", "fact", "old", "new"),
    [
        (BASE, FACT, "on Friday.", "on Friday, except the cacti."),
        (BASE, FACT, "on Friday.", "on Friday unless rain falls."),
        (BASE, FACT, "Soap is filled", "Soap is no longer filled"),
        (BASE, FACT, "Soap is filled up daily.", "We put bars out, except those of hotels."),
        (
            BASE,
            FACT,
            "Soap is filled up daily.",
            "Refills come once a month unless below 5 litres.",
        ),
        (BASE_RU, FACT_RU, "по пятницам.", "по пятницам, кроме кактусов."),
        (BASE_RU, FACT_RU, "Мыло добавляют", "Мыло больше не добавляют"),
    ],
)
def test_limit_that_another_statement_gained_is_its_own(
    base: str, fact: str, old: str, new: str
) -> None:
    assert status(base, fact, old, new) == "unchanged"


@pytest.mark.parametrize(
    ("base", "fact", "old", "new"),
    [
        (BASE, FACT, "on Friday.", "on Friday. This does not apply in May."),
        (BASE, FACT, "on Friday.", "on Friday. Except in May."),
        (BASE, FACT, "Plants are watered", "These rules are suspended: plants are watered"),
        (
            BASE,
            FACT,
            "Plants are watered on Friday.",
            "Windows and plants are no longer looked at.",
        ),
        (BASE, FACT, "Plants are watered on Friday.", "Plants in the house are no longer watered."),
        (BASE_RU, FACT_RU, "по пятницам.", "по пятницам. Исключение составляет май."),
        (BASE_RU, FACT_RU, "Цветы поливают", "Этот распорядок отменён: цветы поливают"),
    ],
)
def test_limit_that_may_be_about_the_fact_goes_to_a_person(
    base: str, fact: str, old: str, new: str
) -> None:
    assert status(base, fact, old, new) == "undecided"


def test_limit_that_the_edited_statement_had_before_is_no_new_one() -> None:
    base = BASE.replace("Soap is filled up daily.", "It is filled up, unless the house is shut.")
    edit = "It is filled up by us, unless the house is shut."
    assert status(base, FACT, "It is filled up, unless the house is shut.", edit) == "unchanged"


def after_adding(added: str, *, below: str, items: str, fact: str) -> Status:
    """The status of a fact after an item was added to a list in the same document."""
    old = f"# House\n\n{fact}\n\n## List\n\n{below}\n\n- {items}\n"
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    answer = {"answer": fact}
    return compare_one(
        case, {"house": old}, {"house": f"{old}- {added}\n"}, old=answer, new=answer
    ).status


@pytest.mark.parametrize(
    ("fact", "below", "items", "against", "beside"),
    [
        (
            "Расходы на алкоголь не возмещаются.",
            "Компания возмещает:",
            "такси после 22:00",
            "алкоголь за ужином",
            "билеты на поезд",
        ),
        ("Alcohol is not paid for.", "We pay for:", "hotels", "alcohol", "taxis"),
        ("Guests must not enter the lab.", "Guests may enter:", "the hall", "the lab", "the yard"),
    ],
)
def test_new_item_of_a_list_is_flagged_where_it_may_deny_a_fact(
    fact: str, below: str, items: str, against: str, beside: str
) -> None:
    assert after_adding(against, below=below, items=items, fact=fact) in ("undecided", "conflict")
    assert after_adding(beside, below=below, items=items, fact=fact) == "unchanged"


def became(fact: str, old: str, new: str) -> Status:
    """The status of a fact of which the document said ``old``, and says ``new``."""
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    answer = {"answer": fact}
    before, after = ({"house": f"# House\n\n{text}\n"} for text in (old, new))
    return compare_one(case, before, after, old=answer, new=answer).status


NOTED = "The notice period is three months.[^1]\n\n[^1]: Six weeks for staff in their first year."


@pytest.mark.parametrize(
    ("fact", "old", "new", "status"),
    [
        ("The notice period is three months.", NOTED.partition("[")[0], NOTED, "undecided"),
        (
            "The notice period is three months.",
            NOTED,
            NOTED.replace("[^1]", "[^note]"),
            "unchanged",
        ),
        (
            "The notice period is three months.",
            NOTED,
            NOTED.replace("for staff in their first year", "for everyone"),
            "undecided",
        ),
        (
            "Late books cost 1 euro per day.",
            "Late books cost 1 euro per day.",
            "Late books cost 1 euro per day, but at least 10 euros.",
            "undecided",
        ),
        (
            "Проезд бесплатный.",
            "Проезд бесплатный.",
            "Проезд бесплатный, однако ночью стоит 30 рублей.",
            "undecided",
        ),
    ],
)
def test_note_or_turn_that_a_statement_gained_goes_to_a_person(
    fact: str, old: str, new: str, status: Status
) -> None:
    assert became(fact, old, new) == status


@pytest.mark.parametrize(
    ("new", "status"),
    [
        ("> This page is out of date.\n\nStaff have 30 days of leave.", "undecided"),
        ("Staff have 30 days of leave. Leave is now granted by the hour.", "undecided"),
        ("Staff have 30 days of leave. Tea is now free.", "unchanged"),
        ("Staff have 30 days of leave. Enjoy them.", "unchanged"),
    ],
)
def test_text_that_may_replace_a_fact_goes_to_a_person(new: str, status: Status) -> None:
    fact = "Staff have 30 days of leave."
    assert became(fact, fact, new) == status


@pytest.mark.parametrize(
    ("marks", "status"),
    [
        ("status: obsolete", "undecided"),
        ("deprecated: true", "undecided"),
        ("status: current", "unchanged"),
        ("deprecated: false", "unchanged"),
    ],
)
def test_front_matter_that_ends_a_document_goes_to_a_person(marks: str, status: Status) -> None:
    fact = "Staff have 30 days of leave."
    case = Case(id="c1", query=fact, expected_source_ids=("house",), required_facts=(fact,))
    old, new = (f"---\n{kept}\n---\n# House\n\n{fact}\n" for kept in ("lang: en", marks))
    assert compare_one(case, {"house": old}, {"house": new}).status == status
    assert compare_one(case, {"house": new}, {"house": new}).status == "unchanged"


@pytest.mark.parametrize(
    ("fact", "old", "new"),
    [
        (
            "You are paid on public holidays.",
            "Am I paid on public holidays? Yes.",
            "Am I paid on public holidays? No.",
        ),
        (
            "Праздничные дни оплачиваются.",
            "Оплачиваются ли праздничные дни? Да.",
            "Оплачиваются ли праздничные дни? Нет.",
        ),
    ],
)
def test_question_is_no_evidence_without_its_answer(fact: str, old: str, new: str) -> None:
    assert became(fact, old, new) != "unchanged"
    assert became(fact, old, f"{old} Ask the desk.") == "unchanged"


def test_steps_in_another_order_are_seen_where_the_fact_is_about_it() -> None:
    steps = ["1. Close the valve.", "1. Press the green button.", "1. Open the door."]
    old, new = ("\n".join(order) for order in (steps, (steps[1], steps[0], steps[2])))
    assert became("Close the valve before you press the button.", old, new) == "undecided"
    assert became("Close the valve before you press the button.", old, f"{old}\n1. Go.") == (
        "unchanged"
    )
    assert became("Close the valve.", old, new) == "unchanged"


def test_lost_words_of_a_fact_are_told_as_it_has_them() -> None:
    fact = "Leave may be carried over to the next year only with approval of the managers."
    case = Case(id="c1", query=fact, expected_source_ids=("leave",), required_facts=(fact,))
    new = "# Leave\n\nLeave may be carried over to the next year.\n"
    result = compare_one(case, {"leave": f"# Leave\n\n{fact}\n"}, {"leave": new})
    assert "only, with, approval, of, managers" in result.summary

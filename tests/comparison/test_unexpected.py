from __future__ import annotations

from typing import Any

import pytest

from harness.model.case import Case, Override
from harness.model.record import Runtime
from tests.comparison.worlds import Corpus, compare_one

TERMS = "# Terms\n\nA refund is paid to the card within 30 days, and you must keep the box.\n"
BASE: Corpus = {"terms": TERMS}


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "Where is a refund paid to?",
        "expected_source_ids": ["terms"],
        "required_facts": ["A refund is paid to the card."],
    }
    return Case(**(values | given))


def edited(old: str, new: str) -> Corpus:
    assert old in TERMS
    return {"terms": TERMS.replace(old, new)}


@pytest.mark.parametrize(
    ("candidate", "told"),
    [(edited("30 days", "60 days"), "30 days -> 60 days"), (edited("must", "may"), "must -> may")],
)
def test_case_that_passes_on_text_with_another_value_or_duty_is_told(
    candidate: Corpus, told: str
) -> None:
    result = compare_one(case(), BASE, candidate)
    assert (result.status, told in result.summary) == ("unexpected_change", True)


@pytest.mark.parametrize(
    "candidate",
    [
        BASE,
        edited("30 days", "thirty days"),
        edited("the box", "the whole box"),
        {"terms": "# Terms\n\nHello there.\n\n" + TERMS.removeprefix("# Terms\n\n")},
        {**BASE, "cafe": "# Cafe\n\nThe cafe opens at 9.\n"},
    ],
)
def test_rewording_and_text_beside_it_are_no_change(candidate: Corpus) -> None:
    answer = {"answer": "A refund is paid to the card."}
    assert compare_one(case(), BASE, candidate, old=answer, new=answer).status == "unchanged"


def test_declared_change_is_no_unexpected_one() -> None:
    override = Override(reason="new terms", required_values=("60 days",))
    result = compare_one(case(candidate=override), BASE, edited("30 days", "60 days"))
    assert result.status == "legitimate_change"


def test_answer_with_another_value_is_told_though_the_source_is_the_same() -> None:
    old = {"answer": "A refund is paid to the card. The card is charged 5 euros a month for it."}
    new = {"answer": old["answer"].replace("5 euros", "9 euros")}
    result = compare_one(case(), BASE, BASE, old=old, new=new)
    assert (result.status, "5 euros" in result.summary) == ("unexpected_change", True)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("Where is a refund paid to?", "unchanged"),
        ("What does parking cost for guests?", "unexpected_change"),
    ],
)
def test_excerpt_on_another_matter_is_no_change_of_the_answer(query: str, status: str) -> None:
    parking = "# Parking\n\nParking costs guests 5 euros a day.\n"
    new = {"terms": TERMS, "parking": parking.replace("5", "9")}
    excerpts = {"runtime": Runtime(config_hash="c", index_id="i", model="none", excerpts=True)}
    result = compare_one(
        case(query=query), {"terms": TERMS, "parking": parking}, new, old=excerpts, new=excerpts
    )
    assert result.status == status


def test_value_in_another_unit_is_no_change() -> None:
    exam = "# Exam\n\nThe exam takes 2 hours.\n"
    asked = case(
        query="How long is the exam?",
        expected_source_ids=["exam"],
        required_facts=["The exam takes 2 hours."],
    )
    new = exam.replace("2 hours", "120 minutes")
    assert compare_one(asked, {"exam": exam}, {"exam": new}).status == "unchanged"

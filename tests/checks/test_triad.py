"""The triad: each share falls where its own layer is at fault, and only there."""

from __future__ import annotations

from typing import Any

from harness.checks.library import Library
from harness.checks.triad import triad
from harness.checks.view import SideView
from harness.model.case import Case
from harness.model.record import Citation, RecordError
from tests.comparison.worlds import corpus_text, record

CORPUS = {
    "refunds": "# Refunds\n\nA refund is paid within 30 days.\n",
    "parking": "# Parking\n\nBicycles stand behind the house.\n",
}
FACT = "A refund is paid within 30 days."
CASE = Case(
    id="c",
    query="When is a refund paid?",
    expected_source_ids=("refunds",),
    required_facts=(FACT,),
)


def shares(case: Case = CASE, **given: Any) -> dict[str, float]:
    text = corpus_text(CORPUS)
    made = [record(case.id, "baseline", text, **given)]
    return triad(SideView("baseline", case, tuple(made), Library(text)))


def cite(source: str, claim: str) -> Citation:
    return Citation(source_id=source, chunk_id=f"{source}#:p1", claim=claim)


def test_good_answer_from_a_good_context_has_three_ones() -> None:
    found = shares(context=["refunds"], answer=FACT, citations=(cite("refunds", FACT),))
    assert found == {"context_relevance": 1.0, "groundedness": 1.0, "answer_relevance": 1.0}


def test_chunk_that_is_about_something_else_lowers_context_relevance_alone() -> None:
    found = shares(context=["refunds", "parking"], answer=FACT, citations=(cite("refunds", FACT),))
    assert found == {"context_relevance": 0.5, "groundedness": 1.0, "answer_relevance": 1.0}


def test_chunk_outside_the_labels_that_covers_the_question_is_relevant() -> None:
    case = CASE.model_copy(update={"expected_source_ids": ("parking",)})
    assert shares(case, context=["refunds"])["context_relevance"] == 1.0


def test_claim_its_chunk_does_not_support_lowers_groundedness_alone() -> None:
    wrong = cite("parking", FACT)
    found = shares(context=["refunds"], answer=FACT, citations=(wrong,))
    assert found == {"context_relevance": 1.0, "groundedness": 0.0, "answer_relevance": 1.0}


def test_claim_needs_one_of_its_chunks() -> None:
    both = (cite("parking", FACT), cite("refunds", FACT))
    assert shares(context=["refunds"], answer=FACT, citations=both)["groundedness"] == 1.0


def test_refusal_lowers_answer_relevance_and_has_no_groundedness() -> None:
    found = shares(context=["refunds"], answer="", refused=True, citations=())
    assert found == {"context_relevance": 1.0, "answer_relevance": 0.0}


def test_empty_context_is_not_relevant() -> None:
    assert shares(context=[], answer=FACT, citations=())["context_relevance"] == 0.0


def test_question_without_an_answer_has_groundedness_alone() -> None:
    case = Case(id="c", query="What does lunch cost?", answerable=False)
    found = shares(case, context=["refunds"], answer=FACT, citations=(cite("refunds", FACT),))
    assert found == {"groundedness": 1.0}


def test_failed_call_has_no_shares() -> None:
    failed = RecordError(kind="timeout", message="no answer")
    assert shares(context=["refunds"], error=failed) == {}

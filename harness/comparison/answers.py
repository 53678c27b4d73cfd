"""A fact in the answers of one side, over its trials."""

from __future__ import annotations

from itertools import pairwise

from harness.checks.finding import Fact, Find
from harness.checks.opinion import Half, Opinion
from harness.checks.refusal import without_answer
from harness.checks.view import SideView
from harness.comparison.outcomes import over_trials
from harness.model.comparison import Outcome
from harness.model.record import RunRecord
from harness.support import best_support
from harness.text import detect_language, fold, sentences


def answer_outcome(fact: Fact, accepted: Find | None, source: Outcome, view: SideView) -> Half:
    """Whether the answers state a fact.

    An answer that quotes the accepted passage is as good as the passage itself.
    """
    results = [
        _in_answer(fact, accepted, source, record, view.opinion(record)) for record in view.records
    ]
    outcome = over_trials([result[0] for result in results], critical=view.case.critical)
    return outcome, next(
        (reason for found, reason in results if found == outcome), "the trials disagree"
    )


def _in_answer(
    fact: Fact, accepted: Find | None, source: Outcome, record: RunRecord, opinion: Opinion
) -> Half:
    if (missing := without_answer(record)) is not None:
        return missing
    known = accepted is not None and source in ("pass", "uncertain")
    if accepted and known and fold(accepted.passage.core) in fold(record.answer):
        return source, "the answer quotes the passage"
    _, support = best_support(fact.text, _windows(record.answer), fact.language)
    outcomes: dict[str, Outcome] = {
        "supported": "pass",
        "contradicted": "fail",
        "uncertain": "uncertain",
        "missing": "fail",
    }
    half = outcomes[support.verdict], support.reason
    if support.verdict in ("supported", "contradicted"):
        return half
    return _judged(half, fact, accepted if known else None, record, opinion)


def _judged(
    half: Half, fact: Fact, accepted: Find | None, record: RunRecord, opinion: Opinion
) -> Half:
    """What a judge makes of an answer the checker cannot decide: is the fact there, as it was?

    An answer that has the fact may still promise more than the passage it comes from.
    """
    name = "required_fact"
    judged = opinion.weigh(half, name, fact.text, "fact_in_answer", fact.text, record.answer)
    if judged[0] != "pass" or accepted is None:
        return judged
    widened = opinion.weigh(
        ("uncertain", "the answer may say more than the source"),
        name,
        fact.text,
        "widened",
        fact.text,
        accepted.passage.text,
        record.answer,
    )
    return judged if widened[0] == "pass" else widened


def _windows(answer: str) -> list[str]:
    """The answer's sentences and pairs of neighbouring sentences."""
    parts = sentences(answer, detect_language(answer))
    return parts + [f"{a} {b}" for a, b in pairwise(parts)]

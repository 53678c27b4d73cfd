"""Whether a case was refused when it has no answer, and answered when it has one."""

from __future__ import annotations

from harness.checks.opinion import Half
from harness.model.case import Expectation
from harness.model.comparison import Outcome
from harness.model.record import RunRecord

EXCERPTS = "the answer is made of excerpts chosen by score; the context is what counts"


def refusal_outcome(record: RunRecord, expectation: Expectation) -> tuple[Outcome, str]:
    """Outcome and reason for one record."""
    if record.error is not None:
        return "error", f"{record.error.kind}: {record.error.message}"
    refused = is_refusal(record)
    if refused != expectation.answerable:
        return "pass", ""
    reason = (
        "refused, though the corpus has the answer"
        if refused
        else "answered, though the corpus has no answer"
    )
    # An extractive generator refuses by a similarity score, and scores are not evidence: only the
    # difference of two versions is, and the comparison looks for that.
    return ("uncertain" if record.runtime.excerpts else "fail"), reason


def is_refusal(record: RunRecord) -> bool:
    """Whether nothing was answered; a record with an error has neither answered nor refused."""
    return record.refused or not record.answer.strip()


def without_answer(record: RunRecord) -> Half | None:
    """The outcome of any check of an answer's content where there is none of a model to check."""
    if record.error is not None:
        return "error", record.error.message
    if record.runtime.excerpts:
        return "not_applicable", EXCERPTS
    if is_refusal(record):
        return "fail", "the answer is a refusal"
    return None

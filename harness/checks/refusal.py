"""Whether a case was refused when it has no answer, and answered when it has one."""

from __future__ import annotations

from harness.model.case import Expectation
from harness.model.comparison import Outcome
from harness.model.record import RunRecord


def refusal_outcome(record: RunRecord, expectation: Expectation) -> tuple[Outcome, str]:
    """Outcome and reason for one record."""
    if record.error is not None:
        return "error", f"{record.error.kind}: {record.error.message}"
    refused = record.refused or not record.answer.strip()
    if expectation.answerable:
        return ("fail", "refused, though the corpus has the answer") if refused else ("pass", "")
    return ("pass", "") if refused else ("fail", "answered, though the corpus has no answer")

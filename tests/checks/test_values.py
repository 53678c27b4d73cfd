from __future__ import annotations

import pytest

from harness.checks.values import value_outcome
from harness.model.record import RecordError, RunRecord, Runtime


def record(answer: str, error: RecordError | None = None) -> RunRecord:
    return RunRecord(
        case_id="c",
        corpus_version="candidate",
        answer=answer,
        error=error,
        runtime=Runtime(config_hash="", index_id="", model=""),
    )


@pytest.mark.parametrize(
    ("value", "answer", "outcome"),
    [
        ("30 days", "A refund takes 30 days.", "pass"),
        ("30 days", "A refund takes thirty days.", "pass"),
        ("30", "A refund takes 30 days.", "pass"),
        ("30", "A refund takes 130 days.", "fail"),
        ("30", "A refund takes 30.5 days.", "fail"),
        ("30 days", "A refund takes 30 hours.", "fail"),
        ("30 days", "A refund takes 60 days.", "fail"),
        ("1,000", "It costs 1000.", "pass"),
        ("$500", "The minimum is 500 USD.", "pass"),
        ("2025-09-12", "It expires on 12 September 2025.", "pass"),
        ("2025-09-12", "It expires on 13 September 2025.", "fail"),
        ("YFM005", "The rule YFM005 is an error.", "pass"),
        ("YFM005", "The rule YFM0051 is an error.", "fail"),
        ("--single-page", "Use --single-page.", "pass"),
        ("10 МБ", "Размер — не более 10 МБ.", "pass"),
        ("тридцать дней", "Срок — 30 дней.", "pass"),
        ("30 дней", "Срок — 3 дня.", "fail"),
    ],
)
def test_value_is_held_in_any_notation_and_nothing_else_is(
    value: str, answer: str, outcome: str
) -> None:
    assert value_outcome(value, record(answer))[0] == outcome


def test_value_of_an_errored_record_is_an_error() -> None:
    failed = record("", RecordError(kind="timeout", message="60 s"))
    assert value_outcome("30", failed)[0] == "error"

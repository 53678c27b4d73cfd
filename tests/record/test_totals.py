from __future__ import annotations

from typing import Any

from harness.model.record import RecordError, Retrieved, RunRecord, Runtime, Tokens
from harness.record.totals import side_totals

SEEN = Retrieved(
    rank=1, source_id="a", chunk_id="a#:p1", score=1.0, text_hash="sha256:x", in_context=True
)


def record(*, cost: float | None = None, **given: Any) -> RunRecord:
    tokens = Tokens(prompt=100, completion=10)
    runtime = Runtime(config_hash="c", index_id="i", model="m", tokens=tokens, cost=cost)
    return RunRecord(case_id="c", corpus_version="baseline", runtime=runtime, **given)


def test_side_is_summed_up() -> None:
    failed = RecordError(kind="timeout", message="no answer")
    found = side_totals(
        [
            record(retrieved=(SEEN,), cost=0.1),
            record(retrieved=(SEEN,), cost=0.2, refused=True),
            record(retrieved=(SEEN.model_copy(update={"in_context": False}),)),
            record(error=failed),
        ]
    )
    assert found == {
        "records": 4,
        "errors": 1,
        "refused": 1,
        "empty_contexts": 0.5,
        "tokens": {"prompt": 400, "completion": 40},
        "cost": 0.3,
    }


def test_no_records_and_no_prices_have_no_sums() -> None:
    assert side_totals([])["empty_contexts"] == 0.0
    assert side_totals([record()])["cost"] is None

"""Runs as other tools read them: TREC run and qrels, a Parquet table of the comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness.errors import MissingExtraError
from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.record import RunRecord
from harness.model.wire import Side
from harness.store import write_atomic

_TAG = "corpusgate"


def export_trec(
    folder: Path, side: Side, records: Sequence[RunRecord], cases: Sequence[Case]
) -> None:
    """Write ``SIDE.run`` and ``SIDE.qrels``; documents stand at their best chunk's rank.

    Names are percent-encoded where they hold white space: the formats have none.
    """
    wanted = {case.id for case in cases}
    runs = (line for record in records if record.case_id in wanted for line in _run(record))
    write_atomic(folder / f"{side}.run", "".join(runs).encode("utf-8"))
    write_atomic(folder / f"{side}.qrels", "".join(_qrels(cases, side)).encode("utf-8"))


def export_parquet(path: Path, comparison: Comparison) -> None:
    """Write one row for every pair of checks of every case.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtraError("export --format parquet", "parquet") from error
    import io

    rows = list(_rows(comparison))
    names = {name: pa.string() for name in _COLUMNS}
    names |= dict.fromkeys(("critical", "worse", "undecided", "carried"), pa.bool_())
    table = pa.Table.from_pylist(rows, schema=pa.schema(list(names.items())))
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    write_atomic(path, buffer.getvalue())


def _run(record: RunRecord) -> Iterator[str]:
    """First trial alone: retrieval has no dice."""
    if record.trial:
        return
    hits = sorted(record.retrieved, key=lambda hit: (hit.rank, hit.chunk_id))
    documents = list(dict.fromkeys(hit.source_id for hit in hits))
    for rank, document in enumerate(documents, 1):
        # Readers sort by score, so it must fall with the rank whatever the last stage gave.
        score = len(documents) - rank + 1
        yield f"{_name(record.case_id)} Q0 {_name(document)} {rank} {score} {_TAG}\n"


def _qrels(cases: Iterable[Case], side: Side) -> Iterator[str]:
    for case in cases:
        labels = (label.partition("#")[0] for label in case.on(side).expected_source_ids)
        for document in dict.fromkeys(labels):
            yield f"{_name(case.id)} 0 {_name(document)} 1\n"


def _name(text: str) -> str:
    return quote(text, safe="/:@!$&'()*+,;=~#[]") if any(map(str.isspace, text)) else text


_COLUMNS = (
    "case_id",
    "status",
    "check",
    "layer",
    "place",
    "subject",
    "baseline",
    "candidate",
    "baseline_reason",
    "candidate_reason",
    "state",
)


def _rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    from harness.report import redact

    for case in comparison.cases:
        for check in case.checks:
            texts = {
                "subject": redact(check.subject),
                "baseline_reason": redact(check.baseline_reason),
                "candidate_reason": redact(check.candidate_reason),
            }
            yield {
                "case_id": case.case_id,
                "status": case.status,
                "critical": case.critical,
                "check": check.check,
                "layer": check.layer,
                "place": check.place,
                "baseline": check.baseline,
                "candidate": check.candidate,
                "state": check.state,
                "worse": check.worse,
                "undecided": check.undecided,
                "carried": check.carried,
                **texts,
            }

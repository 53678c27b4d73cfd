"""Read ``records/*.jsonl``, ours or anyone else's, with every fault named at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.errors import Fault, HarnessError
from harness.model.counted import counted
from harness.model.record import RunRecord
from harness.store import faults_of, read_jsonl

SCHEMA = 1
"""Newest record schema this version reads and the one it writes."""


def read_records(path: Path) -> tuple[RunRecord, ...]:
    """All records of a file, sorted by (case_id, trial).

    Raises:
        HarnessError: the file is missing, a line is not a record of a known schema,
            or two lines are the same case and trial; all faults at once.
    """
    lines = read_lines(path)
    seen: set[tuple[str, int]] = set()
    faults: list[Fault] = []
    for number, record in lines:
        key = (record.case_id, record.trial)
        if key in seen:
            found = f"case {key[0]!r}, trial {key[1]} is in the file twice"
            faults.append(Fault(f"{path}:{number}", found, "one record"))
        seen.add(key)
    if faults:
        raise HarnessError(f"{path}: {counted(len(faults), 'repeated record')}.", faults)
    return tuple(sorted((record for _, record in lines), key=lambda r: (r.case_id, r.trial)))


def read_lines(path: Path) -> list[tuple[int, RunRecord]]:
    """(line number, record) in the order of the file; repeats are the caller's business."""
    records: list[tuple[int, RunRecord]] = []
    faults: list[Fault] = []
    for number, value in read_jsonl(path):
        record, found = parse_record(value, f"{path}:{number}")
        faults.extend(found)
        if record is not None:
            records.append((number, record))
    if faults:
        raise HarnessError(f"{path}: {counted(len(faults), 'fault')} in the records.", faults)
    return records


def parse_record(value: Any, where: str) -> tuple[RunRecord | None, list[Fault]]:
    """One record, or the faults that keep it from being one. Schema is looked at before fields."""
    if not isinstance(value, dict):
        return None, [Fault(where, f"found {type(value).__name__}", "a JSON object")]
    schema = value.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool):
        return None, [Fault(where, f"schema is {schema!r}", f"a whole number up to {SCHEMA}")]
    if schema > SCHEMA:
        return None, [
            Fault(
                where,
                f"schema {schema}, but this corpusgate reads up to {SCHEMA}",
                next_step="Upgrade corpusgate, or run the comparison again.",
            )
        ]
    try:
        return RunRecord.model_validate(value), []
    except ValidationError as error:
        return None, faults_of(error, where)

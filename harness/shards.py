"""Runs of some cases each, made on separate machines, put together to one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.errors import Fault, HarnessError
from harness.job import Inputs
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.provenance import run_id
from harness.record import RecordLog, read_records
from harness.store import append_line, read_json, read_jsonl


def merge(shards: Sequence[Path], inputs: Inputs, places: Places) -> RunFolder:
    """Bring the records of every shard into the run of ``inputs``; nothing is asked.

    Judging that run afterwards gives the bytes of a run that was made in one piece.

    Raises:
        HarnessError: a shard is of another run, was answered from another index, or gives
            another record for a case that a second shard has too; all faults at once.
    """
    wanted = run_id(inputs.pins())
    folders = [RunFolder(shard) for shard in shards]
    infos = {folder.path: read_json(folder.info) for folder in folders}
    faults = [*_other_runs(infos, wanted, inputs), *_other_points(infos)]
    _refuse(faults)
    records = {side: list(_records(folders, side, faults)) for side in SIDES}
    _refuse(faults)
    target = RunFolder(places.runs / wanted)
    for side in SIDES:
        log = RecordLog(target.records, side)
        for record in records[side]:
            if log.get(record.case_id, record.trial) is None:
                log.append(record)
        log.seal()
    _times(folders, target)
    return target


def _other_runs(
    infos: Mapping[Path, dict[str, Any]], wanted: str, inputs: Inputs
) -> Iterable[Fault]:
    """A shard whose inputs differ from those at hand, with the names of what differs."""
    ours = inputs.pins()
    for path, info in infos.items():
        if info.get("run_id") == wanted:
            continue
        theirs = info.get("inputs")
        theirs = theirs if isinstance(theirs, dict) else {}
        names = sorted(
            key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)
        )
        yield Fault(
            str(path),
            f"is of {info.get('run_id')}, not of {wanted}",
            "the same inputs as here",
            f"These differ: {', '.join(names)}",
        )


def _other_points(infos: Mapping[Path, dict[str, Any]]) -> Iterable[Fault]:
    """Shards that were answered from indexes with other content."""
    first: dict[str, tuple[Path, object]] = {}
    for path, info in infos.items():
        points = info.get("points")
        for side, digest in (points if isinstance(points, dict) else {}).items():
            known = first.setdefault(side, (path, digest))
            if known[1] != digest:
                found = f"its index of the {side} is not the one of {known[0]}"
                yield Fault(str(path), found, "equal indexes", "Build them with one machine.")


def _records(folders: Sequence[RunFolder], side: Side, faults: list[Fault]) -> Iterable[RunRecord]:
    """Every record once; an errored one gives way to one that is not."""
    found: dict[tuple[str, int], tuple[RunFolder, RunRecord]] = {}
    for folder in folders:
        for record in read_records(folder.records / f"{side}.jsonl"):
            key = (record.case_id, record.trial)
            known = found.get(key)
            if known is None or known[1].error is not None:
                found[key] = (folder, record)
            elif record.error is None and record != known[1]:
                other = f"differs from the one of {known[0].path}"
                where = f"{folder.path}: {side} {record.case_id!r}, trial {record.trial}"
                faults.append(Fault(where, other, "one record"))
    return [record for _, (_, record) in sorted(found.items())]


def _times(folders: Sequence[RunFolder], target: RunFolder) -> None:
    for folder in folders:
        if folder.timings.exists() and folder.path.resolve() != target.path.resolve():
            for _, line in read_jsonl(folder.timings):
                append_line(target.timings, line)


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise HarnessError("The shards cannot be put together.", faults)

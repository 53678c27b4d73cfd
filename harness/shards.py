"""Runs of some cases each, made on separate machines, put together to one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from harness.errors import Fault, HarnessError
from harness.job import Inputs
from harness.model.command import CommandResult
from harness.model.judgement import Judgement
from harness.model.measurement import Measurement
from harness.model.outside import Kept
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side, Wire
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.provenance import run_id
from harness.record import RecordLog
from harness.store import append_line, read_json, read_jsonl, read_models

T = TypeVar("T")
M = TypeVar("M", bound=Wire)


def merge(shards: Sequence[Path], inputs: Inputs, places: Places) -> Inputs:
    """Bring the records of every shard into the run of ``inputs``; nothing is asked.

    Judging that run afterwards, with the inputs that come back, gives the bytes of a run that was
    made in one piece: what a judge, ragas and users' programs said comes along.

    Raises:
        HarnessError: a shard is of another run, was answered from another index, was edited, or
            says otherwise than a second shard about the same thing; all faults at once.
    """
    wanted = run_id(inputs.pins())
    folders = [RunFolder(shard) for shard in shards]
    faults: list[Fault] = []
    infos = {folder.path: _info(folder, faults) for folder in folders}
    _refuse(faults)
    faults += [*_other_runs(infos, wanted, inputs), *_other_points(infos)]
    _refuse(faults)
    asked = {side: _records(folders, side, faults) for side in SIDES}
    again = _records([folder.noise_run for folder in folders], "baseline", faults)
    kept = _kept(folders, faults)
    _refuse(faults)
    target = RunFolder(places.runs / wanted)
    for side in SIDES:
        _bring(asked[side], target, side)
    if again:
        _bring(again, target.noise_run, "baseline")
    _times(folders, target)
    _times([folder.noise_run for folder in folders], target.noise_run)
    return replace(inputs, kept=kept)


def _info(folder: RunFolder, faults: list[Fault]) -> dict[str, Any]:
    try:
        info = read_json(folder.info)
    except HarnessError as error:
        faults.append(Fault("", error.message, "the folder of a run"))
        return {}
    if not isinstance(info, dict):
        faults.append(Fault(str(folder.info), "holds no object", "the run.json of a run"))
        return {}
    return info


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


def _records(
    folders: Sequence[RunFolder], side: Side, faults: list[Fault]
) -> tuple[RunRecord, ...]:
    """Every record once, sorted; an errored one gives way to one that is not."""

    def records(folder: RunFolder) -> Sequence[RunRecord]:
        return RecordLog(folder.records, side).records

    return _each_once(
        folders,
        _Kind(
            read=records,
            key=lambda record: (record.case_id, record.trial),
            failed=lambda record: record.error is not None,
            name=lambda record: f"{side} {record.case_id!r}, trial {record.trial}",
            what="record",
        ),
        faults,
    )


def _kept(folders: Sequence[RunFolder], faults: list[Fault]) -> Kept:
    """What shards found out beside asking."""
    judgements: _Kind[Judgement] = _Kind(
        read=lambda folder: _lines(folder.judgements, Judgement, "judgement"),
        key=lambda j: (j.case_id, j.side, j.trial, j.check, j.subject, j.task, j.question),
        failed=lambda j: j.verdict == "error",
        name=lambda j: f"{j.side} {j.case_id!r}, trial {j.trial}, {j.check} {j.subject!r}",
        what="judgement",
    )
    commands: _Kind[CommandResult] = _Kind(
        read=lambda folder: _lines(folder.commands, CommandResult, "result of a command"),
        key=lambda c: (c.case_id, c.side, c.trial, c.command),
        failed=lambda c: c.outcome == "error",
        name=lambda c: f"{c.side} {c.case_id!r}, trial {c.trial}, command {c.command!r}",
        what="result",
    )
    measurements: _Kind[Measurement] = _Kind(
        read=lambda folder: _lines(folder.ragas, Measurement, "measurement"),
        key=lambda m: (m.case_id, m.side, m.trial, m.metric),
        failed=lambda m: m.outcome == "error",
        name=lambda m: f"{m.side} {m.case_id!r}, trial {m.trial}, {m.metric}",
        what="measurement",
    )
    return Kept(
        judgements=_each_once(folders, judgements, faults),
        commands=_each_once(folders, commands, faults),
        measurements=_each_once(folders, measurements, faults),
    )


def _lines(file: Path, model: type[M], what: str) -> Sequence[M]:
    return read_models(file, model, what) if file.exists() else ()


@dataclass(frozen=True, slots=True)
class _Kind(Generic[T]):
    """One kind of line that shards hold."""

    read: Callable[[RunFolder], Sequence[T]]
    key: Callable[[T], tuple[Any, ...]]
    failed: Callable[[T], bool]
    name: Callable[[T], str]
    what: str


def _each_once(folders: Sequence[RunFolder], kind: _Kind[T], faults: list[Fault]) -> tuple[T, ...]:
    """Every line once, sorted; a failed one gives way to one that is not."""
    found: dict[tuple[Any, ...], tuple[RunFolder, T]] = {}
    for folder in folders:
        for line in _read(folder, kind, faults):
            key = kind.key(line)
            known = found.get(key)
            if known is None or kind.failed(known[1]):
                found[key] = (folder, line)
            elif not kind.failed(line) and line != known[1]:
                where = f"{folder.path}: {kind.name(line)}"
                other = f"differs from the one of {known[0].path}"
                faults.append(Fault(where, other, f"one {kind.what}"))
    return tuple(found[key][1] for key in sorted(found))


def _read(folder: RunFolder, kind: _Kind[T], faults: list[Fault]) -> Sequence[T]:
    try:
        return kind.read(folder)
    except HarnessError as error:
        faults += error.faults or (Fault("", error.message),)
        return ()


def _bring(records: Sequence[RunRecord], target: RunFolder, side: Side) -> None:
    """Add the records that a run lacks."""
    log = RecordLog(target.records, side)
    for record in records:
        if log.get(record.case_id, record.trial) is None:
            log.append(record)
    log.seal()


def _times(folders: Sequence[RunFolder], target: RunFolder) -> None:
    for folder in folders:
        if folder.timings.exists() and folder.path.resolve() != target.path.resolve():
            for _, line in read_jsonl(folder.timings):
                append_line(target.timings, line)


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise HarnessError("The shards cannot be put together.", faults)

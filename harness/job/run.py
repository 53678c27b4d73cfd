"""The job as a whole, one process a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from harness import aside
from harness.blame import Explained, explain
from harness.comparison import mark_noise
from harness.errors import HarnessError
from harness.gate import of_some_cases
from harness.gate.answered import nothing_answered
from harness.gate.labels import unknown_labels
from harness.history import outcomes_of
from harness.job.asking import Asked, OpenRun, ask_all
from harness.job.doubts import doubts
from harness.job.files import latencies, write_info, write_manifests, write_results, write_trend
from harness.job.hidden import without_hidden_parts
from harness.job.inputs import Inputs, Order
from harness.job.judging import Records
from harness.model.changes import DocumentDiff
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.counted import counted
from harness.model.coverage import Coverage
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import GateResult
from harness.model.noise import Noise
from harness.model.outside import Outside
from harness.model.progress import Progress
from harness.model.trace import Attribute, span
from harness.model.trend import Trend
from harness.model.wire import SIDES, Side
from harness.pipeline import provenance
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.versions import Version
from harness.record import RecordLog
from harness.store import make_folder
from harness.telemetry import telemetry


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that came to a verdict."""

    folder: RunFolder
    inputs: Inputs
    info: Mapping[str, Any]
    diff: ManifestDiff
    versions: Mapping[Side, Version]
    records: Records
    comparison: Comparison
    diagnoses: tuple[Diagnosis, ...]
    effects: Effects
    """The reverse view: what each changed document does to the cases."""
    gate: GateResult
    changes: tuple[DocumentDiff, ...]
    """What a person reads about the two corpora."""
    coverage: Coverage
    noise: Noise
    trend: Trend
    """How the run follows the earlier ones of its workspace."""
    resumed: int
    """Records that were there before."""
    telemetry_lost: int = 0
    """Spans and collections of metrics that could not be sent."""


def run_job(
    inputs: Inputs,
    places: Places,
    progress: Progress,
    *,
    fresh: bool = False,
    order: Order | None = None,
) -> Finished:
    """Carry the run out, or carry it on: records that are finished are not made again.

    Without an ``order`` all cases are asked at once.
    """
    aside.check_programs(inputs.release)
    pins = inputs.pins()
    folder = RunFolder(places.runs / provenance.run_id(pins))
    with _alone(folder):
        if fresh:
            _start_over(folder)
        with telemetry(inputs.release) as sent, span("run", run_id=folder.run_id) as under_way:
            finished = _carry_out(inputs, pins, folder, places, progress, order)
            under_way.add(**_told(finished))
        return replace(finished, telemetry_lost=sent.lost)


def _carry_out(
    inputs: Inputs,
    pins: dict[str, Any],
    folder: RunFolder,
    places: Places,
    progress: Progress,
    order: Order | None,
) -> Finished:
    begun = {"started_at": provenance.now()}
    opened = OpenRun.of(folder)
    resumed = opened.finished
    write_info(folder, pins, inputs.release, {**begun, "state": "running"})
    diff = write_manifests(inputs, folder)
    with span("ask"):
        asked = ask_all(inputs, diff, opened, places, order, progress)
    with span("compare"):
        comparison, outside = _compared(asked, folder, progress)
    with span("explain"):
        explained, gate = _judged(asked, comparison, outside, places, progress)
    changes = asked.scene.changes()
    coverage = asked.scene.coverage(changes, comparison)
    write_results(folder, inputs, comparison, explained, gate, coverage)
    ended = {
        **begun,
        **_outcome(asked, outside, gate, folder, places),
        "warnings": list(doubts(asked.scene)),
    }
    info = write_info(folder, pins, inputs.release, ended)
    outcomes = outcomes_of(comparison, inputs.cases, asked.noise)
    return Finished(
        folder=folder,
        inputs=inputs,
        info=info,
        diff=diff,
        versions=asked.scene.versions,
        records=asked.scene.records,
        comparison=comparison,
        diagnoses=explained.diagnoses,
        effects=explained.effects,
        gate=gate,
        changes=changes,
        coverage=coverage,
        noise=asked.noise,
        trend=write_trend(folder, outcomes, places),
        resumed=resumed,
    )


def _told(finished: Finished) -> dict[str, Attribute]:
    """What a trace tells of a run: ids, counts and the verdict."""
    return {
        "config_hash": finished.inputs.release.config_hash,
        "cases": len(finished.inputs.cases),
        "resumed": finished.resumed,
        "verdict": finished.gate.verdict,
        "findings": len(finished.gate.findings),
    }


def _compared(asked: Asked, folder: RunFolder, progress: Progress) -> tuple[Comparison, Outside]:
    """The comparison with what commands, ragas and a judge say, and with the noise marked."""
    scene = asked.scene
    release = scene.inputs.release
    kept = scene.inputs.kept
    commands = aside.command_results(
        release, scene.inputs.cases, scene.records, folder, kept.commands
    )
    outside = Outside(commands=commands, measurements=asked.measurements)
    comparison, heard = aside.judged_comparison(
        release, scene.compared, outside, folder, progress, kept.judgements
    )
    return without_hidden_parts(mark_noise(comparison, asked.noise), scene), heard


def _judged(
    asked: Asked, comparison: Comparison, outside: Outside, places: Places, progress: Progress
) -> tuple[Explained, GateResult]:
    """Every flip explained and blamed, and the verdict."""
    scene, inputs = asked.scene, asked.scene.inputs
    diagnoses = scene.diagnoses(comparison)
    evidence = scene.evidence(comparison, outside)
    explained = explain(diagnoses, evidence, inputs.release, places, progress)
    sources = {entry.source_id for entry in inputs.manifests["baseline"].entries}
    unknown = unknown_labels(inputs.cases, sources, scene.texts["baseline"])
    beside = (*inputs.exam, *unknown, *nothing_answered(inputs.cases, scene.records))
    gate = scene.verdict(comparison, explained.diagnoses, beside, explained.effects)
    why = _not_asked(inputs, scene.records)
    return explained, of_some_cases(gate, why) if why else gate


def _not_asked(inputs: Inputs, records: Records) -> str:
    """Why the run of some cases is no verdict; empty where every case was asked."""
    asked = {record.case_id for side in SIDES for record in records[side]}
    there = sum(case.id in asked for case in inputs.cases)
    total = len(inputs.cases) + inputs.left_out
    if there == total:
        return ""
    told = f"{there} of {counted(total, 'case')} asked"
    if inputs.chosen_by:
        return f"{told}; the same command without {inputs.chosen_by} asks all."
    return f"{told}; the same command without a choice asks all."


def _outcome(
    asked: Asked, outside: Outside, gate: GateResult, folder: RunFolder, places: Places
) -> dict[str, Any]:
    """What ``run.json`` says of a finished run."""
    scene = asked.scene
    indexes = {side: scene.versions[side].index for side in SIDES}
    return {
        "state": "complete" if gate.complete else "incomplete",
        "finished_at": provenance.now(),
        "indexes": {side: index.index_id for side, index in indexes.items()},
        "points": {side: index.content.points_digest() for side, index in indexes.items()},
        "vectors": {"embedded": asked.embedded, "reused": asked.reused},
        "latency_ms": latencies(folder),
        **aside.sums(scene.inputs.release, scene.records, places, asked.noise, outside),
        "verdict": gate.verdict,
        **({"no_verdict": gate.no_verdict} if gate.no_verdict else {}),
    }


def _start_over(folder: RunFolder) -> None:
    for side in SIDES:
        RecordLog.discard(folder.records, side)
    RecordLog.discard(folder.noise_run.records, "baseline")


@contextmanager
def _alone(folder: RunFolder) -> Iterator[None]:
    """One process a run; the lock is the system's, so a killed process leaves none behind."""
    from filelock import FileLock, Timeout

    make_folder(folder.path)
    lock = FileLock(folder.path / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise HarnessError(
            f"{folder.path}: another process is at work on this run. Wait for it, or stop it."
        ) from None
    try:
        yield
    finally:
        lock.release()

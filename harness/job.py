"""The main job: two corpus folders in, a verdict and a report out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from harness import aside
from harness.blame import Evidence, Explained, explain
from harness.cases import cases_digest, load_cases
from harness.changes import diff_documents
from harness.checks.library import Stock
from harness.comparison import SideInput, compare, mark_noise
from harness.config import Policy, Release, load_policy
from harness.corpus.diff import diff_manifests, folder_bodies
from harness.corpus.sums import write_sha256sums
from harness.coverage import Asked, cover
from harness.diagnosis import diagnose
from harness.errors import ExitCode, HarnessError
from harness.exam import Edits
from harness.gate import decide
from harness.gate.labels import unknown_labels
from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.corpus import Manifest, ManifestDiff
from harness.model.coverage import Coverage
from harness.model.decision import Decision
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import Finding, GateResult
from harness.model.noise import Noise
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side
from harness.pipeline import provenance
from harness.pipeline.ask import stages
from harness.pipeline.execute import execute
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.versions import Version, prepare, scan
from harness.record import RecordLog
from harness.registry import expect
from harness.review import Found, commits_of, decisions_path, read_decisions, settle
from harness.store import read_json, read_jsonl, write_json, write_jsonl
from harness.vectors.base import Embedder
from harness.vectors.cache import CachedEmbedder

RUN_SCHEMA = 1

Records = Mapping[Side, Sequence[RunRecord]]


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that decides a run, read and digested before anything is asked."""

    release: Release
    policy: Policy
    cases: tuple[Case, ...]
    manifests: Mapping[Side, Manifest]
    edits: Edits | None = None
    """What a pull request does to its own exam; ``None`` where none was taken from a base."""
    exam: tuple[Finding, ...] = ()
    """What is found about that."""
    decisions: tuple[Decision, ...] = ()
    """What people decided, of any run. They change the verdict and nothing else, so a run is the
    same run with and without them."""
    commits: Mapping[str, str] = field(default_factory=dict)
    """Digest of a decision -> the commit that brought it."""

    def pins(self) -> dict[str, Any]:
        """What the run id is the digest of."""
        exam = [finding.model_dump(mode="json") for finding in self.exam]
        return {
            "schema": RUN_SCHEMA,
            "config": self.release.config_hash,
            "metrics": list(self.release.metrics.k),
            "trials": self.release.trials,
            "code": provenance.code_digest(),
            "packages": provenance.package_versions(),
            "policy": self.policy.policy_hash,
            "cases": cases_digest(self.cases),
            "corpora": {side: self.manifests[side].digest for side in SIDES},
            **({"exam": exam} if exam else {}),
            **self.release.aside(),
        }


@dataclass(frozen=True, slots=True)
class Order:
    """Which cases are asked, and when to look at what came of them."""

    batches: tuple[tuple[str, ...], ...]
    """Case ids. Cases in no batch are not asked: the run is then incomplete, never a pass."""
    go_on: Callable[[GateResult], bool]
    """Whether to ask the next batch, by the findings so far."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that came to a verdict."""

    folder: RunFolder
    inputs: Inputs
    info: Mapping[str, Any]
    diff: ManifestDiff
    versions: Mapping[Side, Version]
    records: Mapping[Side, Sequence[RunRecord]]
    comparison: Comparison
    diagnoses: tuple[Diagnosis, ...]
    effects: Effects
    """The reverse view: what each changed document does to the cases."""
    gate: GateResult
    coverage: Coverage
    noise: Noise
    resumed: int
    """Records that were there before."""


def read_inputs(release: Release) -> Inputs:
    """Cases, policy and both manifests.

    Raises:
        HarnessError: any of them is at fault; exit code 5 when there is nothing to compare.
    """
    cases = load_cases(release.cases)
    if not cases:
        raise HarnessError(
            f"{release.cases}: no cases, so there is nothing to compare.",
            exit_code=ExitCode.NOTHING,
        )
    manifests = {side: scan(side, release) for side in SIDES}
    if not manifests["baseline"].entries:
        raise HarnessError(
            f"{release.corpus_path('baseline')}: no documents, so there is nothing to compare with. "
            "Put the released documents there, or correct corpus.include.",
            exit_code=ExitCode.NOTHING,
        )
    file = decisions_path(release.root)
    decisions = read_decisions(file)
    return Inputs(
        release=release,
        policy=load_policy(release.gate, release.metrics.k),
        cases=cases,
        manifests=manifests,
        decisions=decisions,
        commits=commits_of(file) if decisions else {},
    )


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
    pins = inputs.pins()
    folder = RunFolder(places.runs / provenance.run_id(pins))
    with _alone(folder):
        if fresh:
            _start_over(folder)
        return _carry_out(inputs, pins, folder, places, progress, order)


def _carry_out(
    inputs: Inputs,
    pins: dict[str, Any],
    folder: RunFolder,
    places: Places,
    progress: Progress,
    order: Order | None,
) -> Finished:
    release = inputs.release
    aside.check_programs(release)
    started = provenance.now()
    resumed = sum(RecordLog(folder.records, side).count for side in SIDES)
    _write_info(folder, pins, release, {"state": "running", "started_at": started})
    diff = _write_manifests(inputs, folder)
    embed = CachedEmbedder(expect(release.pipeline.embedding, Embedder), places.vectors, progress)
    try:
        versions = {
            side: prepare(side, inputs.manifests[side], release, embed, places.indexes, progress)
            for side in SIDES
        }
        ready = stages(release, embed.quiet)
        ragas = aside.Measuring(release, versions, folder, embed.quiet, progress)
        stock = Stock(*(versions[side].text for side in SIDES))

        def ask(cases: Sequence[Case]) -> Records:
            return {
                side: execute(cases, versions[side], folder, ready, range(release.trials), progress)
                for side in SIDES
            }

        def look(cases: Sequence[Case], records: Records) -> GateResult:
            some = replace(inputs, cases=tuple(cases), exam=())
            comparison = _comparer(some, versions, records, stock)(
                Outside(measurements=ragas.measured(cases, records))
            )
            return _judge(some, diff, versions, records, comparison)[1]

        records = _in_turn(inputs.cases, order, ask, look)
        asking = aside.Asking(versions["baseline"], folder, ready, progress)
        noise = aside.measured_noise(release, inputs.cases, records["baseline"], asking)
        measurements = ragas.measured(inputs.cases, records)
    finally:
        embed.close()
    commands = aside.command_results(release, inputs.cases, records, folder)
    comparison = aside.judged_comparison(
        release,
        _comparer(inputs, versions, records, stock),
        Outside(commands=commands, measurements=measurements),
        folder,
        progress,
    )
    comparison = mark_noise(comparison, noise)
    evidence = Evidence(
        cases=inputs.cases,
        diff=diff,
        indexes={side: versions[side].index for side in SIDES},
        texts={side: versions[side].text for side in SIDES},
        stock=stock,
        records=records,
        comparison=comparison,
        ks=release.metrics.k,
    )
    diagnoses = _diagnosed(inputs, diff, versions, records, comparison)
    explained = explain(diagnoses, evidence, release, places, progress)
    aside_findings = (*inputs.exam, *unknown_labels(inputs.cases, inputs.manifests["baseline"]))
    gate = decide(inputs.policy, comparison, explained.diagnoses, aside_findings, explained.effects)
    gate = _with_decisions(gate, inputs, comparison, records)
    coverage = _coverage(inputs, diff, versions, records, comparison)
    _write_results(folder, comparison, explained, gate)
    write_jsonl(
        folder.cases, [c.model_dump(mode="json", exclude_defaults=True) for c in inputs.cases]
    )
    if inputs.edits is not None:
        write_json(folder.exam, inputs.edits.model_dump(mode="json"))
    write_json(folder.coverage, coverage.model_dump(mode="json"))
    ended = {
        "state": "complete" if gate.complete else "incomplete",
        "started_at": started,
        "finished_at": provenance.now(),
        "indexes": {side: versions[side].index.index_id for side in SIDES},
        "points": {side: versions[side].index.content.points_digest() for side in SIDES},
        "vectors": {"embedded": embed.embedded, "reused": embed.reused},
        "latency_ms": _latencies(folder),
        **aside.sums(release, records, places, noise),
        "verdict": gate.verdict,
    }
    info = _write_info(folder, pins, release, ended)
    return Finished(
        folder=folder,
        inputs=inputs,
        info=info,
        diff=diff,
        versions=versions,
        records=records,
        comparison=comparison,
        diagnoses=explained.diagnoses,
        effects=explained.effects,
        gate=gate,
        coverage=coverage,
        noise=noise,
        resumed=resumed,
    )


def _in_turn(
    cases: Sequence[Case],
    order: Order | None,
    ask: Callable[[Sequence[Case]], Records],
    look: Callable[[Sequence[Case], Records], GateResult],
) -> Records:
    """Ask batch by batch, and look at what came of each before the next."""
    if order is None or not order.batches:
        return ask(cases if order is None else ())
    by_id = {case.id: case for case in cases}
    *others, last = ([by_id[case_id] for case_id in batch] for batch in order.batches)
    for batch in others:
        records = ask(batch)
        if not order.go_on(look(batch, records)):
            return records
    return ask(last)


def _comparer(
    inputs: Inputs, versions: Mapping[Side, Version], records: Records, stock: Stock
) -> Callable[..., Comparison]:
    """The comparison as a function of what others say of the answers."""
    texts = {side: versions[side].text for side in SIDES}

    def compared(outside: Outside = NOTHING_OUTSIDE) -> Comparison:
        old, new = (SideInput(records[side], texts[side], outside) for side in SIDES)
        scopes = inputs.policy.scopes
        ks = inputs.release.metrics.k
        return compare(inputs.cases, old, new, ks=ks, stock=stock, scopes=scopes)

    return compared


def _judge(
    inputs: Inputs,
    diff: ManifestDiff,
    versions: Mapping[Side, Version],
    records: Records,
    comparison: Comparison,
) -> tuple[tuple[Diagnosis, ...], GateResult]:
    diagnoses = _diagnosed(inputs, diff, versions, records, comparison)
    gate = decide(inputs.policy, comparison, diagnoses, inputs.exam)
    return diagnoses, _with_decisions(gate, inputs, comparison, records)


def _with_decisions(
    gate: GateResult, inputs: Inputs, comparison: Comparison, records: Records
) -> GateResult:
    found = Found(comparison, inputs.cases, records)
    return settle(gate, inputs.policy, found, inputs.decisions, inputs.commits)


def _diagnosed(
    inputs: Inputs,
    diff: ManifestDiff,
    versions: Mapping[Side, Version],
    records: Records,
    comparison: Comparison,
) -> tuple[Diagnosis, ...]:
    texts = {side: versions[side].text for side in SIDES}
    acl_field = inputs.release.corpus.acl_field
    return diagnose(comparison, inputs.cases, diff, texts, records, acl_field=acl_field)


def _coverage(
    inputs: Inputs,
    diff: ManifestDiff,
    versions: Mapping[Side, Version],
    records: Mapping[Side, Sequence[RunRecord]],
    comparison: Comparison,
) -> Coverage:
    """Which changes the cases ask about."""
    texts = {side: versions[side].text for side in SIDES}
    changes = diff_documents(
        diff,
        texts["baseline"].documents,
        texts["candidate"].documents,
        acl_field=inputs.release.corpus.acl_field,
    )
    chunks = {side: texts[side].chunks for side in SIDES}
    return cover(changes, inputs.cases, Asked(records, chunks, comparison))


def _write_results(
    folder: RunFolder, comparison: Comparison, explained: Explained, gate: GateResult
) -> None:
    write_json(folder.comparison, comparison.model_dump(mode="json"))
    write_jsonl(folder.diagnosis, [found.model_dump(mode="json") for found in explained.diagnoses])
    write_json(folder.effects, explained.effects.model_dump(mode="json"))
    write_json(folder.gate, gate.model_dump(mode="json"))


def _write_manifests(inputs: Inputs, folder: RunFolder) -> ManifestDiff:
    for side in SIDES:
        write_sha256sums(inputs.manifests[side], folder.manifest(side))
    release = inputs.release
    diff = diff_manifests(
        inputs.manifests["baseline"],
        inputs.manifests["candidate"],
        bodies=folder_bodies(release.baseline, release.candidate),
    )
    write_json(folder.diff, diff.model_dump(mode="json"))
    return diff


def _write_info(
    folder: RunFolder, pins: dict[str, Any], release: Release, more: dict[str, Any]
) -> dict[str, Any]:
    info = {
        "schema": RUN_SCHEMA,
        "run_id": folder.run_id,
        "inputs": pins,
        "pins": release.pins(),
        "config_hash": release.config_hash,
        "paths": {side: str(release.corpus_path(side)) for side in SIDES}
        | {"cases": str(release.cases), "gate": str(release.gate), "config": str(release.path)},
        "commits": dict(release.commits),
        "machine": provenance.machine(),
        "git": provenance.git_state(release.at_hand),
        **more,
    }
    write_json(folder.info, info)
    return info


def _latencies(folder: RunFolder) -> dict[str, dict[str, dict[str, float]]]:
    """Side -> stage -> percentiles, over every case that was asked."""
    times: dict[str, dict[str, list[float]]] = {side: {} for side in SIDES}
    if folder.timings.exists():
        for _, line in read_jsonl(folder.timings):
            for stage, value in line["ms"].items():
                times[line["corpus_version"]].setdefault(stage, []).append(value)
    return {
        side: {stage: provenance.percentiles(found) for stage, found in sorted(stages_.items())}
        for side, stages_ in times.items()
    }


def _start_over(folder: RunFolder) -> None:
    for side in SIDES:
        RecordLog(folder.records, side).discard()
    RecordLog(folder.noise_run.records, "baseline").discard()


@contextmanager
def _alone(folder: RunFolder) -> Iterator[None]:
    """One process a run; the lock is the system's, so a killed process leaves none behind."""
    from filelock import FileLock, Timeout

    folder.path.mkdir(parents=True, exist_ok=True)
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


def unfinished(places: Places) -> list[str]:
    """Names of runs that were begun and have no verdict yet, sorted."""
    return [
        info.parent.name
        for info in sorted(places.runs.glob("*/run.json"))
        if read_json(info).get("state") == "running"
    ]

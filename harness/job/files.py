"""What a run leaves in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from harness.blame import Explained
from harness.config import Release
from harness.corpus.diff import diff_manifests, folder_bodies
from harness.corpus.sums import write_sha256sums
from harness.errors import HarnessError
from harness.history import own_trend
from harness.job.inputs import RUN_SCHEMA, Inputs
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.coverage import Coverage
from harness.model.gate import GateResult
from harness.model.trend import CaseOutcome, Trend
from harness.model.wire import SIDES
from harness.pipeline import provenance
from harness.pipeline.places import Places, RunFolder
from harness.report import TextPolicy, redact, redact_said
from harness.store import read_jsonl, set_aside, write_json, write_jsonl


def write_manifests(inputs: Inputs, folder: RunFolder) -> ManifestDiff:
    """Both manifests and what differs between them."""
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


def write_info(
    folder: RunFolder, pins: dict[str, Any], release: Release, more: dict[str, Any]
) -> dict[str, Any]:
    """``run.json``: the one file with clocks, the host and the state of git."""
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


def write_results(
    folder: RunFolder,
    inputs: Inputs,
    comparison: Comparison,
    explained: Explained,
    gate: GateResult,
    coverage: Coverage,
) -> None:
    """Everything that the records add up to, and the cases it was judged by.

    All but the cases is redacted as the report is: design/text-in-runs.md.
    """
    coverage = _as_allowed(coverage, TextPolicy(inputs.release.report.text))
    write_json(folder.comparison, _redacted(comparison))
    write_jsonl(folder.diagnosis, map(_redacted, explained.diagnoses))
    write_json(folder.effects, _redacted(explained.effects))
    write_json(folder.coverage, _redacted(coverage))
    write_json(folder.gate, _redacted(gate))
    cases = [case.model_dump(mode="json", exclude_defaults=True) for case in inputs.cases]
    write_jsonl(folder.cases, cases)
    commits = {case.id: inputs.case_commits.get(case.id, "") for case in inputs.cases}
    write_json(folder.case_commits, {name: redact(told) for name, told in commits.items() if told})
    if inputs.edits is not None:
        write_json(folder.exam, inputs.edits.model_dump(mode="json"))


def _redacted(value: BaseModel) -> Any:
    return redact_said(value.model_dump(mode="json"))


def _as_allowed(coverage: Coverage, policy: TextPolicy) -> Coverage:
    """The coverage with as much of the changed text as the report may show."""
    sections = tuple(
        section.model_copy(
            update={
                "examples": tuple(
                    shown for text in section.examples if (shown := policy.show(text).text)
                )
            }
        )
        for section in coverage.sections
    )
    return coverage.model_copy(update={"sections": sections})


def write_trend(folder: RunFolder, outcomes: Sequence[CaseOutcome], places: Places) -> Trend:
    """What later runs need of this one, which is finished, and how it follows the earlier ones."""
    write_jsonl(folder.outcomes, [outcome.model_dump(mode="json") for outcome in outcomes])
    found = own_trend(folder, places)
    write_json(folder.trend, found.model_dump(mode="json"))
    return found


def latencies(folder: RunFolder) -> dict[str, dict[str, dict[str, float]]]:
    """Side -> stage -> percentiles, over every case that was asked."""
    times: dict[str, dict[str, list[float]]] = {side: {} for side in SIDES}
    for line in _timings(folder):
        for stage, value in line["ms"].items():
            times[line["corpus_version"]].setdefault(stage, []).append(value)
    return {
        side: {stage: provenance.percentiles(found) for stage, found in sorted(stages_.items())}
        for side, stages_ in times.items()
    }


def _timings(folder: RunFolder) -> list[dict[str, Any]]:
    """The measured times; a file that cannot be read is set aside, for no verdict rests on it."""
    if not folder.timings.exists():
        return []
    try:
        return [line for _, line in read_jsonl(folder.timings)]
    except HarnessError:
        set_aside(folder.timings, "refused")
        return []

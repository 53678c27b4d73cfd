"""A run folder read back: what ``runs/<run-id>/`` holds is enough for every output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.coverage import Coverage
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import GateResult
from harness.model.judgement import Judgement
from harness.model.noise import NOT_MEASURED, Noise
from harness.model.trend import Trend
from harness.model.wire import SIDES, Wire
from harness.pipeline.places import RunFolder
from harness.record import read_records
from harness.report import RunArtefacts
from harness.store import read_json, read_model, read_models

W = TypeVar("W", bound=Wire)


def read_artefacts(folder: RunFolder, cases: Sequence[Case]) -> RunArtefacts:
    """Everything a finished run left behind; no index is opened, so there is no corpus text.

    Raises:
        HarnessError: a file is missing, or was written in another form.
    """
    return RunArtefacts(
        run_id=folder.run_id,
        comparison=read_model(folder.comparison, Comparison),
        diagnoses=read_models(folder.diagnosis, Diagnosis, "diagnosis"),
        gate=read_model(folder.gate, GateResult),
        manifest_diff=read_model(folder.diff, ManifestDiff),
        records={side: read_records(folder.records / f"{side}.jsonl") for side in SIDES},
        cases=cases,
        case_commits=read_json(folder.case_commits) if folder.case_commits.exists() else {},
        run=read_json(folder.info),
        noise=_read_if_there(folder.noise, Noise) or NOT_MEASURED,
        effects=_read_if_there(folder.effects, Effects),
        coverage=_read_if_there(folder.coverage, Coverage),
        judgements=read_judgements(folder),
        trend=_read_if_there(folder.trend, Trend),
    )


def read_judgements(folder: RunFolder) -> list[Judgement]:
    """What a judge said of the answers of a run; nothing where there was none.

    Raises:
        HarnessError: a line was written in another form.
    """
    path = folder.judgements
    return read_models(path, Judgement, "judgement") if path.exists() else []


def _read_if_there(path: Path, model: type[W]) -> W | None:
    return read_model(path, model) if path.exists() else None

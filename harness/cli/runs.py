"""Finding a finished run by name, by folder, or as the latest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.errors import ExitCode, HarnessError
from harness.model.trend import SOME_CASES
from harness.pipeline.places import Places, RunFolder
from harness.registry import unknown
from harness.store import read_json


def find_run(
    run: str | None, places: Places, *, finished: bool = True
) -> tuple[RunFolder, dict[str, Any]]:
    """The folder of a run and its ``run.json``.

    Args:
        run: a run id, a run's folder, or ``None`` for the run of all cases that finished last.
        places: the workspace whose ``runs/`` is looked in.
        finished: refuse a run that has not come to a verdict.

    Raises:
        HarnessError: there is no such run, or it has not come to a verdict.
    """
    folder = _latest(places) if run is None else _named(run, places)
    info = read_json(folder.info)
    if not isinstance(info, dict):
        raise HarnessError(f"{folder.info}: holds no object, so this is no run of ours.")
    if finished and not info.get("verdict"):
        raise HarnessError(
            f"{folder.path}: this run has no verdict yet. "
            "Finish it with the command that began it.",
            exit_code=ExitCode.INCOMPLETE,
        )
    return folder, info


def is_of_some_cases(info: Mapping[str, Any]) -> bool:
    """Whether a ``run.json`` is that of a run of some cases alone."""
    inputs = info.get("inputs")
    return isinstance(inputs, Mapping) and bool(inputs.get(SOME_CASES))


def _named(run: str, places: Places) -> RunFolder:
    for path in (places.runs / run, Path(run)):
        if (path / "run.json").is_file():
            return RunFolder(path)
    known = [path.parent.name for path in places.runs.glob("*/run.json")]
    raise HarnessError(f"{places.runs}: {unknown('run', run, known)}")


def _latest(places: Places) -> RunFolder:
    finished = [
        (str(info.get("finished_at", "")), path.parent)
        for path in sorted(places.runs.glob("*/run.json"))
        if isinstance(info := read_json(path), dict)
        and info.get("verdict")
        and not is_of_some_cases(info)
    ]
    if not finished:
        raise HarnessError(
            f"{places.runs}: no finished run of all cases. Make one with corpusgate run, or name "
            "the folder of one with --out.",
            exit_code=ExitCode.NOTHING,
        )
    return RunFolder(max(finished)[1])

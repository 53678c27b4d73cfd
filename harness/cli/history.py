"""``corpusgate history``: how the runs of a workspace follow one another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import say, show_json
from harness.cli.ids import run_ids
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult, Workspace
from harness.errors import ExitCode, HarnessError
from harness.model.counted import counted
from harness.model.wire import LAYERS, Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.history import PastRun
    from harness.model.trend import CaseTrend, Trend
    from harness.pipeline.places import Places, RunFolder


def history(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=run_ids,
            help="Run ids or run folders; every run of the workspace if not given.",
        ),
    ] = None,
    last: Annotated[
        int | None, typer.Option(min=1, help="Show this many runs, the newest.")
    ] = None,
    case: Annotated[str | None, typer.Option(help="Show one case, by its id.")] = None,
    layer: Annotated[
        Layer | None, typer.Option(help="Look at one layer; at all if not given.")
    ] = None,
    config: ConfigFile = DEFAULT_CONFIG,
    out: Workspace = None,
    as_json: JsonResult = False,
) -> int:
    """Show pass rates, what changed, flaky cases and slow stages from run to run.

    Runs stand in the order they began in; runs of some cases alone are left out. A folder that
    cannot be read as a run is named, and the exit code is then 4; 5 where there is no run at all.

    Example: corpusgate history --last 10 --layer retrieval
    """
    from harness.cli.history_page import show_history
    from harness.config import workspace_of
    from harness.history import case_trend, read_runs, trend
    from harness.pipeline.places import Places

    places = Places(out or workspace_of(config))
    found, left_out = read_runs(_folders(runs, places))
    faulty = [one for one in left_out if not one.some_cases]
    looks = len(left_out) - len(faulty)
    for one in left_out if runs else faulty:
        say(f"Left out {one.folder}: {one.reason}")
    if looks and not runs:
        say(f"Left out {counted(looks, 'run')} of some cases alone: no verdict.")
    if not found and not faulty:
        raise HarnessError(
            f"{places.runs}: no run of all cases. Make one with: corpusgate run",
            exit_code=ExitCode.NOTHING,
        )
    layers = LAYERS if layer is None else tuple(one for one in LAYERS if one == layer)
    told: Trend | CaseTrend
    if case is None:
        told = trend(found, left_out, last=last, layers=layers)
    else:
        _known(case, found)
        told = case_trend(case, found, left_out, last=last, layers=layers)
    if as_json:
        show_json(told.model_dump(mode="json"))
    else:
        show_history(told)
    return ExitCode.INCOMPLETE if faulty else ExitCode.PASS


def _folders(runs: Sequence[str] | None, places: Places) -> list[RunFolder]:
    """The folders asked for, each once.

    Raises:
        HarnessError: every name that is no folder, at once.
    """
    from harness.errors import Fault
    from harness.history import run_folders
    from harness.pipeline.places import RunFolder

    if not runs:
        return list(run_folders(places))
    found = {run: _folder(run, places) for run in runs}
    faults = [
        Fault(run, f"no such folder here or in {places.runs}", "a run id or a run's folder")
        for run, path in found.items()
        if path is None
    ]
    if faults:
        raise HarnessError("These are no runs.", faults)
    unique = {path.resolve(): path for path in found.values() if path is not None}
    return [RunFolder(path) for path in unique.values()]


def _folder(run: str, places: Places) -> Path | None:
    return next((path for path in (places.runs / run, Path(run)) if path.is_dir()), None)


def _known(case: str, runs: Sequence[PastRun]) -> None:
    import difflib

    known = sorted({case_id for run in runs for case_id in run.cases})
    if case not in known:
        near = difflib.get_close_matches(case, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise HarnessError(f"No run has a case {case!r}.{hint}")

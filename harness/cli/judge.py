"""``corpusgate judge``: how far a judge may be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.console import say, show, show_json
from harness.cli.options import JsonResult

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Work with the judge of a configuration."""


@app.command()
def calibrate(
    run: Annotated[Path, typer.Argument(help="Folder of a run that had a judge.")],
    decisions: Annotated[
        Path,
        typer.Option(help="Verdicts of people: case_id, side, check, subject, verdict a line."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder that holds .corpusgate/, instead of the run's workspace."),
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Compare the judge's verdicts with those of people, and keep the result for later runs.

    Example: corpusgate judge calibrate runs/run-0123456789ab --decisions decisions.jsonl
    """
    from harness.errors import ExitCode
    from harness.judge import CALIBRATION_FILE, read_decisions, read_judgements
    from harness.judge import calibrate as compare
    from harness.pipeline.places import Places, RunFolder
    from harness.store import write_json

    found = read_decisions(decisions)
    if not found:
        say(f"{decisions}: no decisions. Expected one JSON object on each line.")
        return ExitCode.NOTHING
    calibration = compare(read_judgements(RunFolder(run).judgements), found)
    file = Places(out or run.parent.parent).cache / CALIBRATION_FILE
    write_json(file, calibration.model_dump(mode="json"))
    if as_json:
        show_json(calibration.model_dump(mode="json"))
    else:
        show(f"{calibration.model}: {calibration.sentence}\nWritten to {file}")
    return ExitCode.PASS

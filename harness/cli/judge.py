"""``corpusgate judge``: how far a judge may be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import say, show, show_json
from harness.cli.options import JsonResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.judge import Calibration
    from harness.model.judgement import Judgement

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Work with the judge of a configuration."""


@app.command()
def calibrate(
    run: Annotated[Path, typer.Argument(help="Folder of a run that had a judge.")],
    decisions: Annotated[
        Path,
        typer.Option(
            help="What people say: reviews/decisions.jsonl, or lines with case_id, side, check, "
            "subject and verdict."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder that holds .corpusgate/, instead of the run's workspace."),
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Compare the judge's verdicts with those of people, and keep the result for later runs.

    Decisions of a review count where the reviewer answered a question the judge was asked.

    Example: corpusgate judge calibrate runs/run-0123456789ab --decisions reviews/decisions.jsonl
    """
    from harness.errors import ExitCode
    from harness.judge import CALIBRATION_FILE, read_judgements
    from harness.pipeline.places import Places, RunFolder
    from harness.store import write_json

    judgements = read_judgements(RunFolder(run).judgements)
    found = (
        _of_review(decisions, judgements)
        if _is_review(decisions)
        else _of_lines(decisions, judgements)
    )
    if found is None:
        return ExitCode.NOTHING
    file = Places(out or run.parent.parent).cache / CALIBRATION_FILE
    write_json(file, found.model_dump(mode="json"))
    if as_json:
        show_json(found.model_dump(mode="json"))
    else:
        show(f"{found.model}: {found.sentence}")
        left = [f"{number} {reason}" for reason, number in found.left_out.items() if number]
        if left:
            show(f"Left out: {', '.join(left)}")
        show(f"Written to {file}")
    return ExitCode.PASS


def _is_review(decisions: Path) -> bool:
    """Whether a file holds decisions of a review: those carry their evidence."""
    from harness.store import read_jsonl

    first = next(read_jsonl(decisions), (0, None))[1]
    return isinstance(first, dict) and "evidence" in first


def _of_lines(decisions: Path, judgements: Sequence[Judgement]) -> Calibration | None:
    from harness.judge import calibrate as compare
    from harness.judge import read_decisions

    found = read_decisions(decisions)
    if not found:
        say(f"{decisions}: no decisions. Expected one JSON object on each line.")
        return None
    return compare(judgements, found)


def _of_review(decisions: Path, judgements: Sequence[Judgement]) -> Calibration | None:
    from harness.judge import calibration
    from harness.review import labels_on, read_decisions

    found = labels_on(read_decisions(decisions), judgements)
    if not found.pairs:
        left = ", ".join(f"{number} {reason}" for reason, number in found.left_out.items())
        say(
            f"{decisions}: no decision answers a question that the judge was asked in this run "
            f"({left}). Answer some in the review, beside the verdict."
        )
        return None
    return calibration(found.pairs, found.left_out)

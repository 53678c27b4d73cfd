"""``corpusgate cases``: check a file of cases; what adds and edits cases has files of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from harness.cases import cases_digest, load_cases
from harness.cli.console import say, show, show_json
from harness.cli.drafting import draft, relabel
from harness.cli.incident import add
from harness.cli.interchange import import_cases
from harness.cli.options import JsonResult
from harness.cli.proposed import apply
from harness.errors import ExitCode
from harness.model.case import Case
from harness.model.counted import counted

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Work with cases."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A file of cases, one JSON object a line.")],
    as_json: JsonResult = False,
) -> int:
    """Check every line of a file of cases and say what is in it.

    Example: corpusgate cases check fixtures/cases.jsonl
    """
    cases = load_cases(file)
    summary = _summary(cases)
    if as_json:
        show_json(summary)
    else:
        show(_sentence(file, summary))
    if not cases:
        say(f"{file}: no cases. Expected one JSON object on each line.")
        return ExitCode.NOTHING
    return ExitCode.PASS


app.command()(add)
app.command()(draft)
app.command()(relabel)
app.command()(apply)
app.command("import")(import_cases)


def _summary(cases: tuple[Case, ...]) -> dict[str, Any]:
    tags = sorted({tag for case in cases for tag in case.tags})
    return {
        "cases": len(cases),
        "critical": sum(case.critical for case in cases),
        "unanswerable": sum(not case.answerable for case in cases),
        "declared_changes": sum(case.candidate is not None for case in cases),
        "tags": {tag: sum(tag in case.tags for case in cases) for tag in tags},
        "digest": cases_digest(cases),
    }


def _sentence(file: Path, summary: dict[str, Any]) -> str:
    return (
        f"{file}: {counted(summary['cases'], 'case')}, {summary['critical']} critical, "
        f"{summary['unanswerable']} unanswerable, "
        f"{summary['declared_changes']} with a declared change. {summary['digest']}"
    )

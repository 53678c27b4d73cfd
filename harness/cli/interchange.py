"""``corpusgate cases import`` and ``corpusgate export``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harness.cli.console import say, show, show_as_is, show_json
from harness.cli.options import JsonResult
from harness.errors import HarnessError
from harness.model.counted import counted


class Kind(StrEnum):
    """Files of other tools."""

    CSV = "csv"
    RAGAS = "ragas"
    DEEPEVAL = "deepeval"
    PROMPTFOO = "promptfoo"
    BEIR = "beir"
    TREC = "trec"


class Form(StrEnum):
    """What a run can be written as."""

    TREC = "trec"
    PARQUET = "parquet"


def import_cases(
    source: Annotated[Path, typer.Argument(help="File of another tool; for beir its folder.")],
    kind: Annotated[Kind, typer.Option("--from", help="What wrote it.")],
    out: Annotated[Path, typer.Option(help="File to write; it must not exist.")] = Path(
        "fixtures/imported.jsonl"
    ),
    as_json: JsonResult = False,
) -> None:
    """Make cases of a data set of another tool, and say what has no place in a case.

    The file is checked as `cases check` does it before it is written.

    Example: corpusgate cases import golden.csv --from csv --out fixtures/cases.jsonl
    """
    from harness.cases import load_cases
    from harness.interchange import read_cases
    from harness.store import write_jsonl

    if out.exists():
        raise HarnessError(f"{out} is there already. Name another file with --out.")
    read = read_cases(kind.value, source)
    draft = out.with_name(f".{out.name}.checked")
    try:
        write_jsonl(draft, read.rows)
        cases = load_cases(draft)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)
    for what, count in read.left_out.items():
        say(f"Left out: {what} ({count})")
    if as_json:
        show_json({"file": str(out), "cases": len(cases), "left_out": dict(read.left_out)})
    else:
        show(f"{out}: {counted(len(cases), 'case')}.")


def export(
    run: Annotated[Path, typer.Argument(help="A run folder: runs/RUN-ID.")],
    form: Annotated[Form, typer.Option("--format", help="What to write.")],
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("export"),
    cases: Annotated[Path, typer.Option(help="The cases, for the qrels.")] = Path(
        "fixtures/cases.jsonl"
    ),
    as_json: JsonResult = False,
) -> None:
    """Write a run for other tools: TREC runs and qrels, or the comparison as Parquet.

    Example: corpusgate export runs/run-0123456789ab --format trec --out export/
    """
    from harness.cases import load_cases
    from harness.interchange import export_parquet, export_trec
    from harness.model.wire import SIDES
    from harness.outputs import read_artefacts
    from harness.pipeline.places import RunFolder

    known = load_cases(cases) if form is Form.TREC else ()
    artefacts = read_artefacts(RunFolder(run), known)
    files = [out / "comparison.parquet"]
    if form is Form.PARQUET:
        export_parquet(files[0], artefacts.comparison)
    else:
        files = [out / f"{side}.{kind}" for side in SIDES for kind in ("run", "qrels")]
        for side in SIDES:
            export_trec(out, side, artefacts.records[side], known)
    if as_json:
        show_json({"files": [str(file) for file in files]})
    else:
        show_as_is("\n".join(map(str, files)))

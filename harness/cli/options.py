"""Options that several commands take, each told in the same words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.ids import run_ids

DEFAULT_CONFIG = Path("configs/release.yaml")

ConfigFile = Annotated[Path, typer.Option("--config", help="The release configuration.")]
Baseline = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        help="The released corpus, instead of the configured: a folder or git:REF:FOLDER.",
    ),
]
Candidate = Annotated[
    str | None,
    typer.Option("--candidate", help="The new corpus, instead of the configured, as above."),
]
CasesFile = Annotated[
    Path | None, typer.Option("--cases", help="File of cases, instead of the configured.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Folder for runs/, reports/ and the cache, instead of the workspace."
    ),
]
Workspace = Annotated[
    Path | None,
    typer.Option("--out", help="Folder that holds runs/ and the cache, instead of the workspace."),
]
RunOption = Annotated[
    str | None,
    typer.Option(
        "--run",
        autocompletion=run_ids,
        help="A run id or its folder; the latest finished run of all cases if not given.",
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Ask every case again; finished records are set aside.")
]
CaseIds = Annotated[
    list[str] | None,
    typer.Option(
        "--case",
        help="Ask this case alone, as a run of its own: no verdict, unless there are no others. "
        "May be repeated.",
    ),
]
PreviousRun = Annotated[
    str | None,
    typer.Option("--previous", help="An earlier run, by id or folder, to set the report beside."),
]
JsonVerdict = Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")]
JsonResult = Annotated[bool, typer.Option("--json", help="Print JSON.")]

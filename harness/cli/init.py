"""``corpusgate init``: a workspace in the repository at hand."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import say, show, show_json
from harness.errors import HarnessError
from harness.model.counted import counted

if TYPE_CHECKING:
    from harness.setup import Found


def init(
    folder: Annotated[Path, typer.Argument(help="The repository.")] = Path(),
    documents: Annotated[
        str, typer.Option(help="Folder of the documents, instead of the one that is found.")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")] = False,
) -> None:
    """Set a repository up: configuration, policy, prompt, a file of cases, CI and ignores.

    Finds the documents and their language. Nothing that exists is overwritten.

    Example: corpusgate init --yes && corpusgate check
    """
    from harness.setup import detect, set_up

    if not folder.is_dir():
        raise HarnessError(f"{folder} is not a folder.")
    found = detect(folder, documents)
    if not yes:
        found = _confirmed(folder, found)
    written = set_up(folder, found)
    if as_json:
        counted = {**asdict(found), "documents": len(found.documents)}
        show_json({"found": counted, "wrote": list(written.wrote), "kept": list(written.kept)})
        return
    show(_sentence(found))
    for name in written.wrote:
        show(f"  wrote  {name}")
    for name in written.kept:
        show(f"  kept   {name}")
    folder_name = found.folder or "docs"
    say(f"Next: corpusgate cases draft --docs {folder_name} --write fixtures/cases.jsonl")
    say("Correct what it drafts, then: corpusgate check")


def _confirmed(root: Path, found: Found) -> Found:
    """The folder as a person confirms it."""
    from harness.setup import detect

    if not sys.stdin.isatty():
        raise HarnessError("Nobody is there to be asked. Call corpusgate init --yes.")
    say(_sentence(found))
    given = typer.prompt("Folder of the documents", default=found.folder or "docs", err=True)
    return detect(root, given)


def _sentence(found: Found) -> str:
    if not found.documents:
        return f"No documents found{f' in {found.folder}' if found.folder else ''}."
    language = {"en": "English", "ru": "Russian"}.get(found.language, "of no known language")
    return f"{counted(len(found.documents), 'document')} in {found.folder}, mostly {language}."

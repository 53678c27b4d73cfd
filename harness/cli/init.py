"""``corpusgate init``: a workspace in the repository at hand."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import say, show, show_json
from harness.cli.options import JsonResult
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
    as_json: JsonResult = False,
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
    if not found.documents:
        raise HarnessError(_no_documents(folder, found))
    written = set_up(folder, found)
    if as_json:
        shown = {**asdict(found), "documents": len(found.documents)}
        show_json({"found": shown, "wrote": list(written.wrote), "kept": list(written.kept)})
        return
    show(_sentence(found))
    for name in written.wrote:
        show(f"  wrote  {name}")
    for name in written.kept:
        show(f"  kept   {name}")
    for step in _next_steps(folder, found):
        say(step)


def _no_documents(root: Path, found: Found) -> str:
    where = root / found.folder
    return (
        f"{where}: no documents (.md, .txt, .html, .rst) in a folder of it, so nothing was written. "
        "Put them there, or name their folder: corpusgate init --documents FOLDER "
        "(a dot for the folder itself)."
    )


def _next_steps(root: Path, found: Found) -> Iterator[str]:
    """What to call, in this order, up to the first verdict; each works as it stands."""
    from harness.setup import OWN_BASELINE

    docs = shlex.quote(found.folder)
    if root.resolve() != Path.cwd():
        yield f"Next: cd {shlex.quote(str(root))}"
    yield f"Next: corpusgate cases draft --docs {docs} --write fixtures/cases.jsonl"
    if not found.released and found.baseline == OWN_BASELINE:
        yield f"Keep what is released today apart: mkdir -p corpus && cp -R {docs} {OWN_BASELINE}"
    elif not found.released:
        yield f"Commit the documents, as they are released today: git add -- {docs} && git commit"
    yield "Correct what was drafted, change a document, then: corpusgate check"


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

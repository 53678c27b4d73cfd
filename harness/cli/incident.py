"""``corpusgate cases add``: a case from an incident, in one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from harness.cli.console import say, show_json
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult
from harness.errors import ExitCode, Fault, HarnessError
from harness.model.case import Case

_GENERATED_DIGITS = 10


def add(
    query: Annotated[str, typer.Option(help="The question, as it was asked.")],
    source: Annotated[
        list[str] | None,
        typer.Option(help="Where the right text is: document or document#section."),
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Option(help="What the answer has to say; may be given again.")
    ] = None,
    forbidden: Annotated[
        list[str] | None, typer.Option(help="What it said and must not say; may be given again.")
    ] = None,
    value: Annotated[
        list[str] | None, typer.Option(help="A number, date or code the answer needs.")
    ] = None,
    unanswerable: Annotated[
        bool, typer.Option("--unanswerable", help="The corpus must not answer this.")
    ] = False,
    tag: Annotated[
        list[str] | None, typer.Option(help="A tag, such as critical; may be given again.")
    ] = None,
    notes: Annotated[str, typer.Option(help="What happened, for those who read the case.")] = "",
    case_id: Annotated[
        str | None,
        typer.Option("--id", help="Id of the case; made from the question if not given."),
    ] = None,
    config: ConfigFile = DEFAULT_CONFIG,
    file: Annotated[
        Path | None, typer.Option(help="File of cases to add to, instead of the configured.")
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Add one case for a question that went wrong, so that it cannot go wrong unseen again.

    The file is checked first and written whole; the lines that are there stay as they are.

    Example: corpusgate cases add --query "When is a refund paid?" --source returns
    --fact "A refund is paid within 30 days." --forbidden "within 60 days" --tag critical
    """
    from harness.cli.drafting import case_line_of, configured_cases

    case = _case(
        {
            "id": case_id or _id_of(query),
            "query": query,
            "expected_source_ids": source or [],
            "required_facts": fact or [],
            "forbidden_facts": forbidden or [],
            "required_values": value or [],
            "answerable": not unanswerable,
            "tags": list(dict.fromkeys(tag or [])),
            "notes": notes,
        }
    )
    path = file or configured_cases(config)
    _append(path, case, case_line_of(case))
    if as_json:
        show_json(case.model_dump(mode="json", exclude_defaults=True))
    say(f"{path}: case {case.id!r} added.")
    return ExitCode.PASS


def _id_of(query: str) -> str:
    """Stable: the same question gives the same id."""
    from harness.store import digest_text
    from harness.text import fold

    digits = digest_text(fold(query)).removeprefix("sha256:")[:_GENERATED_DIGITS]
    return f"incident-{digits}"


_OPTIONS = {
    "expected_source_ids": "--source",
    "required_facts": "--fact",
    "forbidden_facts": "--forbidden",
    "required_values": "--value",
    "answerable": "--unanswerable",
    "tags": "--tag",
    "id": "--id",
}
"""Field -> the option that gives it, where that is called something else."""


def _case(value: dict[str, Any]) -> Case:
    """The case, or every fault in it by the option that gave it.

    Raises:
        HarnessError: it is no case a file may hold.
    """
    from harness.cases.rules import faults_of
    from harness.config.faults import Key

    def option(key: Key) -> str:
        name = str(key[0]) if key else ""
        return _OPTIONS.get(name, f"--{name}") if name else "the case"

    _refuse_halves(value)
    case = Case.model_validate(value)
    faults = [
        Fault(option(fault.key), fault.found, fault.expected, fault.next_step)
        for fault in faults_of(case)
    ]
    if faults:
        raise HarnessError("This case cannot be added.", faults)
    return case


def _refuse_halves(value: dict[str, Any]) -> None:
    """Bytes of the command line that are no text come in as half characters."""
    texts = (t for given in value.values() for t in (given if isinstance(given, list) else [given]))
    if any("\ud800" <= char <= "\udfff" for t in texts if isinstance(t, str) for char in t):
        raise HarnessError("What was given is not UTF-8 text. Set the terminal to UTF-8.")


def _append(path: Path, case: Case, line: str) -> None:
    """The file with one line more, written whole or not at all.

    Raises:
        HarnessError: the file has faults, or a case with this id.
    """
    import unicodedata

    from harness.cases import load_cases
    from harness.store import write_through

    present = load_cases(path) if path.exists() else ()
    wanted = unicodedata.normalize("NFC", case.id).casefold()
    taken = [c for c in present if unicodedata.normalize("NFC", c.id).casefold() == wanted]
    if taken:
        raise HarnessError(
            f"{path}: there is a case {taken[0].id!r} already: {taken[0].query!r}. "
            "Edit it, or give another id with --id."
        )
    before = path.read_bytes() if path.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    write_through(path, before + f"{line}\n".encode())

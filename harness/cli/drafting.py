"""``corpusgate cases draft`` and ``cases relabel``: edits of cases, for a person to accept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cases import cases_digest, load_cases
from harness.cli.console import say, show_as_is, show_json
from harness.cli.options import (
    DEFAULT_CONFIG,
    Baseline,
    Candidate,
    CasesFile,
    ConfigFile,
    JsonResult,
    RunOption,
    Workspace,
)
from harness.errors import ExitCode, HarnessError
from harness.model.case import Case
from harness.model.counted import counted
from harness.store import read_json, write_through

if TYPE_CHECKING:
    from harness.config import Release


def draft(
    *,
    config: ConfigFile = DEFAULT_CONFIG,
    baseline: Baseline = None,
    candidate: Candidate = None,
    cases: CasesFile = None,
    docs: Annotated[
        Path | None,
        typer.Option(help="One folder of documents: draft first cases from it, without a change."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Drafts at most.")] = 10,
    write: Annotated[
        Path | None, typer.Option(help="File to add the drafts to, instead of stdout.")
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Propose cases for changes that no case asks about, the riskiest first.

    Every fact is a sentence of the corpus. Drafts are tagged 'draft' and have no part in a verdict
    until a person takes the tag away.

    Example: corpusgate cases draft --docs handbook/ --write fixtures/cases.jsonl
    """
    drafts = (
        _first_cases(docs, limit) if docs else _for_changes(config, (baseline, candidate), cases)
    )
    drafts = drafts[:limit]
    lines = [case_line_of(case) for case in drafts]
    added = _add(write, drafts, lines) if write is not None and drafts else []
    if as_json:
        show_json({"drafts": [json.loads(line) for line in lines], "added": added})
    for line in lines if write is None and not as_json else ():
        show_as_is(line)
    if not drafts:
        say("Nothing to draft: no text that states a value or a rule is left without a case.")
        return ExitCode.NOTHING
    return ExitCode.PASS


def _first_cases(docs: Path, limit: int) -> list[Case]:
    from harness.cli.corpora import read_folder
    from harness.config.release import CorpusSettings
    from harness.proposals import draft_folder

    return draft_folder(read_folder(docs, CorpusSettings()).values(), limit)


def _for_changes(
    config: Path, folders: tuple[str | None, str | None], cases: Path | None
) -> list[Case]:
    from harness.changes import diff_documents
    from harness.cli.corpora import read_corpora
    from harness.coverage import cover
    from harness.proposals import draft_changes

    corpora = read_corpora(config, *folders)
    old, new = corpora.documents["baseline"], corpora.documents["candidate"]
    changes = diff_documents(corpora.diff, old, new, acl_field=corpora.settings.acl_field)
    coverage = cover(changes, _known(config, cases))
    languages = {source: found.language for source, found in {**old, **new}.items()}
    return list(draft_changes(changes, coverage, languages))


def _known(config: Path, cases: Path | None) -> tuple[Case, ...]:
    """The cases there are; a workspace that has none yet is what drafts are for."""
    if cases is None and not config.exists():
        return ()
    path = cases or _release(config).cases
    return load_cases(path) if cases or path.exists() else ()


def _release(config: Path) -> Release:
    """The configuration as written; its corpora are not looked at."""
    from harness.config import load_release
    from harness.pipeline.providers import default_registry

    return load_release(config, default_registry())


def configured_cases(config: Path) -> Path:
    """The file of cases that a configuration names."""
    return _release(config).cases


def case_line_of(case: Case) -> str:
    """A case as a line of the file: what it is called, what it asks, then what it expects."""
    from harness.proposals.lines import case_line

    value = case.model_dump(mode="json", exclude_defaults=True)
    return case_line({"id": value.pop("id"), "query": value.pop("query"), **value})


def _add(file: Path, drafts: list[Case], lines: list[str]) -> list[str]:
    """Add the drafts to a file that may hold cases already; those it has stay as they are.

    Returns: ids of the drafts that were not there.
    """
    present = {case.id for case in load_cases(file)} if file.exists() else set()
    before = file.read_bytes() if file.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    new = {
        case.id: line for case, line in zip(drafts, lines, strict=True) if case.id not in present
    }
    there = len(lines) - len(new)
    why = f"; {counted(there, 'case')} of the same id there already" if there else ""
    if new:
        write_through(file, before + "".join(f"{line}\n" for line in new.values()).encode())
    say(f"{file}: {counted(len(new), 'draft')} added{why}.")
    return list(new)


def relabel(
    config: ConfigFile = DEFAULT_CONFIG,
    run: RunOption = None,
    out: Workspace = None,
    write: Annotated[
        Path | None, typer.Option(help="File to write all cases to, the edited ones included.")
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Propose new labels for cases whose text stands elsewhere now.

    Prints a diff of the file of cases and changes nothing; --write writes the whole edited file.

    Example: corpusgate cases relabel --write fixtures/cases.jsonl
    """
    from harness.cli.runs import find_run
    from harness.model.comparison import Comparison
    from harness.pipeline.places import Places
    from harness.proposals import relabel as propose
    from harness.proposals.lines import edited_lines

    root = out or _release(config).root
    folder, info = find_run(run, Places(root))
    file = Path(info["paths"]["cases"])
    cases = load_cases(file)
    _require_same(cases, info, file)
    edits = propose(cases, Comparison.model_validate(read_json(folder.comparison)))
    if not edits:
        say(f"{folder.run_id}: no stale label.")
        return ExitCode.NOTHING
    before = file.read_text(encoding="utf-8")
    told = [{"case_id": edit.case_id, "candidate": edit.override} for edit in edits]
    put_out(before, edited_lines(before, edits), told, file, write, as_json=as_json)
    return ExitCode.PASS


def _require_same(cases: tuple[Case, ...], info: dict[str, Any], file: Path) -> None:
    if cases_digest(cases) != info["inputs"]["cases"]:
        raise HarnessError(
            f"{file}: the cases were edited since run {info['run_id']}. Run again: corpusgate run"
        )


def put_out(
    before: str,
    after: str,
    edited: Sequence[Mapping[str, Any]],
    file: Path,
    write: Path | None,
    *,
    as_json: bool,
) -> None:
    """Print the edits of a file of cases as a diff or JSON, and write the file where asked."""
    from harness.proposals.lines import diff_text

    if as_json:
        show_json(edited)
    elif write is None:
        show_as_is(diff_text(before, after, file.name).rstrip("\n"))
    if write is not None:
        write_through(write, after.encode())
        say(f"{write}: {counted(len(edited), 'case')} edited. Review the file before you keep it.")

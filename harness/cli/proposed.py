"""``corpusgate cases apply``: what reviewers propose for cases they call wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cases import cases_digest, load_cases
from harness.cli.console import say
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult
from harness.errors import ExitCode, Fault, HarnessError
from harness.model.case import Case

if TYPE_CHECKING:
    from harness.review.proposed import Proposal


def apply(
    case: Annotated[
        list[str] | None, typer.Option(help="Id of a case; all proposed ones if not given.")
    ] = None,
    config: ConfigFile = DEFAULT_CONFIG,
    write: Annotated[
        Path | None, typer.Option(help="File to write all cases to, the edited ones included.")
    ] = None,
    as_json: JsonResult = False,
) -> int:
    """Show, or write, the edits that reviewers propose for cases whose label they call wrong.

    Prints a diff of the file of cases and changes nothing; --write writes the whole edited file.
    A proposal whose decision was taken back, or that is in the file already, is left out.

    Example: corpusgate cases apply --write fixtures/cases.jsonl
    """
    from harness.cli.drafting import configured_cases, put_out
    from harness.proposals.lines import replaced_lines

    file = configured_cases(config)
    present = {one.id: one for one in load_cases(file)}
    found = _chosen(_proposals(config), case)
    edits = {
        name: _in_order(one.case) for name, one in found.items() if not _is_there(one, present)
    }
    if not edits:
        say(f"{file}: no proposed edit that is not there already.")
        return ExitCode.NOTHING
    _check([found[name] for name in edits], present, file)
    before = file.read_text(encoding="utf-8")
    told = [found[name].model_dump(mode="json") for name in sorted(edits)]
    put_out(before, replaced_lines(before, edits), told, file, write, as_json=as_json)
    return ExitCode.PASS


def _in_order(case: dict[str, Any]) -> dict[str, Any]:
    """What it is called and asks first, as a person writes a case."""
    return {"id": case["id"], "query": case["query"], **case}


def _proposals(config: Path) -> dict[str, Proposal]:
    from harness.config import workspace_of
    from harness.review import decisions_path, read_decisions
    from harness.review.proposed import proposals

    file = decisions_path(workspace_of(config))
    return proposals(file.parent, read_decisions(file))


def _chosen(found: Mapping[str, Proposal], names: list[str] | None) -> dict[str, Proposal]:
    faults = [
        Fault(name, "no edit is proposed for it", "a case that somebody calls wrongly labelled")
        for name in names or ()
        if name not in found
    ]
    if faults:
        raise HarnessError("These cases have no proposed edit.", faults)
    return {name: one for name, one in found.items() if not names or name in names}


def _is_there(proposal: Proposal, present: Mapping[str, Case]) -> bool:
    case = present.get(proposal.case_id)
    return case is not None and case == Case.model_validate(proposal.case)


def _check(proposals: Iterable[Proposal], present: Mapping[str, Case], file: Path) -> None:
    """Refuse what would undo a later edit, or is no case.

    Raises:
        HarnessError: every such proposal, at once.
    """
    faults = [fault for one in proposals for fault in _faults(one, present.get(one.case_id))]
    if faults:
        raise HarnessError(f"{file}: not all proposed edits can be applied; none was.", faults)


def _faults(proposal: Proposal, case: Case | None) -> list[Fault]:
    from harness.cases.rules import faults_of

    where = f"{proposal.case_id}, proposed by {proposal.who}"
    if case is None:
        return [Fault(where, "no such case", "a case of the file", "Name the others with --case.")]
    if cases_digest([case]) != proposal.base:
        found = "the case was edited since"
        return [Fault(where, found, "the case as it was decided on", "Edit it by hand.")]
    return [
        Fault(f"{where}: {'.'.join(map(str, fault.key))}", fault.found, fault.expected)
        for fault in faults_of(Case.model_validate(proposal.case))
    ]

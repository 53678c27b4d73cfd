"""From "the label is wrong" to the edited file of cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.cases import load_cases
from harness.cases.rules import MAX_TEXT_CHARS
from harness.cli.main import run
from harness.review.desk import Answer
from harness.store import canonical_json
from tests.review.conftest import Workspace
from tests.review.makers import decision
from tests.review.test_loop import offline

OpenDesk = Callable[..., Any]


def wrong(desk: Any, case_id: str = "parcels", **given: Any) -> Any:
    return desk.decide(Answer(case_id, "label_wrong", "asks for old days", **given))


def apply(workspace: Workspace, *arguments: str) -> int:
    return run(["cases", "apply", "--config", str(workspace.config), *arguments])


def cases_of(workspace: Workspace) -> Path:
    return workspace.root / "fixtures" / "cases.jsonl"


def test_proposed_edit_is_shown_then_written_and_makes_the_case_pass(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    file = cases_of(workspace)
    before = file.read_bytes()
    wrong(open_desk(workspace), source="shipping", fact="Parcels leave the warehouse on Mondays.")
    assert apply(workspace) == 0
    shown = capsys.readouterr().out
    assert '+{"id": "parcels"' in shown
    assert "on Mondays." in shown
    assert file.read_bytes() == before
    assert apply(workspace, "--write", str(file)) == 0
    kept = {case.id: case for case in load_cases(file)}
    assert kept["parcels"].required_facts == ("Parcels leave the warehouse on Mondays.",)
    assert "asks for old days" in kept["parcels"].notes
    others = [line for line in before.splitlines() if b'"parcels"' not in line]
    assert [line for line in file.read_bytes().splitlines() if b'"parcels"' not in line] == others
    assert apply(workspace) == 5
    assert "no proposed edit that is not there already" in capsys.readouterr().err


def test_decision_taken_back_proposes_nothing(workspace: Workspace, open_desk: OpenDesk) -> None:
    desk = open_desk(workspace)
    desk.retract(wrong(desk, fact="On Mondays.").digest)
    assert apply(workspace) == 5


def test_latest_proposal_counts(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong(open_desk(workspace), fact="On Sundays.")
    wrong(open_desk(workspace, "Boris"), fact="On Mondays.")
    assert apply(workspace, "--json") == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert line["case"]["required_facts"] == ["On Mondays."]


def test_case_edited_since_is_not_overwritten(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong(open_desk(workspace), fact="On Mondays.")
    file = cases_of(workspace)
    file.write_text(file.read_text().replace("When do parcels leave?", "When do they leave?"))
    before = file.read_bytes()
    assert apply(workspace, "--write", str(file)) == 2
    assert "parcels, proposed by Anna: the case was edited since" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_proposal_that_is_no_case_and_name_without_one_are_refused(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong(open_desk(workspace), source="x" * (MAX_TEXT_CHARS + 1))
    assert apply(workspace) == 2
    assert "parcels, proposed by Anna: expected_source_ids" in capsys.readouterr().err
    assert apply(workspace, "--case", "refund") == 2
    assert "refund: no edit is proposed for it" in capsys.readouterr().err


def test_declared_change_of_the_case_is_edited_too(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    file = cases_of(workspace)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        if line["id"] == "parcels":
            line["candidate"] = {
                "reason": "new days",
                "required_facts": ["Parcels leave the warehouse on Sundays."],
            }
    file.write_text("".join(canonical_json(line) + "\n" for line in lines))
    workspace.run()
    wrong(open_desk(workspace), fact="On Mondays.")
    assert apply(workspace, "--write", str(file)) == 0
    edited = {case.id: case for case in load_cases(file)}["parcels"]
    assert edited.on("candidate").required_facts == ("On Mondays.",)
    assert edited.on("baseline").required_facts != ("On Mondays.",)


def test_wrong_label_called_so_offline_is_proposed_as_well(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    file = offline(workspace, open_desk(workspace), verdict="label_wrong")
    assert workspace.review("import", str(file)) == 0
    assert apply(workspace, "--write", str(cases_of(workspace))) == 0
    kept = {case.id: case for case in load_cases(cases_of(workspace))}
    assert kept["parcels"].notes == f"2026-03-01 Anna: {decision().reason}"

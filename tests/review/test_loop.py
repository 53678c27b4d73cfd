"""The loop closed: a run, a decision, and the verdict of the run made again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run as corpusgate
from harness.review import append_decisions, evidence_of_run, read_decisions
from harness.review.decisions import dump
from harness.review.desk import Answer
from harness.store import canonical_json
from tests.pipeline.workspace import BASELINE
from tests.review.conftest import Workspace
from tests.review.makers import decision

OpenDesk = Callable[..., Any]


def decide(desk: Any, case_id: str, verdict: str, **more: Any) -> Any:
    return desk.decide(Answer(case_id, verdict, "as agreed", **more))


def findings(workspace: Workspace) -> dict[tuple[str, str], dict[str, Any]]:
    return {(f["rule"], f["case_id"]): f for f in workspace.gate()["findings"]}


def test_decisions_change_the_verdict_of_the_same_run_until_the_evidence_changes(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace.policy("waivable_by: [risk-owner]")
    assert workspace.run() == 1
    first = workspace.run_folder.name
    desk = open_desk(workspace)
    accepted = decide(desk, "refund", "accept", role="risk-owner")
    decide(desk, "parcels", "accept")
    assert desk.view().gate.verdict == "PASS"

    capsys.readouterr()
    assert workspace.run() == 0
    assert "Accepted parcels, refund" in capsys.readouterr().out
    assert workspace.run_folder.name == first
    waived = findings(workspace)["any_critical_case_changes_from_pass_to_fail", "refund"]
    assert waived["waived_by"] == [accepted.digest]
    page = (workspace.root / "reports" / first / "index.html").read_text(encoding="utf-8")
    assert "2 cases were accepted by people." in page
    junit = (workspace.root / "reports" / first / "junit.xml").read_text(encoding="utf-8")
    assert 'failures="0"' in junit

    workspace.document("shipping.md", BASELINE["shipping.md"].replace("working days", "Fridays"))
    capsys.readouterr()
    assert workspace.run() == 1
    out = capsys.readouterr().out
    assert "reopened" in out
    void = {
        d["case_id"]: d["changed"] for d in workspace.gate()["decisions"] if d["state"] == "void"
    }
    assert "retrieved" in void["parcels"]
    assert void["refund"] == ["retrieved"], "its context holds the other document too"
    note = findings(workspace)["any_case_changes_from_pass_to_fail", "parcels"]["note"]
    assert note.startswith("reopened: ")
    assert (
        "reopened"
        in (workspace.root / "reports" / workspace.run_folder.name / "junit.xml").read_text()
    )


def test_edited_line_ends_the_run_with_a_usage_error_that_names_it(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(open_desk(workspace), "refund", "cannot_tell")
    text = workspace.decisions.read_text()
    workspace.decisions.write_text(text.replace("cannot_tell", "accept"))
    assert workspace.run() == 2
    error = capsys.readouterr().err
    assert f"{workspace.decisions}:1: digest: the decision was edited" in error


def test_evidence_of_a_run_is_the_same_on_every_machine(
    workspace: Workspace, made: Path, open_desk: OpenDesk
) -> None:
    one, two = open_desk(workspace), open_desk(Workspace(made))
    assert one.evidence == two.evidence


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"answer": "other"}, "answer"),
        ({"refused": True}, "answer"),
        ({"retrieved": ()}, "retrieved"),
    ],
)
def test_each_part_of_a_record_is_bound(
    workspace: Workspace, open_desk: OpenDesk, change: dict[str, Any], part: str
) -> None:
    desk = open_desk(workspace)
    given = desk.artefacts
    records = {
        side: tuple(
            record.model_copy(update=change) if record.case_id == "parcels" else record
            for record in given.records[side]
        )
        for side in given.records
    }
    other = evidence_of_run(given.gate, given.comparison, given.cases, records)
    assert part in other["parcels"].changed_since(desk.evidence["parcels"])
    assert other["refund"] == desk.evidence["refund"]


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ({"required_facts": ("other",)}, ("expectation",)),
        ({"tags": ("critical",)}, ("expectation",)),
        ({"notes": "other"}, ()),
    ],
)
def test_expectations_are_bound_and_notes_are_not(
    workspace: Workspace, open_desk: OpenDesk, change: dict[str, Any], changed: tuple[str, ...]
) -> None:
    desk = open_desk(workspace)
    given = desk.artefacts
    cases = [c.model_copy(update=change) if c.id == "parcels" else c for c in given.cases]
    other = evidence_of_run(given.gate, given.comparison, cases, given.records)
    assert other["parcels"].changed_since(desk.evidence["parcels"]) == changed


def offline(workspace: Workspace, desk: Any, **given: Any) -> Path:
    """A file as the static report lets it be downloaded."""
    values = {
        "case_id": "parcels",
        "evidence": desk.evidence["parcels"].model_dump(mode="json"),
        **given,
    }
    file = workspace.root / "download.jsonl"
    value = dump(decision(**values))
    value.pop("digest")
    file.write_text(canonical_json(value) + "\n", encoding="utf-8")
    return file


def test_decisions_made_offline_are_taken_in_once(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    file = offline(workspace, open_desk(workspace))
    assert workspace.review("import", str(file)) == 0
    assert workspace.review("import", str(file)) == 0
    assert "0 decisions added" in capsys.readouterr().err
    assert len(read_decisions(workspace.decisions)) == 1


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"case_id": "деньги"}, "no such flagged case"),
        ({"case_id": "nobody"}, "no such flagged case"),
        ({"evidence": decision().evidence.model_dump()}, "made on other evidence"),
    ],
)
def test_decisions_about_something_else_are_refused_and_none_is_added(
    workspace: Workspace,
    open_desk: OpenDesk,
    capsys: pytest.CaptureFixture[str],
    given: dict[str, Any],
    fault: str,
) -> None:
    file = offline(workspace, open_desk(workspace), **given)
    assert workspace.review("import", str(file)) == 2
    assert fault in capsys.readouterr().err
    assert not workspace.decisions.exists()


def test_exported_decisions_can_be_taken_in_elsewhere(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    desk = open_desk(workspace)
    accepted = decide(desk, "parcels", "accept")
    desk.retract(accepted.digest)
    decide(desk, "refund", "reject")
    append_decisions(workspace.decisions, [decision(case_id="another run")])
    file = workspace.root / "exported.jsonl"
    assert workspace.review("export", "--write", str(file)) == 0
    workspace.decisions.unlink()
    assert workspace.review("import", str(file)) == 0
    assert len(read_decisions(workspace.decisions)) == 3


def test_export_without_a_decision_says_so(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    file = workspace.root / "exported.jsonl"
    assert workspace.review("export", "--write", str(file)) == 5
    assert "nothing to export" in capsys.readouterr().err
    assert not file.exists()


def test_list_tells_who_decided_what_and_the_verdict_with_it(
    workspace: Workspace, open_desk: OpenDesk, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(open_desk(workspace, "Борис"), "parcels", "reject", role="editor")
    assert workspace.review("list") == 0
    out = capsys.readouterr().out
    assert "BLOCK" in out
    assert "reject by Борис, editor at" in out
    assert workspace.review("list", "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert value["queue"] == [
        {"case_id": "refund", "decided": "open"},
        {"case_id": "parcels", "decided": "reject"},
    ]


def test_one_person_cannot_take_back_what_another_decided(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    from harness.errors import HarnessError

    accepted = decide(open_desk(workspace, "Anna"), "parcels", "accept")
    with pytest.raises(HarnessError, match="takes back what 'Anna' decided"):
        open_desk(workspace, "Boris").retract(accepted.digest)


def test_policy_edited_since_the_run_has_to_be_run_first(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace.policy("waivable_by: [anyone]")
    assert workspace.review("list") == 2
    assert "policy was edited" in capsys.readouterr().err


def test_review_of_a_run_that_is_not_there_says_so(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert workspace.review("run-nowhere", "--who", "Anna") == 2
    assert "unknown run 'run-nowhere'" in capsys.readouterr().err


def test_missing_extra_names_its_install_line(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "starlette", None)
    assert corpusgate(["review", "--config", str(workspace.config)]) == 2
    assert "pip install 'corpusgate[review]'" in capsys.readouterr().err


def test_later_of_two_decisions_in_one_second_wins(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    desk = open_desk(workspace)
    given = [decide(desk, "parcels", verdict) for verdict in ("accept", "reject", "cannot_tell")]
    assert [d.at for d in given] == sorted({d.at for d in given})
    counting = [d for d in desk.view().gate.decisions if d.state == "in_force"]
    assert [d.verdict for d in counting] == ["cannot_tell"]

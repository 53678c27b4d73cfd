"""Two people accept what blocks, each on a branch; merged, both count, and the report says whose commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.errors import ExitCode
from harness.review.desk import Answer
from tests.repositories import commit, git
from tests.review.conftest import Workspace

OpenDesk = Callable[..., Any]
FILE = "reviews/decisions.jsonl"
ATTRIBUTES = "reviews/.gitattributes"


def accept(workspace: Workspace, open_desk: OpenDesk, who: str, branch: str) -> str:
    """Decide on a branch of its own from main; the commit that brings it."""
    top = workspace.root
    git(top, "checkout", "-q", "-b", branch, "main")
    desk = open_desk(workspace, who)
    for case_id in desk.queue:
        desk.decide(Answer(case_id, "accept", "as agreed", role="risk-owner"))
    commit(top, f"decide as {who}", {name: (top / name).read_text() for name in (FILE, ATTRIBUTES)})
    return git(top, "rev-parse", "HEAD").strip()[:12]


def test_two_people_on_two_branches_merge_without_conflict_and_waive_together(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    top = workspace.root
    workspace.policy("waivable_by: [risk-owner]")
    workspace.policy("two_person: true")
    assert workspace.run() == ExitCode.BLOCKED
    git(top, "init", "-q", "-b", "main")
    (top / ".gitignore").write_text("runs/\nreports/\n.corpusgate/\n")
    commit(top, "start")

    first = accept(workspace, open_desk, "Anna", "one")
    assert workspace.run() == ExitCode.BLOCKED
    (note,) = {f["note"] for f in workspace.gate()["findings"] if f["action"] == "block"}
    assert "a second person must accept it as well" in note

    second = accept(workspace, open_desk, "Борис", "two")
    git(top, "checkout", "-q", "main")
    git(top, "merge", "-q", "--no-edit", "one")
    git(top, "merge", "-q", "--no-edit", "two")
    assert workspace.run() == ExitCode.PASS
    counted = [d for d in workspace.gate()["decisions"] if d["case_id"] == "refund"]
    assert {d["who"]: d["commit"][:12] for d in counted} == {"Anna": first, "Борис": second}
    page = (top / "reports" / workspace.run_folder.name / "index.html").read_text("utf-8")
    assert f"commit <bdi>{first}" in page
    assert f"commit <bdi>{second}" in page


def test_line_edited_in_a_commit_ends_the_next_run(
    workspace: Workspace, open_desk: OpenDesk
) -> None:
    top = workspace.root
    git(top, "init", "-q", "-b", "main")
    commit(top, "start")
    accept(workspace, open_desk, "Anna", "one")
    text = (top / FILE).read_text().replace('"role":"risk-owner"', '"role":"owner"')
    commit(top, "another role", {FILE: text})
    assert workspace.run() == ExitCode.USAGE

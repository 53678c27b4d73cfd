"""Decisions about a pull request: they count once the base branch has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.cli.review import open_desk
from harness.errors import ExitCode
from harness.review.desk import Answer
from tests.check.conftest import Check, check, top
from tests.check.test_story import DECLARED, NEW_HOURS, branch
from tests.repositories import commit, git

__all__ = ["check", "top"]

CONFIG = Path("configs/release.yaml")
FILE = "reviews/decisions.jsonl"


def decide(who: str) -> Any:
    """Accept the first case of the queue, as ``who``."""
    _, desk = open_desk(None, CONFIG, None, who)
    return desk.decide(Answer(desk.queue[0], "accept", "the new hours are right"))


def to_base(top: Path) -> None:
    """Bring the decisions to the base branch, in a change of their own."""
    text = (top / FILE).read_text()
    (top / FILE).unlink()
    git(top, "checkout", "-q", "main")
    commit(top, "decide", {FILE: text})
    git(top, "checkout", "-q", "change")


def gate(done: Any) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((done.run / "gate.json").read_text())
    return value


@pytest.fixture
def flagged(top: Path, check: Check) -> None:
    """A change that declares itself, which a person has to confirm."""
    branch(top, {**NEW_HOURS, **DECLARED})
    done = check("--base", "main")
    assert done.code == ExitCode.REVIEW


@pytest.mark.usefixtures("flagged")
def test_decision_of_the_base_counts_until_the_accepted_edit_is_edited_further(
    top: Path, check: Check
) -> None:
    decide("Anna")
    to_base(top)
    done = check("--base", "main")
    assert done.code == ExitCode.PASS
    (counted,) = gate(done)["decisions"]
    head = git(top, "rev-parse", "main").strip()
    assert counted["commit"].startswith(head[:12])
    (finding,) = gate(done)["findings"]
    assert finding["waived_by"] == [counted["digest"]]

    cases = (top / "fixtures" / "cases.jsonl").read_text()
    commit(top, "more", {"fixtures/cases.jsonl": cases.replace("new opening hours", "newer hours")})
    done = check("--base", "main")
    assert done.code == ExitCode.REVIEW
    (void,) = gate(done)["decisions"]
    assert (void["state"], void["changed"]) == ("void", ["policy"])


@pytest.mark.usefixtures("flagged")
def test_decision_in_the_pull_request_itself_does_not_count_and_is_listed(
    top: Path, check: Check
) -> None:
    decide("the author")
    commit(top, "clear my own change", {FILE: (top / FILE).read_text()})
    done = check("--base", "main")
    assert done.code == ExitCode.REVIEW
    assert gate(done)["decisions"] == []
    assert any(FILE in finding["reason"] for finding in gate(done)["findings"])


def test_finding_on_the_run_is_bound_to_the_content_of_the_edit(top: Path, check: Check) -> None:
    policy = (top / "configs" / "gate.yaml").read_text()
    branch(top, {"configs/gate.yaml": policy + "# weaker\n"})
    assert check("--base", "main").code == ExitCode.REVIEW
    accepted = decide("Anna")
    assert accepted.case_id == ""
    to_base(top)
    assert check("--base", "main").code == ExitCode.PASS
    commit(top, "more", {"configs/gate.yaml": policy + "# weaker still\n"})
    assert check("--base", "main").code == ExitCode.REVIEW

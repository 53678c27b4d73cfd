"""The report tells who changed what is expected of a case, as git has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.check.conftest import Check
from tests.check.test_story import DECLARED, NEW_HOURS, branch, cases_with
from tests.report.html import parsed, words
from tests.repositories import commit, git


def told(done: Any) -> dict[str, str]:
    """Case id -> the commit the run names."""
    found: dict[str, str] = json.loads((done.run / "case-commits.json").read_text())
    return found


def short(top: Path, ref: str) -> str:
    return git(top, "rev-parse", "--short=12", ref).strip()


def test_case_names_the_commit_that_changed_it_last(top: Path, check: Check) -> None:
    commit(top, "ask otherwise", cases_with("support-001", query="When does the desk answer?"))
    branch(top, NEW_HOURS)
    done = check("--base", "main")
    found = told(done)
    assert sorted(found) == ["returns-001", "support-001", "warranty-001"]
    assert {name: line.split()[0] for name, line in found.items()} == {
        "returns-001": short(top, "main~1"),
        "support-001": short(top, "main"),
        "warranty-001": short(top, "main~1"),
    }
    page = words(parsed((done.reports / "index.html").read_text()))
    assert f"Last changed by commit {found['support-001']}" in page


def test_declared_change_that_counts_names_the_pull_request(top: Path, check: Check) -> None:
    branch(top, {**NEW_HOURS, **DECLARED})
    found = told(check("--base", "main"))
    assert found["support-001"].startswith(short(top, "change"))
    assert found["returns-001"].startswith(short(top, "main"))


def test_expectation_that_is_not_committed_names_nobody(top: Path, check: Check) -> None:
    branch(top, NEW_HOURS)
    for name, text in cases_with("support-001", notes="asked by phone").items():
        (top / name).write_text(text)
    found = told(check("--trust", "head"))
    assert sorted(found) == ["returns-001", "warranty-001"]


def test_author_is_redacted_as_everything_is(top: Path, check: Check) -> None:
    git(top, "-c", "user.name=x", "commit", "-q", "--amend", "--author", "a.b@corp.example <a@b.c>",
        "--no-edit")  # fmt: skip
    done = check("--trust", "head")
    assert "corp.example" not in "".join(told(done).values())
    assert "corp.example" not in (done.reports / "index.html").read_text()

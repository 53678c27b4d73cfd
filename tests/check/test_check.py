"""Choosing cases, stopping early, and a base that cannot be used."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from harness.errors import ExitCode
from tests.check.conftest import Check
from tests.repositories import DOCUMENTS, commit, git


@pytest.fixture
def harmful(top: Path) -> Path:
    git(top, "checkout", "-q", "-b", "change")
    commit(
        top,
        "change",
        {
            "docs/returns.md": DOCUMENTS["docs/returns.md"].replace("30 days", "60 days"),
            "docs/warranty.md": DOCUMENTS["docs/warranty.md"].replace("6 months", "2 months"),
        },
    )
    return top


def asked(run: Path) -> list[str]:
    """Case ids in the order they were asked."""
    timings = (run / "timings.jsonl").read_text().splitlines()
    return list(dict.fromkeys(json.loads(line)["case_id"] for line in timings))


@pytest.mark.usefixtures("harmful")
def test_affected_cases_are_asked_first_and_all_are_asked(check: Check) -> None:
    done = check("--base", "main")
    assert done.code == ExitCode.BLOCKED
    assert asked(done.run) == ["returns-001", "warranty-001", "support-001"]
    assert "Blocked so far: returns-001, warranty-001." in done.err
    assert done.result["no_verdict"] == ""


def test_affected_only_is_no_verdict_unless_it_blocks(top: Path, check: Check) -> None:
    git(top, "checkout", "-q", "-b", "change")
    text = DOCUMENTS["docs/support.md"].replace("4 hours.", "4 hours. Welcome.")
    commit(top, "change", {"docs/support.md": text})
    done = check("--base", "main", "--affected-only")
    assert done.code == ExitCode.INCOMPLETE
    assert done.result["verdict"] == "NO VERDICT"
    assert asked(done.run) == ["support-001"]
    assert "1 of 3 cases asked" in (done.reports / "summary.md").read_text()
    assert 'type="no_verdict"' in (done.reports / "junit.xml").read_text()
    again = check("--base", "main")
    assert again.code == ExitCode.PASS


def files(folder: Path) -> dict[str, bytes]:
    """Name -> content of everything in a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.mark.usefixtures("harmful")
@pytest.mark.parametrize("choice", ["--affected-only", "--last-failed"])
def test_run_of_some_cases_leaves_the_run_of_all_as_it_was(check: Check, choice: str) -> None:
    whole = check("--base", "main")
    kept = files(whole.run), files(whole.reports)
    done = check("--base", "main", choice)
    assert (done.run, done.reports) != (whole.run, whole.reports)
    assert (files(whole.run), files(whole.reports)) == kept
    assert "2 of 3 cases asked" in done.result["no_verdict"]


def test_affected_only_has_nothing_to_ask_where_no_expected_document_changed(
    top: Path, check: Check
) -> None:
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "change", {"docs/news.md": "# News\n\nThe canteen opens at noon.\n"})
    done = check("--base", "main", "--affected-only")
    assert done.code == ExitCode.NOTHING
    assert "the same command without --affected-only asks all" in done.err


def test_choice_of_every_case_is_the_run_of_all(harmful: Path, check: Check) -> None:
    text = DOCUMENTS["docs/support.md"].replace("4 hours.", "4 hours. Welcome.")
    commit(harmful, "change the rest", {"docs/support.md": text})
    done = check("--base", "main", "--affected-only")
    assert done.code == ExitCode.BLOCKED
    assert done.result["no_verdict"] == ""
    assert check("--base", "main").run == done.run


@pytest.mark.usefixtures("harmful")
def test_affected_only_that_blocks_is_blocked(check: Check) -> None:
    done = check("--base", "main", "--affected-only")
    assert done.code == ExitCode.BLOCKED
    assert done.result["verdict"] == "BLOCK"
    assert asked(done.run) == ["returns-001", "warranty-001"]


@pytest.mark.usefixtures("harmful")
def test_max_failures_stops_early_and_is_marked_incomplete(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.selection._BATCH", 1)
    done = check("--base", "main", "--max-failures", "1")
    assert done.code == ExitCode.BLOCKED
    assert asked(done.run) == ["returns-001"]
    assert not done.result["complete"]
    assert "1 of 3 cases asked" in done.result["no_verdict"]


def test_last_failed_asks_the_cases_with_findings_again(
    harmful: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = itertools.count(10)
    monkeypatch.setattr(
        "harness.pipeline.provenance.now", lambda: f"2026-03-01T09:30:{next(seconds)}+00:00"
    )
    check("--base", "main")
    text = DOCUMENTS["docs/warranty.md"]
    commit(harmful, "mend one", {"docs/warranty.md": text})
    done = check("--base", "main", "--last-failed")
    assert asked(done.run) == ["returns-001", "warranty-001"]
    assert done.code == ExitCode.BLOCKED
    commit(harmful, "change more", {"docs/support.md": DOCUMENTS["docs/support.md"] + "\nHello.\n"})
    done = check("--base", "main", "--last-failed")
    assert asked(done.run) == ["returns-001"], "a case that was not asked did not fail"


@pytest.mark.usefixtures("harmful")
def test_last_failed_without_a_run_has_nothing_to_compare(check: Check) -> None:
    done = check("--base", "main", "--last-failed")
    assert done.code == ExitCode.NOTHING
    assert "no run has ended yet" in done.err


def test_base_without_a_configuration_says_what_to_do(top: Path, check: Check) -> None:
    release = (top / "configs" / "release.yaml").read_text()
    git(top, "rm", "-q", "configs/release.yaml")
    commit(top, "no configuration")
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "set up", {"configs/release.yaml": release})
    done = check("--base", "main")
    assert done.code == ExitCode.NOTHING
    assert "call check with --trust head" in done.err
    done = check("--base", "main", "--trust", "head")
    assert done.code == ExitCode.PASS
    assert "The exam is the one at hand" in done.err


@pytest.mark.usefixtures("top")
def test_unknown_base_is_told(check: Check) -> None:
    done = check("--base", "origin/nowhere")
    assert done.code == ExitCode.USAGE
    assert "no such commit here" in done.err


def test_broken_cases_of_the_branch_are_an_error(top: Path, check: Check) -> None:
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "change", {"fixtures/cases.jsonl": "{}\n"})
    done = check("--base", "main")
    assert done.code == ExitCode.USAGE
    assert "fixtures/cases.jsonl:1: 'id' is missing" in done.err


@pytest.mark.usefixtures("top")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--affected-only", "--last-failed"],
        ["--shard", "9/8"],
        ["--shard", "x"],
        ["--report-url", "javascript:alert(1)"],
        ["--deepen"],
        ["--max-failures", "0"],
    ],
)
def test_wrong_usage_is_refused(check: Check, arguments: list[str]) -> None:
    assert check(*arguments).code == ExitCode.USAGE

"""``corpusgate cases draft`` and ``cases relabel``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.cases import cases_digest, load_cases
from harness.errors import ExitCode
from harness.store import write_json
from tests.comparison.worlds import compare_all

Call = Callable[..., tuple[int, str, str]]

TEXT = "# Refunds\n\nA refund is paid within 30 days of the return.\n"
CASE = (
    '{"id": "c1", "query": "When is a refund paid?", "expected_source_ids": ["refunds"], '
    '"required_facts": ["A refund is paid within 30 days of the return."]}'
)
OTHER = '{"id":"c2",   "query": "q", "answerable": false}'


@pytest.fixture
def workspace(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped configuration with one document that changed and two cases."""
    shutil.copytree(repository / "configs", tmp_path / "configs")
    for side, text in (("baseline", TEXT), ("candidate", TEXT.replace("30", "60"))):
        (tmp_path / "corpus" / side).mkdir(parents=True)
        (tmp_path / "corpus" / side / "refunds.md").write_text(text)
    (tmp_path / "fixtures").mkdir()
    (tmp_path / "fixtures" / "cases.jsonl").write_text(f"{CASE}\n{OTHER}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(workspace: Path) -> Path:
    """A finished run in which the document was renamed."""
    folder = workspace / "runs" / "run-1"
    file = workspace / "fixtures" / "cases.jsonl"
    cases = load_cases(file)
    found = compare_all(cases[:1], {"refunds": TEXT}, {"money": TEXT})
    write_json(folder / "comparison.json", found.model_dump(mode="json"))
    info = {
        "run_id": "run-1",
        "verdict": "REVIEW",
        "finished_at": "2026-01-01T00:00:00+00:00",
        "inputs": {"cases": cases_digest(cases)},
        "paths": {"cases": str(file)},
    }
    write_json(folder / "run.json", info)
    return folder


def test_drafts_that_are_there_already_are_counted_and_the_file_stays(
    call: Call, workspace: Path
) -> None:
    file = workspace / "fixtures" / "cases.jsonl"
    file.write_text(f"{OTHER}\n")
    arguments = ("cases", "draft", "--limit", "1", "--write", str(file))
    assert call(*arguments)[2].endswith(": 1 draft added.\n")
    before = file.read_bytes()
    file.write_bytes(before)
    said = call("cases", "draft", "--docs", "corpus/candidate", "--write", str(file))[2]
    again = call("cases", "draft", "--docs", "corpus/candidate", "--write", str(file))[2]
    assert said.endswith(": 1 draft added.\n")
    assert again.endswith(": 0 drafts added; 1 case of the same id there already.\n")


def test_change_without_a_case_is_drafted(call: Call, workspace: Path) -> None:
    (workspace / "fixtures" / "cases.jsonl").write_text(f"{OTHER}\n")
    code, out, _ = call("cases", "draft")
    (draft,) = [json.loads(line) for line in out.splitlines()]
    assert (code, draft["tags"]) == (0, ["draft"])
    assert draft["candidate"]["required_facts"] == [
        "A refund is paid within 60 days of the return."
    ]


@pytest.mark.usefixtures("workspace")
def test_change_that_a_case_is_about_leaves_nothing_to_draft(call: Call) -> None:
    code, out, err = call("cases", "draft")
    assert (code, out) == (ExitCode.NOTHING, "")
    assert "Nothing to draft" in err


def test_drafts_are_added_to_a_file_once(call: Call, workspace: Path) -> None:
    file = workspace / "mine.jsonl"
    file.write_text(OTHER)
    for _ in range(2):
        assert call("cases", "draft", "--docs", "corpus/baseline", "--write", str(file))[0] == 0
    first, second = file.read_text().splitlines()
    assert first == OTHER
    assert json.loads(second)["required_facts"] == [
        "A refund is paid within 30 days of the return."
    ]
    assert call("cases", "check", str(file))[0] == 0


def test_folder_of_documents_needs_no_workspace(
    call: Call, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace / "corpus")
    code, out, _ = call("cases", "draft", "--docs", "baseline")
    assert (code, len(out.splitlines())) == (0, 1)


@pytest.mark.usefixtures("run")
def test_relabel_shows_a_diff_and_edits_nothing(call: Call, workspace: Path) -> None:
    file = workspace / "fixtures" / "cases.jsonl"
    before = file.read_bytes()
    code, out, err = call("cases", "relabel")
    assert (code, err) == (0, "")
    assert "text moved from refunds to money" in out
    assert OTHER not in out
    assert file.read_bytes() == before


@pytest.mark.usefixtures("run")
def test_relabel_writes_the_file_it_is_told(call: Call, workspace: Path) -> None:
    code, _, err = call("cases", "relabel", "--run", "run-1", "--write", "edited.jsonl")
    first, second = (workspace / "edited.jsonl").read_text().splitlines()
    assert (code, second) == (0, OTHER)
    assert json.loads(first)["candidate"]["expected_source_ids"] == ["money"]
    assert "1 case edited" in err
    assert call("cases", "check", "edited.jsonl")[0] == 0


@pytest.mark.usefixtures("run")
def test_relabel_refuses_cases_that_were_edited_since(call: Call, workspace: Path) -> None:
    (workspace / "fixtures" / "cases.jsonl").write_text(f"{CASE}\n")
    code, _, err = call("cases", "relabel")
    assert (code, "edited since run run-1" in err) == (ExitCode.USAGE, True)


@pytest.mark.usefixtures("workspace")
def test_relabel_without_a_run_says_how_to_make_one(call: Call) -> None:
    code, _, err = call("cases", "relabel")
    assert (code, "corpusgate run" in err) == (ExitCode.NOTHING, True)


@pytest.mark.usefixtures("run")
def test_unknown_run_is_named_with_the_known_ones(call: Call) -> None:
    code, _, err = call("cases", "relabel", "--run", "run-2")
    assert code == ExitCode.USAGE
    assert "Did you mean 'run-1'?" in err

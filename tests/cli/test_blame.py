"""``corpusgate blame`` reads a finished run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.errors import ExitCode
from harness.model.comparison import CaseComparison, Comparison
from harness.model.diagnosis import Diagnosis
from harness.model.effects import DocumentEffect, Effects, Entry
from harness.store import write_json, write_jsonl


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "runs" / "run-1"
    write_json(folder / "run.json", {"run_id": "run-1", "verdict": "BLOCK", "finished_at": "2"})
    comparison = Comparison(
        cases=(
            CaseComparison(case_id="bad", status="regression", summary="it fell"),
            CaseComparison(case_id="good", status="unchanged", summary="the same"),
        ),
        metrics=(),
        matrix={},
    )
    diagnosis = Diagnosis(
        case_id="bad",
        kind="content_edited",
        layer="retrieval",
        stage="source",
        documents=("returns.md",),
        alternatives=(("notes.md", "other.md"),),
        confirmed=True,
        explanation="returns.md was edited: '30 days' became '60 days'",
        evidence=("dense, full ranking: 1 before, 1 now",),
    )
    effects = Effects(
        documents=(
            DocumentEffect(path="gifts.md", kind="added"),
            DocumentEffect(
                path="returns.md",
                kind="modified",
                hurt=("bad",),
                entered=(Entry(case_id="good", rank=1, above_expected=True),),
                hub=True,
                new_readers=("everyone",),
            ),
        )
    )
    write_json(folder / "comparison.json", comparison.model_dump(mode="json"))
    write_jsonl(folder / "diagnosis.jsonl", [diagnosis.model_dump(mode="json")])
    write_json(folder / "effects.json", effects.model_dump(mode="json"))
    return tmp_path


def test_tells_cause_documents_alternatives_and_confirmation(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["blame", "bad", "--out", str(workspace)]) == ExitCode.PASS
    text = capsys.readouterr().out
    for line in (
        "bad  regression: it fell",
        "Cause       content_edited (source): returns.md was edited: '30 days' became '60 days'",
        "Documents   returns.md",
        "Or          notes.md, other.md",
        "Confirmed   yes, on an index built without these changes",
        "Evidence    dense, full ranking: 1 before, 1 now",
        "            hurts bad",
        "            ranks unjudged above the expected source of good",
        "            can newly be read by everyone",
        "            enters the context of many unrelated cases",
    ):
        assert line in text.splitlines()
    assert "gifts.md" not in text


def test_json_has_the_same(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["blame", "bad", "--run", "run-1", "--json", "--out", str(workspace)]) == 0
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert value["diagnosis"]["documents"] == ["returns.md"]
    assert [effect["path"] for effect in value["effects"]] == ["returns.md"]


def test_case_that_is_unchanged_has_nothing_to_blame(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["blame", "good", "--out", str(workspace)]) == ExitCode.PASS
    assert "nothing is blamed" in capsys.readouterr().out


def test_unknown_case_names_the_nearest(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["blame", "baad", "--out", str(workspace)]) == ExitCode.USAGE
    assert "Did you mean 'bad'?" in capsys.readouterr().err


def test_damaged_file_of_a_run_is_named(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_json(workspace / "runs" / "run-1" / "effects.json", {"documents": 3})
    assert run(["blame", "bad", "--out", str(workspace)]) == ExitCode.USAGE
    assert "effects.json" in capsys.readouterr().err

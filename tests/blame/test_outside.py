"""Blame for cases that a judge or a user's program alone found worse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.test_aside import HEDGED, Model, gate, good, judged, lines, vote, workspace
from tests.pipeline.workspace import BASELINE, CASES, REFUND
from tests.support_servers import Reply, structured

TRULY = f"{REFUND} Truly."


def diagnosis(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *answers: Reply, **more: Any
) -> dict[str, Any]:
    """Of a candidate with a harmless change and one that changes the context and so the answer."""
    votes = vote("absent") if "judge" in more else None
    with Model(*answers, votes=votes) as server:
        more = {**more, **(judged(server) if "judge" in more else {})}
        root = workspace(tmp_path / "w", server, [{**CASES[0], "tags": []}], **more)
        changed = BASELINE["returns.md"] + "\nWe accept returns on Mondays.\n"
        (root / "corpus" / "candidate" / "returns.md").write_text(changed)
        program = root / "plain.sh"
        program.write_text('#!/bin/sh\n! grep -q Truly "$1"\n')
        program.chmod(0o755)
        _, told = gate(root, capsys)
    (found,) = lines(Path(told["run"]) / "diagnosis.jsonl")
    comparison = json.loads((Path(told["run"]) / "comparison.json").read_text())
    assert comparison["cases"][0]["status"] == "regression"
    return found


def test_answer_that_a_program_alone_fails_is_blamed_on_the_document_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = [{"command": {"argv": ["./plain.sh", "{answer_file}"], "name": "plain"}}]
    told = structured(TRULY, (REFUND, [1], ""))
    found = diagnosis(tmp_path, capsys, good(), told, checks=checks)
    assert found["documents"] == ["returns.md"]
    assert found["alternatives"] == []
    assert found["confirmed"]


def test_answer_that_the_judge_alone_fails_is_blamed_on_the_document_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = diagnosis(tmp_path, capsys, good(), structured(HEDGED), judge=True)
    assert found["documents"] == ["returns.md"]
    assert found["alternatives"] == []
    assert found["confirmed"]

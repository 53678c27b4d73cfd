"""What ``corpusgate run`` says about coverage, drafts and metric rules that did not fire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from harness.model.coverage import Coverage

Call = Callable[..., tuple[int, str, str]]


def test_draft_that_got_worse_is_named_and_stops_nothing(call: Call, workspace: Path) -> None:
    code, out, _ = call("run")
    assert (code, out.splitlines()[0][:4]) == (0, "PASS")
    assert "Drafts   d1 (no part in the verdict)" in out
    assert "Coverage Cases touch 1 of 1 changed sections" in out
    (file,) = workspace.glob("runs/*/coverage.json")
    found = Coverage.model_validate_json(file.read_text())
    assert [section.path for section in found.sections] == ["refunds.md"]
    assert "d1" in found.sections[0].case_ids

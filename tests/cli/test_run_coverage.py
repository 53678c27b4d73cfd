"""What ``corpusgate run`` says about coverage, drafts and metric rules that did not fire."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.model.coverage import Coverage

Call = Callable[..., tuple[int, str, str]]

TEXT = "# Refunds\n\nA refund is paid within 30 days of the return.\n"
CASE = {
    "id": "c1",
    "query": "When do you open?",
    "expected_source_ids": ["cafe"],
    "required_facts": ["The cafe opens at nine in the morning."],
}
DRAFT = {
    "id": "d1",
    "query": "When is a refund paid?",
    "expected_source_ids": ["refunds"],
    "required_facts": ["A refund is paid within 30 days of the return."],
    "tags": ["critical", "draft"],
}
CONFIG = "schema: 1\npipeline: {embedding: hashing}\n"
POLICY = """
schema: 1
release:
  block_if: [any_critical_case_changes_from_pass_to_fail]
  review_if: [any_case_changes_from_pass_to_fail]
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two small corpora, a case that stays as it was and a draft that got worse."""
    files = {
        "configs/release.yaml": CONFIG,
        "configs/gate.yaml": POLICY,
        "fixtures/cases.jsonl": f"{json.dumps(CASE)}\n{json.dumps(DRAFT)}\n",
        "corpus/baseline/refunds.md": TEXT,
        "corpus/candidate/refunds.md": TEXT.replace("30 days", "60 days"),
    }
    for side in ("baseline", "candidate"):
        files[f"corpus/{side}/cafe.md"] = "# Cafe\n\nThe cafe opens at nine in the morning.\n"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_draft_that_got_worse_is_named_and_stops_nothing(call: Call, workspace: Path) -> None:
    code, out, _ = call("run")
    assert (code, out.splitlines()[0][:4]) == (0, "PASS")
    assert "Drafts   d1 (no part in the verdict)" in out
    assert "Coverage Cases touch 1 of 1 changed sections" in out
    (file,) = workspace.glob("runs/*/coverage.json")
    found = Coverage.model_validate_json(file.read_text())
    assert [section.path for section in found.sections] == ["refunds.md"]
    assert "d1" in found.sections[0].case_ids

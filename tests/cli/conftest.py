"""The command line, called in this process and in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.cli import main

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
ANSWERING = "generation: {extractive: {refuse_below: -2, sentences: 1}}"
"""The shipped threshold is one for other vectors."""
CONFIG = f"schema: 1\npipeline: {{embedding: hashing, {ANSWERING}}}\n"
POLICY = """
schema: 1
release:
  block_if: [any_critical_case_changes_from_pass_to_fail]
  review_if: [any_case_changes_from_pass_to_fail]
"""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run one command line: exit code, stdout, stderr."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main.run(arguments)
        return (code, *capsys.readouterr())

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run one command line in a fresh process."""

    def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
        code = "from harness.cli.main import main; main()"
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]  # passed through

    return process


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

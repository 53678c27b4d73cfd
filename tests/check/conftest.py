"""``corpusgate check`` on a real repository, called in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.cli import main
from tests.repositories import start

CI_VARIABLES = (
    "GITHUB_ACTIONS",
    "GITHUB_BASE_REF",
    "GITHUB_STEP_SUMMARY",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
)


@dataclass(frozen=True)
class Checked:
    """What one call left behind."""

    code: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        """``--json``."""
        value: dict[str, Any] = json.loads(self.out)
        return value

    @property
    def run(self) -> Path:
        return Path(self.result["run"])

    @property
    def reports(self) -> Path:
        return Path(self.result["report"]).parent


Check = Callable[..., Checked]


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository, with the current folder in it, outside of any CI."""
    for name in CI_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    # Part of the run id; a test that compares two runs must not depend on a saved file between.
    monkeypatch.setattr("harness.pipeline.provenance.code_digest", lambda: "sha256:0")
    folder = start(tmp_path / "r")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """Call ``corpusgate check --json`` with more arguments."""

    def check(*arguments: str) -> Checked:
        code = main.run(["check", "--json", *arguments])
        return Checked(code, *capsys.readouterr())

    return check

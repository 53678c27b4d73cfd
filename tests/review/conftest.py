"""A run of the tiny workspace with one blocked case and one that asks for review."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from tests.pipeline.workspace import BASELINE, make_workspace
from tests.report.conftest import browser

__all__ = ["browser"]

CHANGED = {
    "returns.md": BASELINE["returns.md"].replace("30", "60"),
    "shipping.md": BASELINE["shipping.md"].replace("working days", "Mondays"),
}
"""``refund`` is critical and blocks; ``parcels`` asks for review."""


@dataclass(frozen=True)
class Workspace:
    """A workspace on disk and the commands of its people."""

    root: Path

    @property
    def config(self) -> Path:
        return self.root / "configs" / "release.yaml"

    @property
    def decisions(self) -> Path:
        return self.root / "reviews" / "decisions.jsonl"

    @property
    def run_folder(self) -> Path:
        """The folder of the run that was made last."""
        infos = list((self.root / "runs").glob("*/run.json"))
        return max(infos, key=lambda path: path.stat().st_mtime_ns).parent

    def gate(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.run_folder / "gate.json").read_bytes())
        return value

    def run(self) -> int:
        """Make the run, or make it again with the decisions counted."""
        return run(["run", "--config", str(self.config)])

    def review(self, *arguments: str) -> int:
        return run(["review", *arguments, "--config", str(self.config)])

    def document(self, name: str, text: str) -> None:
        """Change a document of the candidate."""
        (self.root / "corpus" / "candidate" / name).write_text(text, encoding="utf-8")

    def policy(self, text: str) -> None:
        """Add a line to the release part of the policy."""
        file = self.root / "configs" / "gate.yaml"
        file.write_text(file.read_text() + f"  {text}\n")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with its run made; tests work on copies."""
    root = make_workspace(tmp_path_factory.mktemp("made"), CHANGED)
    with (root / "configs" / "release.yaml").open("a") as stream:
        stream.write("blame: {confirm: false}\n")
    assert Workspace(root).run() == 1
    return root


@pytest.fixture
def workspace(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Workspace:
    """A workspace with one run in it."""
    root = tmp_path / "workspace"
    shutil.copytree(made, root)
    copy = Workspace(root)
    info = copy.run_folder / "run.json"
    info.write_text(info.read_text().replace(str(made), str(root)))
    capsys.readouterr()
    return copy


@pytest.fixture
def open_desk() -> Callable[..., Any]:
    """The desk of a person over the latest run of a workspace."""
    from harness.cli.review import open_desk as opened

    def open_desk(workspace: Workspace, who: str = "Anna") -> Any:
        return opened(None, workspace.config, None, who)[1]

    return open_desk

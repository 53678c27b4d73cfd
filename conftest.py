"""Shared by every test: the same examples every time, and where the repository is."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from harness.pytest_plugin import CorpusgateRun
from tests import interpreters

# The same examples on every machine and every run: a red test stays red until the code changes.
settings.register_profile("corpusgate", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("corpusgate")

SPHINX_BUILD = Path(f"{sys.prefix}-docs", "bin", "sphinx-build")

_IN_CI = os.environ.get("CI") == "true"

# In CI a missing browser is an error of the machine's making, so its tests run and fail. The
# extra ragas brings 57 packages, so it has a lock and an environment of its own: make test-ragas.
_MUST_BE_THERE = ("browser", "site") if _IN_CI else ()
MISSING = {
    marker: what
    for marker, what, there in (
        ("browser", "there is no chromedriver on PATH", shutil.which("chromedriver") is not None),
        ("install", "they take minutes, and run in CI or by make test-install", _IN_CI),
        ("site", "there is no sphinx-build (make site)", SPHINX_BUILD.exists()),
        ("tutorial", "they take minutes, and run in CI or by make test-tutorial", _IN_CI),
        ("ragas", "the extra ragas is not installed", find_spec("ragas") is not None),
        ("torch", "there is no PyTorch (make test-torch)", find_spec("torch") is not None),
    )
    if not there and marker not in _MUST_BE_THERE
}
"""Marker of the tests this machine cannot run -> why."""


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository, which is also the workspace of the demo."""
    return Path(__file__).parent


@pytest.fixture(scope="session")
def flagged(corpusgate_run: CorpusgateRun) -> list[str]:
    """Ids of the demo's cases with a finding, worst first, for checks of one's own.

    ``pytest --corpusgate fixtures/cases.jsonl`` asks the demo's cases as tests, and any test may
    use the run: docs/how-to/pytest.md.
    """
    return [case.id for case in corpusgate_run.outputs.worst_first()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what this machine cannot test."""
    for marker, what in MISSING.items():
        terminalreporter.write_line(f"{marker} tests are left out: {what} (CONTRIBUTING.md)")
    if "install" not in MISSING:
        for version in interpreters.missing():
            terminalreporter.write_line(f"install tests: there is no Python {version} here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that need what this machine has not."""
    left_out = [item for item in items if any(map(item.get_closest_marker, MISSING))]
    if not left_out:
        return
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)

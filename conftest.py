"""Shared by every test: the same examples every time, and where the repository is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from harness.pytest_plugin import CorpusgateRun

# The same examples on every machine and every run: a red test stays red until the code changes.
settings.register_profile("corpusgate", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("corpusgate")

# In CI a missing browser is an error of the machine's making, so the tests run and fail.
BROWSER_MISSING = shutil.which("chromedriver") is None and os.environ.get("CI") != "true"


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


def pytest_report_header() -> list[str]:
    """Say what this machine cannot test."""
    if not BROWSER_MISSING:
        return []
    return ["browser tests are left out: there is no chromedriver on PATH (CONTRIBUTING.md)"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that need a browser on a machine that has none."""
    if not BROWSER_MISSING:
        return
    left_out = [item for item in items if item.get_closest_marker("browser")]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)

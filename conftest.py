"""Shared by every test: the seed of random data and where the repository is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine and every run: a red test stays red until the code changes.
settings.register_profile("corpusgate", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("corpusgate")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository, which is also the workspace of the demo."""
    return Path(__file__).parent

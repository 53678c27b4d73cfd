"""What the reference of the configuration says by hand is true; its tables are generated."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.config import load_policy, load_release
from harness.config.source import MAX_BYTES, MAX_DEPTH, MAX_NODES
from harness.registry import Registry


@pytest.fixture
def page(repository: Path) -> str:
    return (repository / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")


def test_limits_are_the_documented_ones(page: str) -> None:
    text = page.replace("\n", " ")
    assert f"files over {MAX_BYTES >> 10} KiB" in text
    assert re.search(rf"more than\s+{MAX_DEPTH} levels or more than {MAX_NODES:,} values", text)


def test_examples_load(page: str, write: Callable[..., Path], registry: Registry) -> None:
    pipeline, policy = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    release = load_release(write(f"schema: 1\n{pipeline}"), registry)
    assert release.pipeline.retrieval.name == "hybrid"
    assert len(load_policy(write(policy), [8]).rules) == 4

"""The reference of the configuration names every setting with its default, and every rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.config import METRICS, NAMED_RULES, load_policy, load_release
from harness.config.policy import MetricEntry, RuleLists
from harness.config.release import STAGES, PipelineFile, ReleaseFile
from harness.config.source import MAX_BYTES, MAX_DEPTH, MAX_NODES
from harness.model.budget import Price
from harness.registry import Registry


@pytest.fixture
def page(repository: Path) -> str:
    return (repository / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")


def test_every_key_of_the_release_is_documented(page: str) -> None:
    keys = []
    for name, field in ReleaseFile.model_fields.items():
        inner = getattr(field.annotation, "model_fields", None)
        keys += [f"{name}.{key}" for key in inner] if inner else [field.alias or name]
    keys += [f"pipeline.context.{key}" for key in ("max_tokens", "max_chunks")]
    keys.remove("pipeline.context")
    assert [key for key in keys if f"| `{key}` |" not in page] == []
    assert [name for name in Price.model_fields if name not in page] == []


def test_default_provider_of_every_stage_is_documented(page: str) -> None:
    defaults = {stage: PipelineFile.model_fields[stage].default for stage in STAGES}
    rows = [f"| `pipeline.{stage}` | `{name}` |" for stage, name in defaults.items()]
    assert [row for row in rows if row not in page] == []


def test_every_rule_and_metric_is_documented_in_its_own_words(page: str) -> None:
    rows = [f"| `{name}` | {text.rstrip('.')} |" for name, text in NAMED_RULES.items()]
    assert [row for row in rows if row not in page] == []
    assert [name for name in METRICS if f"`{name}`" not in page] == []
    keys = [f"| `release.{key}` |" for key in RuleLists.model_fields]
    keys += [f"| `{key}` |" for key in MetricEntry.model_fields]
    assert [key for key in keys if key not in page] == []


def test_limits_are_the_documented_ones(page: str) -> None:
    text = page.replace("\n", " ")
    assert f"files over {MAX_BYTES >> 10} KiB" in text
    assert re.search(rf"more than\s+{MAX_DEPTH} levels or more than {MAX_NODES:,} values", text)


def test_examples_load(page: str, write: Callable[..., Path], registry: Registry) -> None:
    pipeline, policy = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    release = load_release(write(f"schema: 1\n{pipeline}"), registry)
    assert release.pipeline.retrieval.name == "hybrid"
    assert len(load_policy(write(policy), [8]).rules) == 4

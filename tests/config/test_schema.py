"""The JSON Schemas agree with the loaders, checked by another validator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from harness.config import config_schema, load_policy, load_release, policy_schema
from harness.errors import HarnessError
from harness.registry import Registry

Write = Callable[..., Path]

_CONFIGS = Path(__file__).parents[2] / "configs"


def _valid(schema: dict[str, Any], text: str) -> bool:
    Draft202012Validator.check_schema(schema)
    return bool(Draft202012Validator(schema).is_valid(yaml.safe_load(text)))


def _loads(load: Callable[[], object]) -> bool:
    try:
        load()
    except HarnessError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "schema: 1",
        (_CONFIGS / "release.yaml").read_text(),
        "schema: 1\npipeline: {chunks: structure}",
        "schema: 1\npipeline: {chunks: {structure: }}",
        "schema: 1\npipeline: {chunks: {structure: {size_tokens: 100}}}",
        "schema: 1\npipeline: {chunks: {structure: {size: 100}}}",
        "schema: 1\npipeline: {chunks: {structure: {size_tokens: big}}}",
        "schema: 1\npipeline: {chunks: {structure: {}, other: {}}}",
        "schema: 1\npipeline: {chunks: {}}",
        "schema: 1\npipeline: {chunks: other}",
        "schema: 1\npipeline: {generation: chat}",
        "schema: 1\npipeline: {generation: {chat: }}",
        "schema: 1\npipeline: {generation: {chat: {model: m}}}",
        "schema: 1\nmetrics: {k: []}",
        "schema: 1\nmetrics: {k: [1, 1]}",
        "schema: 1\nmetrics: {k: [1, 2]}",
        "schema: 1\ncorpus: {include: []}",
        "schema: 2",
        "corpus: {}",
        "schema: 1\ncorpsu: {}",
    ],
)
def test_release_schema_accepts_what_loads_and_nothing_else(
    write: Write, registry: Registry, text: str
) -> None:
    loads = _loads(lambda: load_release(write(text), registry))
    assert _valid(config_schema(registry), text) is loads


@pytest.mark.parametrize(
    "text",
    [
        (_CONFIGS / "gate.yaml").read_text(),
        "release: {block_if: [any_label_is_stale]}",
        "release: {block_if: [retrieval_recall_at_8_decreases]}",
        "release: {block_if: [retrieval_recall_at_K_decreases]}",
        "release: {block_if: [any_label_is_stal]}",
        "release: {block_if: [3]}",
        "release: {block_if: [any_label_is_stale], waivable_by: [risk-owner], two_person: true}",
        "release: {block_if: [any_label_is_stale], waivable_by: ['']}",
        "release: {review_if: [{metric: mrr, drop_more_than: 0.1}]}",
        "release: {review_if: [{metric: recall@8, scope: 'tag:x', drop_more_than: 0.1}]}",
        "release: {review_if: [{metric: recall, drop_more_than: 0.1}]}",
        "release: {review_if: [{metric: mrr}]}",
        "release: {review_if: [{metric: mrr, drop_more_than: 2}]}",
        "schema: 1",
    ],
)
def test_policy_schema_accepts_what_loads_and_nothing_else(write: Write, text: str) -> None:
    loads = _loads(lambda: load_policy(write(text), (1, 8)))
    assert _valid(policy_schema(), text) is loads


def test_settings_are_described_for_editors(registry: Registry) -> None:
    schema = config_schema(registry)
    trials = schema["$defs"]["ReleaseFile"]["properties"]["trials"]
    assert trials["description"].startswith("Times each case is run")
    settings = schema["$defs"]["Structure"]["properties"]
    assert settings["size_tokens"]["description"] == "Tokens at most."

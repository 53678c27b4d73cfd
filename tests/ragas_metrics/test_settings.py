"""The setting ``ragas``, read without the library."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.config import load_policy, load_release
from harness.errors import HarnessError
from harness.model.measurement import RAGAS_METRICS
from harness.pipeline.providers import default_registry
from tests.net import Network
from tests.pipeline.workspace import make_workspace

LLM = {"base_url": "http://127.0.0.1:9/v1", "model": "judge-1"}


def configure(root: Path, ragas: Any) -> Path:
    config = make_workspace(root) / "configs" / "release.yaml"
    value = {"schema": 1, "pipeline": {"embedding": "hashing"}, "ragas": ragas}
    config.write_text(json.dumps(value))
    return config


def read(root: Path, ragas: Any) -> Any:
    return load_release(configure(root, ragas), default_registry(plugins=False))


@pytest.mark.parametrize(
    ("ragas", "told"),
    [
        ({}, "'metrics' is missing"),
        ("faithfulness", "ragas: "),
        ({"metrics": []}, "ragas.metrics"),
        ({"metrics": ["faithful"], "llm": LLM}, "ragas.metrics[0]"),
        ({"metrics": ["faithfulness"]}, "faithfulness asks a model: expected llm"),
        ({"metrics": ["faithfulness"], "llm": {"model": "m"}}, "ragas.llm: 'base_url' is missing"),
        ({"metrics": ["faithfulness"], "llm": {**LLM, "modell": "m"}}, "ragas.llm.modell"),
        ({"metrics": ["semantic_similarity"] * 2}, "Expected each metric once"),
        ({"metrics": ["semantic_similarity"], "k": 1}, "ragas.k"),
        (
            {"metrics": ["faithfulness"], "llm": {**LLM, "api_key_env": "sk-12345"}},
            "not the name of an environment variable",
        ),
    ],
)
def test_fault_is_told_where_it_stands(tmp_path: Path, ragas: Any, told: str) -> None:
    with pytest.raises(HarnessError) as caught:
        read(tmp_path, ragas)
    assert told in str(caught.value)
    assert "sk-12345" not in str(caught.value)


def test_what_is_measured_is_pinned_and_what_changes_no_value_is_not(tmp_path: Path) -> None:
    llm = {**LLM, "timeout_s": 5, "retries": 1, "concurrency": 2, "api_key_env": "KEY"}
    pinned = read(tmp_path, {"metrics": ["faithfulness"], "llm": llm}).aside()["ragas"]
    assert pinned["settings"] == {
        "metrics": ["faithfulness"],
        "llm": {
            **LLM,
            "temperature": 0.0,
            "max_tokens": 2048,
            "parameters": {},
            "json_schema": True,
        },
    }


def test_without_the_setting_nothing_is_pinned(tmp_path: Path) -> None:
    assert "ragas" not in read(tmp_path, None).aside()


def test_missing_extra_is_told_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ragas", None)
    config = configure(tmp_path, {"metrics": ["semantic_similarity"]})
    assert run(["run", "--config", str(config)]) == 2
    assert "Install it with: pip install 'corpusgate[ragas]'" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


def test_host_that_is_not_listed_is_refused(
    tmp_path: Path, no_network: Network, capsys: pytest.CaptureFixture[str]
) -> None:
    llm = {**LLM, "base_url": "https://models.example.com/v1"}
    config = configure(tmp_path, {"metrics": ["faithfulness"], "llm": llm})
    assert run(["run", "--config", str(config)]) == 2
    told = capsys.readouterr().err
    assert "ragas.llm.base_url: connecting to 'models.example.com' is not allowed" in told
    assert no_network.opened == []


@pytest.mark.parametrize("metric", RAGAS_METRICS)
def test_rule_may_name_any_of_the_metrics(tmp_path: Path, metric: str) -> None:
    policy = tmp_path / "gate.yaml"
    rule = {"metric": metric, "scope": "all", "drop_more_than": 0.05}
    policy.write_text(json.dumps({"schema": 1, "release": {"block_if": [rule]}}))
    (read_rule,) = load_policy(policy, [8]).metric_rules
    assert read_rule.metric == metric

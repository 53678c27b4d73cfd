"""What leaves the machine: nothing by default, and nothing to a host that is not named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from tests.net import Network
from tests.pipeline.workspace import make_workspace

ELSEWHERE = {"base_url": "https://models.example.com/v1", "model": "m"}
PLACES: dict[str, dict[str, Any]] = {
    "generation.openai-chat.base_url": {"pipeline": {"generation": {"openai-chat": ELSEWHERE}}},
    "embedding.openai.base_url": {
        "pipeline": {"embedding": {"openai": {**ELSEWHERE, "dimensions": 8}}}
    },
    "rerank.endpoint.base_url": {"pipeline": {"rerank": {"endpoint": ELSEWHERE}}},
    "judge.openai-judge.base_url": {"judge": {"openai-judge": ELSEWHERE}},
    "index.qdrant-server.url": {
        "pipeline": {"index": {"qdrant-server": {"url": "https://models.example.com:6333"}}}
    },
}


def configure(root: Path, settings: dict[str, Any]) -> tuple[str, ...]:
    pipeline = {"embedding": "hashing", **settings.get("pipeline", {})}
    value = {"schema": 1, "metrics": {"k": [1]}, **settings, "pipeline": pipeline}
    config = root / "configs" / "release.yaml"
    config.write_text(json.dumps(value))
    prompts = root / "configs" / "prompts"
    prompts.mkdir()
    shipped = Path(__file__).parents[2] / "configs" / "prompts" / "answer.md"
    (prompts / "answer.md").write_bytes(shipped.read_bytes())
    return "run", "--config", str(config)


def test_default_run_opens_no_connection(tmp_path: Path, no_network: Network) -> None:
    root = make_workspace(tmp_path)
    assert run(["run", "--config", str(root / "configs" / "release.yaml")]) == 0
    assert no_network.opened == []


@pytest.mark.parametrize("place", PLACES)
def test_host_that_is_not_listed_is_refused_before_anything_is_sent(
    place: str, tmp_path: Path, no_network: Network, capsys: pytest.CaptureFixture[str]
) -> None:
    command = configure(make_workspace(tmp_path), PLACES[place])
    assert run(command) == 2
    told = capsys.readouterr().err
    assert f"{place}: connecting to 'models.example.com' is not allowed" in told
    assert "add 'models.example.com' to privacy.allow_hosts" in told
    assert no_network.opened == []

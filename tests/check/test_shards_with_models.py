"""Shards of a run with a model, a judge, a user's program and an A/A run, put together."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from harness.cli import main
from harness.errors import ExitCode
from harness.store import digest_json
from tests.check.conftest import Checked
from tests.pipeline.workspace import make_workspace
from tests.support_servers import LlmServer, Reply, Seen, chat, structured

PROMPTS = Path(__file__).parents[2] / "configs" / "prompts"
SHARDS = 8
CLOCKS = {"run.json", "timings.jsonl", ".lock"}
RULES = [f"Rule {number} allows {number + 3} days of leave." for number in range(10)]
CASES = [
    {
        "id": f"rule-{number}",
        "query": f"How many days of leave does rule {number} allow?",
        "expected_source_ids": [f"rule-{number}"],
        "required_facts": [RULES[number]],
    }
    for number in range(10)
]


class Model(LlmServer):
    """Answers and votes that depend on the request and on how often it came, and on nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.came: Counter[str] = Counter()

    def next_reply(self, seen: Seen) -> Reply:
        with self._lock:
            self.seen.append(seen)
            key = digest_json(seen.body)
            self.came[key] += 1
            turn = self.came[key]
        text = seen.body["messages"][-1]["content"]
        if seen.body["response_format"]["json_schema"]["name"] == "vote":
            verdict = "absent" if turn < 3 else "abstain"
            return chat(json.dumps({"quote": "", "verdict": verdict}))
        rule = next(rule for rule in RULES if rule in text)
        hedged = f"As a rule it is {rule.split()[3]} days, unless otherwise agreed."
        return structured(hedged if turn % 3 else rule, (rule, [1], ""))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("harness.pipeline.provenance.code_digest", lambda: "sha256:0")
    root = make_workspace(tmp_path / "w", {}, CASES)
    for side in ("baseline", "candidate"):
        for number, rule in enumerate(RULES):
            tail = "It holds for all." if side == "candidate" and number % 2 else ""
            text = f"# Rule {number}\n\n{rule}\n\n{tail}\n"
            (root / "corpus" / side / f"rule-{number}.md").write_text(text)
    shutil.copytree(PROMPTS, root / "configs" / "prompts")
    return root


def configure(root: Path, server: LlmServer, **more: Any) -> Path:
    model = {"base_url": server.base_url, "model": "m", "retries": 0, "concurrency": 1}
    told = root / "ran.txt"
    program = root / "look.sh"
    program.write_text(f'#!/bin/sh\necho x >> "{told}"\ngrep -q days "$1"\n')
    program.chmod(0o755)
    value = {
        "schema": 1,
        "metrics": {"k": [1]},
        "pipeline": {
            "embedding": "hashing",
            "generation": {"openai-chat": model},
            "context": {"max_chunks": 1},
        },
        "trials": 3,
        "noise": {"trials": 3},
        "judge": {"openai-judge": {**model, "votes": 3}},
        "checks": [{"command": {"argv": ["./look.sh", "{answer_file}"], "name": "look"}}],
        "blame": {"confirm": False},
        **more,
    }
    file = root / "configs" / "release.yaml"
    file.write_text(json.dumps(value))
    return file


def call(capsys: pytest.CaptureFixture[str], verb: str, *arguments: str) -> Checked:
    capsys.readouterr()
    code = main.run([verb, "--json", *arguments])
    return Checked(code, *capsys.readouterr())


def files(run: Path) -> dict[str, bytes]:
    """Every file of a run that has no clock in it."""
    return {
        path.relative_to(run).as_posix(): path.read_bytes()
        for path in sorted(run.rglob("*"))
        if path.is_file() and path.name not in CLOCKS
    }


def test_merge_of_eight_shards_asks_nothing_and_leaves_the_bytes_of_one_run(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model() as server:
        config = str(configure(root, server))
        shards = []
        for number in range(1, SHARDS + 1):
            out = root.parent / f"shard-{number}"
            given = ("--config", config, "--shard", f"{number}/{SHARDS}", "--out", str(out))
            shards.append(str(call(capsys, "check", *given).run))
        asked, ran = server.calls, (root / "ran.txt").read_text()
        out = root.parent / "merged"
        merged = call(capsys, "merge", *shards, "--config", config, "--out", str(out))
        assert (server.calls, (root / "ran.txt").read_text()) == (asked, ran)
        server.came.clear()
        out = root.parent / "whole"
        whole = call(capsys, "check", "--config", config, "--out", str(out))
    assert merged.code == whole.code != ExitCode.INCOMPLETE
    expected = files(whole.run)
    assert {"judgements.jsonl", "commands.jsonl", "noise.json"} <= expected.keys()
    assert "noise/records/baseline.jsonl" in expected
    assert b'"votes"' in expected["judgements.jsonl"]
    found = files(merged.run)
    assert found.keys() == expected.keys()
    assert [name for name in expected if found[name] != expected[name]] == []


def test_shards_whose_judges_say_otherwise_are_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model() as server:
        config = str(configure(root, server, trials=1, noise={"trials": 0}))
        out = root.parent / "shard"
        shard = call(capsys, "check", "--config", config, "--shard", "1/5", "--out", str(out)).run
        other = root.parent / "other" / shard.name
        shutil.copytree(shard, other)
        file = other / "judgements.jsonl"
        file.write_text(
            file.read_text().replace('"verdict":"absent","votes"', '"verdict":"present","votes"')
        )
        given = ("--config", config, "--out", str(root.parent / "merged"))
        done = call(capsys, "merge", str(shard), str(other), *given)
    assert done.code == ExitCode.USAGE
    assert "differs from the one of" in done.err
    assert not (root.parent / "merged" / "runs").exists()

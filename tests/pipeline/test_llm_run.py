"""The main job with a model behind an OpenAI-compatible endpoint that counts its calls."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.test_job import corpusgate, run_folder
from tests.pipeline.workspace import BASELINE, CASES, REFUND, make_workspace
from tests.support_servers import LlmServer, Reply, Seen, fault, structured

PROMPTS = Path(__file__).parents[2] / "configs" / "prompts"
UNRELATED = {"shipping.md": BASELINE["shipping.md"].replace("working days", "Mondays")}


class Answering(LlmServer):
    """Answers every question alike, with a citation of the first document."""

    def next_reply(self, seen: Seen) -> Reply:
        self.seen.append(seen)
        if self._script:
            return self._script.popleft()
        return structured(REFUND, (REFUND, [1], ""))


def workspace(root: Path, server: LlmServer, more: str = "", **generation: Any) -> Path:
    """A workspace whose generator is the server; one case, so that calls are easy to count."""
    make_workspace(root, UNRELATED, CASES[:1])
    shutil.copytree(PROMPTS, root / "configs" / "prompts")
    settings = {"base_url": server.base_url, "model": "scripted-1", "retries": 0, **generation}
    release = root / "configs" / "release.yaml"
    text = release.read_text().replace(
        "  generation: {extractive: {refuse_below: 0.3}}\n",
        f"  generation: {{openai-chat: {json.dumps(settings)}}}\n  context: {{max_chunks: 1}}\n",
    )
    release.write_text(text + more)
    return root


def records(root: Path, side: str) -> list[dict[str, Any]]:
    lines = (run_folder(root) / "records" / f"{side}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_same_prompt_on_both_sides_is_one_call_and_a_rerun_makes_none(tmp_path: Path) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server)
        corpusgate(root)
        assert server.calls == 1
        corpusgate(root, "--fresh")
        assert server.calls == 1
    old, new = records(root, "baseline")[0], records(root, "candidate")[0]
    assert old["runtime"]["prompt_hash"] == new["runtime"]["prompt_hash"]
    assert old["answer"] == new["answer"] == REFUND


def test_trials_are_really_different_calls(tmp_path: Path) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server, "trials: 3\n")
        corpusgate(root)
        assert server.calls == 3
    assert [record["trial"] for record in records(root, "candidate")] == [0, 1, 2]


def test_failed_call_is_a_named_outcome_and_the_next_run_asks_that_case_alone_again(
    tmp_path: Path,
) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server)
        server.script(fault(503))
        code = corpusgate(root)
        outcomes = {side: records(root, side)[0]["error"] for side in ("baseline", "candidate")}
        assert code == 4
        assert outcomes["baseline"]["kind"] == "server_error"
        assert outcomes["candidate"] is None
        assert corpusgate(root) == 0
        assert records(root, "baseline")[0]["error"] is None


def test_budget_stops_cleanly_before_it_is_passed_and_a_larger_one_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server, "trials: 3\nbudget: {max_calls: 2}\n")
        assert corpusgate(root) == 4
        assert server.calls == 2
        assert "max_calls" in capsys.readouterr().err
        release = root / "configs" / "release.yaml"
        release.write_text(release.read_text().replace("max_calls: 2", "max_calls: 9"))
        assert corpusgate(root) == 0
        assert server.calls == 3


def test_citation_of_a_document_that_was_not_given_is_found(tmp_path: Path) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server)
        server.script(structured(REFUND, (REFUND, [7], "")))
        corpusgate(root)
    comparison = json.loads((run_folder(root) / "comparison.json").read_bytes())
    checks = {check["check"]: check for check in comparison["cases"][0]["checks"]}
    assert checks["citation_exists"]["candidate"] == "fail"


def test_endpoint_that_is_not_allowed_is_refused_by_the_name_of_the_setting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server, base_url="https://models.example.com/v1")
        assert corpusgate(root) == 2
    assert "privacy.allow_hosts" in capsys.readouterr().err
    assert not (root / "runs").exists()


def test_prompt_that_is_edited_is_another_run(tmp_path: Path) -> None:
    with Answering() as server:
        root = workspace(tmp_path, server)
        corpusgate(root)
        prompt = root / "configs" / "prompts" / "answer.md"
        prompt.write_text(
            prompt.read_text().replace("{% block system -%}", "{% block system -%}\nBe brief.")
        )
        corpusgate(root)
        assert server.calls == 2
    assert len([path for path in (root / "runs").iterdir() if path.is_dir()]) == 2

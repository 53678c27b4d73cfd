"""``corpusgate doctor``: what is installed, allowed and reachable."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.setup import Check, examine
from tests.repositories import ANSWERING, RELEASE, put, start
from tests.support_servers import LlmServer

KEY = "CORPUSGATE_TEST_KEY"
SECRET = "sk-never-shown"
Examine = Callable[[str], dict[str, Check]]


@pytest.fixture
def examined(tmp_path: Path) -> Examine:
    """What is found with these further lines of configuration, by name."""
    top = start(tmp_path / "r")

    def examined(more: str) -> dict[str, Check]:
        put(top, {"configs/release.yaml": RELEASE.removesuffix(ANSWERING) + more})
        return {check.name: check for check in examine(top / "configs" / "release.yaml")}

    return examined


def chat(url: str, more: str = "") -> str:
    return f"  generation: {{openai-chat: {{base_url: '{url}', model: m{more}}}}}\n"


def test_sound_workspace_has_nothing_wrong(examined: Examine) -> None:
    checks = examined("")
    assert [check for check in checks.values() if check.state == "wrong"] == []
    assert checks["stages"].told == "each has what it needs"
    assert checks["allowed hosts"].told == "none: no text leaves this machine"


def test_endpoint_that_listens_answers_and_is_sent_nothing(
    examined: Examine, llm_server: LlmServer
) -> None:
    checks = examined(chat(llm_server.base_url))
    assert checks["generation openai-chat"].state == "ok"
    assert llm_server.calls == 0


def test_host_that_is_not_allowed_is_not_called(
    examined: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.create_connection", pytest.fail)
    check = examined(chat("https://api.example.com/v1"))["generation openai-chat"]
    assert check.state == "wrong"
    assert "add 'api.example.com' to privacy.allow_hosts" in check.told


def test_proxy_is_reached_in_place_of_the_host_behind_it(
    examined: Examine, llm_server: LlmServer
) -> None:
    proxy = llm_server.base_url.removesuffix("/v1")
    privacy = f"privacy: {{allow_hosts: [api.example.com], proxy: '{proxy}'}}\n"
    checks = examined(chat("https://api.example.com/v1") + privacy)
    told = checks["generation openai-chat"].told
    assert told.endswith("answers on the way to api.example.com")
    assert checks["allowed hosts"].told == "api.example.com"


@pytest.mark.parametrize(
    ("value", "state", "told"),
    [
        (SECRET, "ok", f"{KEY} is set"),
        (None, "wrong", f"environment variable {KEY!r} is not set"),
        (f"{SECRET}\n{SECRET}", "wrong", "a line break copied with the key"),
    ],
)
def test_key_is_looked_for_and_never_shown(
    examined: Examine,
    monkeypatch: pytest.MonkeyPatch,
    llm_server: LlmServer,
    value: str | None,
    state: str,
    told: str,
) -> None:
    if value is None:
        monkeypatch.delenv(KEY, raising=False)
    else:
        monkeypatch.setenv(KEY, value)
    check = examined(chat(llm_server.base_url, f", api_key_env: {KEY}"))[
        "generation openai-chat key"
    ]
    assert check.state == state
    assert told in check.told
    assert SECRET not in check.told


def test_judge_is_looked_at_as_well(examined: Examine) -> None:
    judge = "judge: {openai-judge: {base_url: 'http://127.0.0.1:9/v1', model: m}}\n"
    check = examined(judge)["judge openai-judge"]
    assert (check.state, "does not answer" in check.told) == ("wrong", True)


def test_stage_without_what_it_needs_is_wrong(examined: Examine, llm_server: LlmServer) -> None:
    check = examined(chat(llm_server.base_url, ", prompt: none.md"))["stages"]
    assert (check.state, "none.md" in check.told) == ("wrong", True)


def test_output_that_cannot_show_every_letter_is_told(tmp_path: Path) -> None:
    code = "from harness.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "doctor", "--json"],
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        capture_output=True,
        check=True,
    )
    states = {check["name"]: check["state"] for check in json.loads(done.stdout)}
    assert states["encoding"] == "missing"
    assert states["git"] == "missing"

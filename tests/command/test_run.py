"""A user's program on an answer: what it is given, what it is denied, how it is stopped."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harness.command import find_program, run_commands
from harness.config.release import CommandSettings
from harness.errors import HarnessError
from harness.model.case import Case
from harness.model.command import CommandResult
from harness.model.record import RecordError, RunRecord, Runtime

CASE = Case(id="c", query="q", required_facts=("f",), tags=("gherkin",))


def record(answer: str = "an answer", **given: Any) -> RunRecord:
    runtime = Runtime(
        config_hash="c", index_id="i", model="m", excerpts=given.pop("excerpts", False)
    )
    values: dict[str, Any] = {"case_id": "c", "corpus_version": "baseline", "answer": answer}
    return RunRecord(**(values | given), runtime=runtime)


def command(script: str, **given: Any) -> CommandSettings:
    return CommandSettings(argv=("sh", "-c", script, "sh", "{answer_file}"), **given)


def run(settings: CommandSettings, *records: RunRecord, case: Case = CASE) -> list[CommandResult]:
    return run_commands([settings], [case], records or [record()], Path(), {})


def one(script: str, **given: Any) -> CommandResult:
    (result,) = run(command(script, **given))
    return result


@pytest.mark.parametrize(
    ("script", "outcome", "reason"),
    [
        ("exit 0", "pass", "exit code 0"),
        ("exit 1", "fail", "exit code 1"),
        ("exit 2", "error", "exit code 2"),
        ("kill -TERM $$", "error", "ended by signal SIGTERM"),
    ],
)
def test_exit_code_is_the_outcome(script: str, outcome: str, reason: str) -> None:
    result = one(script)
    assert (result.outcome, result.reason) == (outcome, reason)


def test_program_reads_the_answer_byte_for_byte() -> None:
    text = "Ответ 🙂\n$(echo no) `echo no` ; rm -rf x"
    (result,) = run(command('cat "$1"'), record(text))
    assert (result.outcome, result.output) == ("pass", text)


def test_no_shell_reads_the_arguments() -> None:
    settings = CommandSettings(argv=("echo", "$HOME;", "{answer_file}"), answer_file="a.feature")
    (result,) = run(settings)
    assert result.output.startswith("$HOME; /")
    assert result.output.strip().endswith("/a.feature")


def test_environment_holds_no_keys_and_the_folder_is_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LLM_API_KEY", "planted-secret")
    result = one("env; pwd; ls")
    assert "planted-secret" not in result.output
    assert "answer.txt" in result.output
    folder = next(line for line in result.output.splitlines() if line.startswith("HOME="))
    assert not Path(folder.removeprefix("HOME=")).exists()


def test_slow_program_is_killed_with_all_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    start = time.monotonic()
    result = one(f"(sleep 2; touch {mark}) & sleep 30", timeout_s=0.5)
    assert (result.outcome, result.reason) == ("error", "it took longer than 0.5 s")
    assert time.monotonic() - start < 5
    time.sleep(2)
    assert not mark.exists()


def test_child_that_outlives_its_parent_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    result = one(f"(sleep 1; touch {mark}) >/dev/null 2>&1 & exit 0")
    assert result.outcome == "pass"
    time.sleep(1.3)
    assert not mark.exists()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the system has no /proc")
def test_daemon_in_a_session_of_its_own_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    daemon = f"import os, time; os.setsid(); time.sleep(1); open({str(mark)!r}, 'w')"
    result = one(f'{sys.executable} -c "{daemon}" >/dev/null 2>&1 & sleep 0.3; exit 0')
    assert result.outcome == "pass"
    time.sleep(1.3)
    assert not mark.exists()


def test_endless_output_is_cut_and_no_outcome() -> None:
    result = one("yes", max_output_bytes=1000)
    assert (result.outcome, len(result.output)) == ("error", 1000)
    assert result.reason == "it printed more than 1000 bytes"


def test_memory_is_limited() -> None:
    script = "python3 -c 'bytearray(10**9)' 2>/dev/null"
    assert one(script, max_memory_mb=256).outcome != "pass"


def test_endless_computing_is_ended_by_the_clock() -> None:
    assert one("while :; do :; done", timeout_s=0.5).outcome == "error"


def test_equal_answers_are_looked_at_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    sides = [record(), record(corpus_version="candidate")]
    results = run(command(f"echo x >> {log}"), *sides)
    assert [result.side for result in results] == ["baseline", "candidate"]
    assert log.read_text() == "x\n"


def test_finished_results_are_kept_and_errors_tried_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = command(f"echo x >> {log}")
    first = run(settings)
    known = {result.input: result for result in first}
    assert run_commands([settings], [CASE], [record()], Path(), known) == first
    failed = {key: one.model_copy(update={"outcome": "error"}) for key, one in known.items()}
    assert run_commands([settings], [CASE], [record()], Path(), failed) == first
    assert log.read_text() == "x\n" * 2


def test_tags_choose_the_cases() -> None:
    other = CASE.model_copy(update={"tags": ()})
    assert run(command("exit 0", tags=("gherkin",)))
    assert not run(command("exit 0", tags=("gherkin",)), case=other)


def test_failed_calls_excerpts_and_unanswerable_cases_are_left_out() -> None:
    failed = RecordError(kind="timeout", message="no answer")
    assert not run(command("exit 0"), record(error=failed), record(excerpts=True))
    assert not run(command("exit 0"), case=Case(id="c", query="q", answerable=False))


def test_program_is_found_in_the_workspace_and_on_the_path(tmp_path: Path) -> None:
    own = tmp_path / "tools" / "check"
    own.parent.mkdir()
    own.write_text("#!/bin/sh\nexit 0\n")
    own.chmod(own.stat().st_mode | stat.S_IXUSR)
    assert find_program(CommandSettings(argv=("tools/check",)), tmp_path) == str(own)
    assert os.path.isabs(find_program(CommandSettings(argv=("sh",)), tmp_path))  # noqa: PTH117


def test_missing_program_is_named(tmp_path: Path) -> None:
    settings = CommandSettings(argv=("no-such-program",), name="dry-run")
    with pytest.raises(HarnessError, match="'dry-run': no program 'no-such-program'"):
        find_program(settings, tmp_path)


def test_results_are_plain_json() -> None:
    result = one("printf '\\377'")
    assert json.loads(json.dumps(result.model_dump(mode="json")))["output"] == "\ufffd"

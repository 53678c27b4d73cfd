"""What a shell suggests as somebody types, asked as the shells ask it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.cli import main
from harness.errors import ExitCode
from tests.repositories import put

Call = Callable[..., tuple[int, str, str]]
Suggest = Callable[[str], list[str]]

HOSTILE = ["$(touch x)", "`touch x`", "a b", "a;b", "a'b", '"', "\\$(touch x)", "a:b", "*"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with an older and a newer run."""
    put(
        tmp_path,
        {
            "runs/run-old/run.json": "{}",
            "runs/run-old/cases.jsonl": '{"id": "old-001"}\n',
            "runs/run-new/run.json": "{}",
            "runs/run-new/cases.jsonl": '{"id": "отпуск-001"}\n{"id": "leave-002"}\n',
            "runs/run-broken/notes.txt": "",
        },
    )
    os.utime(tmp_path / "runs" / "run-old", (1, 1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def suggest(call: Call, monkeypatch: pytest.MonkeyPatch) -> Suggest:
    """Suggestions for a line that ends at the cursor, as Bash asks for them."""

    def suggest(line: str) -> list[str]:
        monkeypatch.setenv(main.COMPLETION, "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
        code, out, err = call()
        assert (code, err) == (ExitCode.PASS, "")
        return out.split("\n")[:-1] if out.strip() else []

    return suggest


@pytest.mark.parametrize(
    ("line", "suggested"),
    [
        ("corpusgate co", ["compare", "completion", "config"]),
        ("corpusgate cases r", ["relabel"]),
        ("corpusgate run --cand", ["--candidate"]),
        ("corpusgate run --no", []),
        ("corpusgate check --trust ", ["base", "head"]),
        ("corpusgate config schema g", ["gate"]),
        ("corpusgate completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_commands_options_and_choices_are_suggested(
    suggest: Suggest, line: str, suggested: list[str]
) -> None:
    assert suggest(line) == suggested


def test_every_command_is_suggested(suggest: Suggest) -> None:
    assert suggest("corpusgate ") == [command.name for command in main.COMMANDS]


@pytest.mark.parametrize(
    ("line", "suggested"),
    [
        ("corpusgate review list ", ["run-new", "run-old"]),
        ("corpusgate review import d.jsonl --run run-o", ["run-old"]),
        ("corpusgate history run-n", ["run-new"]),
        ("corpusgate blame ", ["отпуск-001", "leave-002"]),
        ("corpusgate blame l", ["leave-002"]),
        ("corpusgate blame --run run-old ", ["old-001"]),
        ("corpusgate blame --run run-none ", []),
        ("corpusgate blame --out elsewhere ", []),
    ],
)
@pytest.mark.usefixtures("here")
def test_ids_of_the_workspace_are_suggested(
    suggest: Suggest, line: str, suggested: list[str]
) -> None:
    assert suggest(line) == suggested


def test_what_a_shell_could_run_is_never_suggested(suggest: Suggest, here: Path) -> None:
    rows = [json.dumps({"id": name}) for name in [*HOSTILE, "good"]]
    put(here, {"runs/run-new/cases.jsonl": "\n".join(rows)})
    assert suggest("corpusgate blame ") == ["good"]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"id"', "\udcff"])
def test_cases_that_cannot_be_read_give_no_suggestion(
    suggest: Suggest, here: Path, text: str
) -> None:
    (here / "runs/run-new/cases.jsonl").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert suggest("corpusgate blame ") == []


@pytest.mark.parametrize(
    ("shell", "suggested"),
    [("zsh", '"blame":"Tell which documents made a case worse."'), ("fish", "blame\tTell which")],
)
def test_other_shells_are_given_the_help_as_well(
    call: Call, monkeypatch: pytest.MonkeyPatch, shell: str, suggested: str
) -> None:
    monkeypatch.setenv(main.COMPLETION, f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "corpusgate bl")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    code, out, err = call()
    assert (code, err) == (ExitCode.PASS, "")
    assert suggested in out


@pytest.mark.parametrize(
    ("shell", "first"),
    [("bash", "_corpusgate_completion() {"), ("zsh", "#compdef corpusgate"), ("fish", "complete ")],
)
def test_code_for_a_shell_is_printed_alone(call: Call, shell: str, first: str) -> None:
    code, out, err = call("completion", shell)
    assert (code, err) == (ExitCode.PASS, "")
    assert out.startswith(first)
    assert main.COMPLETION in out


def test_bash_completes_with_the_code_it_is_given(here: Path) -> None:
    asked = """
eval "$(corpusgate completion bash)"
COMP_WORDS=(corpusgate blame l) COMP_CWORD=2
_corpusgate_completion corpusgate
printf '%s\\n' "${COMPREPLY[@]}"
complete -p corpusgate
"""
    scripts = sysconfig.get_path("scripts")
    done = subprocess.run(
        ["bash", "--norc", "-c", asked],
        cwd=here,
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    suggested, told = done.stdout.splitlines()
    assert suggested == "leave-002"
    assert "-F _corpusgate_completion corpusgate" in told
    assert done.stderr == ""


def test_suggestions_come_within_the_time_of_a_keystroke(here: Path) -> None:
    """In time of the processor, as with ``--help``: a busy machine makes everything late."""
    asked = {main.COMPLETION: "complete_bash", "COMP_WORDS": "corpusgate ", "COMP_CWORD": "1"}
    command = [sys.executable, "-c", "from harness.cli.main import main; main()"]
    took = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            command, cwd=here, env={**os.environ, **asked}, check=True, capture_output=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 0.6  # half of it is pydantic, by which typer reads any option

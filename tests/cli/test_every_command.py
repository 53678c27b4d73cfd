"""What holds for each command: an example that would work, JSON for programs, a clean stdout."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.generate_cli import application, commands, inner, options

Call = Callable[..., tuple[int, str, str]]

COMMANDS = commands()
NO_JSON = {
    "corpusgate completion": "prints code for a shell",
    "corpusgate config schema": "prints JSON and nothing else",
}
"""Commands without ``--json`` -> why."""

each = pytest.mark.parametrize(
    ("name", "command"), COMMANDS, ids=[name.replace(" ", "-") for name, _ in COMMANDS]
)


def examples(command: Any) -> list[list[str]]:
    """The examples of a command's help, as a shell takes them apart."""
    told = inspect.getdoc(command.callback) or ""
    lines = [line for line in told.splitlines() if line.startswith("Example: ")]
    return [shlex.split(line.partition("corpusgate")[2].removesuffix(')"')) for line in lines]


@each
def test_help_has_an_example_that_the_command_understands(name: str, command: Any) -> None:
    assert examples(command)
    for words in examples(command):
        path = name.split()[1:]
        assert words[: len(path)] == path
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= set(options(command))


@each
def test_every_option_and_argument_is_explained(name: str, command: Any) -> None:
    assert [f"{name} {param.name}" for param in command.params if not param.help] == []


@each
def test_json_is_printed_for_programs(name: str, command: Any) -> None:
    assert ("--json" in options(command)) != (name in NO_JSON)


@each
def test_what_fails_leaves_stdout_to_results(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: Any
) -> None:
    """In an empty folder most commands fail: what they say of it is not on stdout."""
    monkeypatch.chdir(tmp_path)
    required = ["nowhere" for param in command.params if param.required]
    flags = ["--json"] if "--json" in options(command) else []
    code, out, err = call(*name.split()[1:], *required, *flags)
    assert bool(out) != bool(code)
    assert bool(err) >= bool(code)
    if out and flags:
        json.loads(out)


@pytest.mark.parametrize(
    "group", [name for name in inner(application("")) if inner(application(name).commands[name])]
)
def test_group_without_a_command_names_its_commands(call: Call, group: str) -> None:
    code, out, err = call(group)
    assert (code, out) == (2, "")
    for name in inner(application(group).commands[group]):
        assert re.search(rf"^  {name}\b", err, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "next_flag"),
    [
        (["run", "--candidat", "x"], "--candidate"),
        (["check", "--affected"], "--affected-only"),
        (["run", "--resume", "--fresh"], "Give one of them"),
        (["init"], "corpusgate init --yes"),
        (["check", "--deepen"], "--base"),
        (["run"], "--config"),
        (["check", "--trust", "head"], "corpusgate init"),
        (["config", "check", "--config"], "'--config' requires an argument"),
    ],
)
def test_usage_error_names_the_flag_that_comes_next(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    next_flag: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert next_flag in err

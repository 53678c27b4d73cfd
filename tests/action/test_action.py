"""``action.yml`` and the CI templates: valid, safe against injection, and run as scripts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from tests.repositories import DOCUMENTS, commit, git, start


def schema(name: str) -> Any:
    folder = files("check_jsonschema.builtin_schemas") / "vendor"
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def action(repository: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((repository / "action.yml").read_text(encoding="utf-8"))
    return loaded


def test_action_is_valid(action: dict[str, Any]) -> None:
    assert list(Draft7Validator(schema("github-actions")).iter_errors(action)) == []


@pytest.mark.parametrize(
    ("template", "kind"), [("github.yml", "github-workflows"), ("gitlab.yml", "gitlab-ci")]
)
def test_templates_are_valid(repository: Path, template: str, kind: str) -> None:
    path = repository / "harness" / "setup" / "templates" / template
    text = path.read_text(encoding="utf-8").replace("@CANDIDATE@", "docs")
    loaded = yaml.safe_load(text)
    if True in loaded:  # YAML 1.1 reads the key `on` as a truth value
        loaded["on"] = loaded.pop(True)
    assert list(Draft7Validator(schema(kind)).iter_errors(loaded)) == []


def test_no_script_of_the_action_holds_an_expression(action: dict[str, Any]) -> None:
    """What comes from outside reaches a script as a variable, never as part of it."""
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert scripts
    assert not [script for script in scripts if "${{" in script]


def test_every_input_is_used_and_every_used_one_exists(
    repository: Path, action: dict[str, Any]
) -> None:
    text = (repository / "action.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"inputs\.([a-z-]+)", text))
    assert used == set(action["inputs"])


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What a step has: tools on PATH, and a file to write outputs to."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "python").symlink_to(sys.executable)
    script = bin_folder / "corpusgate"
    script.write_text(
        f"#!{sys.executable}\nfrom harness.cli.main import main\nmain()\n", encoding="utf-8"
    )
    script.chmod(0o755)
    root = Path(__file__).parents[2]
    return {
        **os.environ,
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(root),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "CONFIG": "configs/release.yaml",
        "BASE": "main",
    }


def test_check_script_tells_code_verdict_and_report(
    tmp_path: Path, repository: Path, environment: dict[str, str]
) -> None:
    top = start(tmp_path / "r")
    git(top, "checkout", "-q", "-b", "change")
    text = DOCUMENTS["docs/returns.md"].replace("30 days", "60 days")
    commit(top, "change", {"docs/returns.md": text})
    environment["ARGUMENTS"] = "--max-failures 3 --name $(touch${IFS}injected)"
    subprocess.run(
        ["bash", str(repository / ".ci" / "check.sh")], cwd=top, env=environment, check=True
    )
    lines = (tmp_path / "output").read_text().splitlines()
    outputs = dict(line.split("=", 1) for line in lines)
    assert outputs["exit-code"] == "1"
    assert outputs["verdict"] == "BLOCK"
    assert (top / outputs["report"] / "comment.md").exists()
    assert "## corpusgate: BLOCK" in (tmp_path / "summary").read_text()
    assert not (top / "injected").exists()


def test_check_script_without_a_verdict_still_tells_the_code(
    tmp_path: Path, repository: Path, environment: dict[str, str]
) -> None:
    subprocess.run(
        ["bash", str(repository / ".ci" / "check.sh")],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
    )
    assert (tmp_path / "output").read_text() == "exit-code=2\nverdict=\nreport=\n"


@pytest.mark.parametrize(("known", "call"), [(True, "PATCH"), (False, "POST")])
def test_comment_is_updated_in_place(
    tmp_path: Path, repository: Path, environment: dict[str, str], *, known: bool, call: str
) -> None:
    comments = [
        {"id": 1, "body": "somebody says <!-- corpusgate:docs -->"},
        *([{"id": 2, "body": "<!-- corpusgate:docs -->\nold"}] if known else []),
    ]
    answers = "".join(json.dumps(comment) + "\n" for comment in comments)
    (tmp_path / "answers").write_text(answers)
    gh = tmp_path / "bin" / "gh"
    gh.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n'
        f'case "$2" in --paginate) cat {tmp_path}/answers;; esac\n'
    )
    gh.chmod(0o755)
    body = tmp_path / "comment.md"
    body.write_text("<!-- corpusgate:docs -->\nnew\n")
    more = {"REPOSITORY": "a/b", "NUMBER": "7", "BODY": str(body)}
    subprocess.run(
        ["bash", str(repository / ".ci" / "comment.sh")], env={**environment, **more}, check=True
    )
    last = (tmp_path / "calls").read_text().splitlines()[-1]
    place = "repos/a/b/issues/comments/2" if known else "repos/a/b/issues/7/comments"
    assert last == f"api --method {call} {place} -F body=@{body}"

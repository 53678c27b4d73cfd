"""Workflows, the action's steps, scripts and the Dockerfile, looked at by the linters people use."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt

from harness import __version__
from harness.setup import Found, set_up

REPOSITORY = Path(__file__).parents[2]
SCRIPTS = Path(sysconfig.get_path("scripts"))


def lint(program: str, *arguments: str | Path) -> str:
    """What a linter says; empty when it finds nothing. Its binary came with its package."""
    command = [str(SCRIPTS / program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def actionlint(folder: Path, text: str) -> str:
    """What actionlint says of a workflow, ShellCheck on its scripts included."""
    path = folder / "workflow.yml"
    path.write_text(text, encoding="utf-8")
    return lint("actionlint", "-no-color", "-oneline", "-shellcheck", SCRIPTS / "shellcheck", path)


def workflows_in_docs() -> list[Any]:
    """Every workflow that a page shows whole, named by the page."""
    pages = sorted((REPOSITORY / "docs").rglob("*.md"))
    return [
        pytest.param(token.content, id=page.relative_to(REPOSITORY).as_posix())
        for page in pages
        for token in MarkdownIt().parse(page.read_text(encoding="utf-8"))
        if token.type == "fence" and re.search(r"^jobs:", token.content, re.MULTILINE)
    ]


@pytest.mark.parametrize("text", workflows_in_docs())
def test_workflows_in_the_documentation_are_clean(tmp_path: Path, text: str) -> None:
    assert actionlint(tmp_path, text) == ""


def test_workflow_of_init_is_clean(tmp_path: Path) -> None:
    found = Found("docs", ("a.md",), "en", "git:merge-base:main:docs", released=True, host="github")
    set_up(tmp_path, found)
    text = (tmp_path / ".github" / "workflows" / "corpusgate.yml").read_text(encoding="utf-8")
    assert f"pip install corpusgate=={__version__} " in text
    assert actionlint(tmp_path, text) == ""


def test_steps_of_the_action_are_clean(tmp_path: Path) -> None:
    """As the steps of a workflow with the action's inputs: actionlint reads no composite action."""
    action = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: {"type": "string"} for name in action["inputs"]}
    job = {
        "runs-on": "ubuntu-latest",
        "outputs": {name: value["value"] for name, value in action["outputs"].items()},
        "steps": action["runs"]["steps"],
    }
    workflow = {"on": {"workflow_call": {"inputs": inputs}}, "jobs": {"action": job}}
    assert actionlint(tmp_path, yaml.safe_dump(workflow)) == ""


def test_linter_sees_a_fault_in_a_step(tmp_path: Path) -> None:
    """Silence of the linter means something: this script would run what an input says."""
    steps = [{"run": "echo ${{ github.event.pull_request.title }}"}]
    job = {"runs-on": "ubuntu-latest", "steps": steps}
    said = actionlint(tmp_path, yaml.safe_dump({"on": "pull_request", "jobs": {"job": job}}))
    assert "potentially untrusted" in said


def test_scripts_are_clean() -> None:
    scripts = [*sorted((REPOSITORY / ".ci").glob("*.sh")), REPOSITORY / ".ci" / "run"]
    assert lint("shellcheck", *scripts) == ""


def test_dockerfile_is_clean() -> None:
    assert lint("hadolint", "--no-color", REPOSITORY / "Dockerfile") == ""


def test_what_the_image_copies_is_let_through() -> None:
    """Everything is ignored but what is named, so nothing of a work tree gets in by accident."""
    ignored = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[0] == "*"
    let_through = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert set(_copied()) == let_through
    assert [name for name in let_through if not (REPOSITORY / name).exists()] == []


def _copied() -> Iterable[str]:
    text = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        *sources, _ = line.split()
        yield from (source.rstrip("/") for source in sources)

"""The hooks of ``.pre-commit-hooks.yaml``: their commands here, and all of it by pre-commit itself."""

from __future__ import annotations

import os
import shlex
import subprocess
import sysconfig
from pathlib import Path

import pytest
import yaml

from harness.cli import main
from tests.repositories import git, put, start

SCRIPTS = Path(sysconfig.get_path("scripts"))
BROKEN = {
    "corpusgate-config": ("configs/gate.yaml", "release: {block_if: [no_such_rule]}\n"),
    "corpusgate-cases": ("fixtures/cases.jsonl", '{"id": "a"}\n'),
}
"""Hook -> a file that it looks at, and what must not be committed in it."""

each_hook = pytest.mark.parametrize("hook", BROKEN)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a workspace of ours, and a baseline that is in no clone of it."""
    top = start(tmp_path / "r")
    release = top / "configs" / "release.yaml"
    text = release.read_text(encoding="utf-8").replace("merge-base:main", "merge-base:elsewhere")
    release.write_text(text, encoding="utf-8")
    monkeypatch.chdir(top)
    return top


def test_hooks_are_of_the_form_that_pre_commit_reads(repository: Path) -> None:
    manifest = repository / ".pre-commit-hooks.yaml"
    subprocess.run([SCRIPTS / "pre-commit", "validate-manifest", manifest], check=True)


@each_hook
def test_hook_passes_what_is_sound_and_stops_what_is_not(
    repository: Path, here: Path, hook: str
) -> None:
    text = (repository / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    (given,) = (entry for entry in yaml.safe_load(text) if entry["id"] == hook)
    arguments: list[str] = given.get("args", [])
    program, *words = [*shlex.split(given["entry"]), *arguments]
    assert program == "corpusgate"
    assert main.run(words) == 0
    name, broken = BROKEN[hook]
    (here / name).write_text(broken, encoding="utf-8")
    assert main.run(words) == 2


@pytest.mark.install
def test_pre_commit_installs_the_hooks_and_runs_them(
    repository: Path, here: Path, tmp_path: Path
) -> None:
    """As they are in the last commit of the repository, which is what pre-commit installs."""
    hooks = {"repo": str(repository), "rev": git(repository, "rev-parse", "HEAD")}
    config = {"repos": [{**hooks, "hooks": [{"id": hook} for hook in BROKEN]}]}
    put(here, {".pre-commit-config.yaml": yaml.safe_dump(config)})
    git(here, "add", "--all")

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SCRIPTS / "pre-commit", "run", "--all-files"],
            env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
        )

    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Passed") == len(BROKEN)
    put(here, dict(BROKEN.values()))
    done = run()
    assert done.returncode == 1
    for name, _ in BROKEN.values():
        assert f"{name}:1" in done.stdout

"""The tutorials, carried out: every command works and prints what the page shows."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from docs.walk import Reader, Step, make_workspace, steps
from harness.review.desk import Answer

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = sorted((DOCS / "how-to").glob("*.md"))
REASON = "The figure was of 2017; nobody needs it any more."


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of the demo with its run made; tests work on copies."""
    workspace = make_workspace(tmp_path_factory.mktemp("demo"))
    Reader(workspace).type("corpusgate run || test $? = 1")
    return workspace


@pytest.fixture
def reader(demo: Path, tmp_path: Path) -> Reader:
    return Reader(shutil.copytree(demo, tmp_path / "workspace", symlinks=True))


@pytest.mark.tutorial
def test_tutorial_of_the_demo(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in steps(DOCS / "tutorial.md"):
        if "review serve" in step.commands:
            monkeypatch.chdir(reader.folder)
            accept("ghp-010")
        else:
            follow(reader, step)
    assert not (reader.folder / "corpus" / "mended").exists()


@pytest.mark.tutorial
def test_tutorial_of_documents_of_one_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "CI"))]:
        monkeypatch.delenv(name)
    reader = Reader(tmp_path)
    for step in steps(DOCS / "tutorial-own.md"):
        follow(reader, step)


@pytest.mark.tutorial
def test_outputs_of_the_guides_are_those_of_the_demo(reader: Reader) -> None:
    shown = [step for page in GUIDES for step in steps(page) if step.output is not None]
    assert len(shown) > 4
    for step in shown:
        follow(reader, step)


def test_russian_tutorial_takes_the_same_steps() -> None:
    """It is a translation: the same commands in the same order, each with its output or without."""
    ours, theirs = (steps(DOCS / page) for page in ("tutorial.md", "ru/tutorial.md"))
    words = (("export CORPUSGATE_LANG=ru\n", ""), ("код завершения", "exit code"))
    for one, other in zip(ours, theirs, strict=True):
        commands = other.commands
        for russian, english in words:
            commands = commands.replace(russian, english)
        assert commands == one.commands
        assert (one.output is None) == (other.output is None)


@pytest.mark.parametrize("page", ["tutorial.md", "tutorial-own.md", "ru/tutorial.md"])
def test_what_a_tutorial_shows_belongs_to_a_command(page: str) -> None:
    shown = (DOCS / page).read_text(encoding="utf-8").count("```text\n")
    assert shown == sum(step.output is not None for step in steps(DOCS / page)) > 0


@pytest.mark.parametrize(
    ("shown", "printed", "matches"),
    [
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("…\na\n", "a\n", True),
        ("a\n…\n", "a\n", True),
        ("run-… done\n", "run-12 done\n", True),
        ("a\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
        (None, "anything", True),
    ],
)
def test_dots_stand_for_anything(shown: str | None, printed: str, *, matches: bool) -> None:
    assert Step("", shown).matches(printed) is matches


def follow(reader: Reader, step: Step) -> None:
    printed = reader.type(step.commands)
    assert step.matches(printed), f"{step.commands}\nprinted\n{printed}"


def accept(case_id: str) -> None:
    """Decide in the workspace at hand, as the browser does."""
    from harness.cli.review import open_desk

    _, desk = open_desk(None, Path("configs/release.yaml"), None, "Anna")
    assert desk.queue == (case_id,)
    desk.decide(Answer(case_id, "accept", REASON))

"""Configurations of older versions: refused with the command that brings them up to date."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.cli.main import run
from harness.config import load_policy, load_release, migrate
from harness.config.migrate import POLICY_STEPS, RELEASE_STEPS, Step, migrate_text
from harness.config.policy import POLICY_FORM
from harness.config.release import RELEASE_FORM
from harness.config.source import parse_yaml
from harness.config.version import Form
from harness.errors import HarnessError
from harness.pipeline.providers import default_registry
from harness.registry import Registry

GOLDEN = Path(__file__).parents[1] / "golden" / "config"
OLD = GOLDEN / "release-unversioned.yaml"
NEW = GOLDEN / "release-1.yaml"


@pytest.mark.parametrize(
    ("form", "steps"), [(RELEASE_FORM, RELEASE_STEPS), (POLICY_FORM, POLICY_STEPS)]
)
def test_every_version_but_the_current_has_a_step(form: Form, steps: tuple[Step, ...]) -> None:
    assert len(steps) == form.current - form.unnamed


def test_golden_file_of_the_oldest_version_becomes_that_of_the_newest() -> None:
    migrated = migrate(OLD)
    assert (migrated.found, migrated.current) == (0, 1)
    assert migrated.after == NEW.read_text(encoding="utf-8")
    assert load_release(NEW, default_registry()).report.language == "ru"


def test_difference_is_one_that_patch_applies(tmp_path: Path) -> None:
    """GNU patch makes the same file of it."""
    copy = tmp_path / OLD.name
    shutil.copy(OLD, copy)
    patch = migrate(OLD).diff().encode()
    subprocess.run(["patch", copy], input=patch, check=True, capture_output=True)
    assert copy.read_bytes() == NEW.read_bytes()


def test_file_behind_a_link_is_written_and_the_link_stays(tmp_path: Path) -> None:
    shared = tmp_path / "shared.yaml"
    shutil.copy(OLD, shared)
    link = tmp_path / "release.yaml"
    link.symlink_to(shared.name)
    assert run(["config", "migrate", str(link), "--write"]) == 0
    assert link.is_symlink()
    assert shared.read_bytes() == NEW.read_bytes()


@pytest.mark.parametrize("path", [NEW, GOLDEN / "gate-1.yaml"])
def test_current_file_is_left_as_it_is(path: Path) -> None:
    migrated = migrate(path)
    assert migrated.after == migrated.before
    assert migrated.diff() == ""


def test_policy_without_a_version_is_read() -> None:
    assert load_policy(GOLDEN / "gate-1.yaml", (1,)).rules


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("trials: 2", "schema: 1\ntrials: 2"),
        ("# a\r\n\r\ntrials: 2\r\n", "# a\r\n\r\nschema: 1\r\ntrials: 2\r\n"),
        ("\ufefftrials: 2\n", "\ufeffschema: 1\ntrials: 2\n"),
        ("--- # a\n  trials: 2\n  cases: b\n", "--- # a\n  schema: 1\n  trials: 2\n  cases: b\n"),
        ("{trials: 2}", "{schema: 1, trials: 2}"),
        ("{ # a\n  trials: 2,\n}\n", "{ # a\n  schema: 1, trials: 2,\n}\n"),
        ("# a\n{ }\n", "# a\n{schema: 1}\n"),
        ('"trials": 2', 'schema: 1\n"trials": 2'),
        ("&a trials: 2\n", "schema: 1\n&a trials: 2\n"),
    ],
)
def test_version_is_named_however_the_file_is_laid_out(
    tmp_path: Path, before: str, after: str
) -> None:
    path = tmp_path / "release.yaml"
    path.write_bytes(before.encode())
    assert migrate(path).after == after


def test_steps_follow_one_another_from_the_version_that_is_found() -> None:
    def renames(old: str, new: str, version: int) -> Step:
        def edit(_: Path, text: str) -> str:
            return text.replace(f"{old}:", f"{new}:").replace(
                f"schema: {version - 1}", f"schema: {version}"
            )

        return Step(edit, lambda value: {"schema": version, new: value[old]})

    steps = (renames("x", "y", 2), renames("y", "z", 3))
    form = Form(current=3, unnamed=1)
    for text in ("schema: 1\nx: 5", "schema: 2\ny: 5"):
        migrated = migrate_text(parse_yaml(Path("f.yaml"), text), text, form, steps)
        assert migrated.after == "schema: 3\nz: 5"


def test_edit_that_says_something_else_is_refused() -> None:
    """The text is read again: what is written is what was meant, or nothing is."""
    step = Step(lambda *_: "schema: 1\ntrials: 3", RELEASE_STEPS[0].meant)
    source = parse_yaml(Path("f.yaml"), "trials: 2")
    with pytest.raises(HarnessError, match=r"f\.yaml is written in a way that cannot be edited"):
        migrate_text(source, "trials: 2", RELEASE_FORM, (step,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema: 2", "Upgrade corpusgate"),
        ("- a", "found a list"),
        ("trials: 1\ntrials: 2", "each key once"),
        ("trials: !!python/object:os.system 1", "plain values only"),
        ("a: [", "not YAML"),
    ],
)
def test_file_that_is_no_older_configuration_is_refused(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "release.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HarnessError) as caught:
        migrate(path)
    assert said in str(caught.value)


def test_older_file_is_refused_with_the_command_that_mends_it(
    tmp_path: Path, registry: Registry
) -> None:
    path = tmp_path / "my configs" / "release.yaml"
    path.parent.mkdir()
    shutil.copy(OLD, path)
    with pytest.raises(HarnessError) as caught:
        load_release(path, registry)
    (fault,) = caught.value.faults
    assert fault.where == f"{path}:3: schema"
    assert f"corpusgate config migrate '{path}' --write brings it up to date." in str(fault)


def test_file_of_a_later_version_is_refused_before_its_words_are_read(registry: Registry) -> None:
    with pytest.raises(HarnessError) as caught:
        load_release(GOLDEN / "release-future.yaml", registry)
    assert len(caught.value.faults) == 1
    assert "schema 1000, but this corpusgate reads up to 1. Upgrade" in str(caught.value)

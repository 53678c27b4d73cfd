"""``corpusgate config``: check the configuration, bring it up to date, print its schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.cases import cases_digest, load_cases
from harness.cli.console import say, show, show_as_is, show_json
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult
from harness.cli.run import load
from harness.config import (
    Migrated,
    Policy,
    Release,
    config_schema,
    load_policy,
    load_release,
    migrate,
    policy_schema,
)
from harness.config.faults import did_you_mean
from harness.errors import Fault, HarnessError
from harness.gate.labels import unknown_labels
from harness.model.case import Case
from harness.model.counted import counted
from harness.model.wire import SIDES, Side
from harness.pipeline.providers import default_registry
from harness.pipeline.versions import scan
from harness.store import write_through

FILES = (DEFAULT_CONFIG, Path("configs/gate.yaml"))

app = typer.Typer(rich_markup_mode=None)


class File(StrEnum):
    """The configuration files."""

    RELEASE = "release"
    GATE = "gate"


@app.callback()
def group() -> None:
    """Work with the configuration."""


@app.command()
def schema(
    file: Annotated[File, typer.Argument(help="Which file the schema is of.")] = File.RELEASE,
) -> None:
    """Print the JSON Schema of a configuration file; editors complete and check with it.

    Example: corpusgate config schema gate > gate.schema.json
    """
    show_json(policy_schema() if file is File.GATE else config_schema(default_registry()))


@app.command()
def check(
    config: ConfigFile = DEFAULT_CONFIG,
    corpora: Annotated[
        bool, typer.Option("--corpora/--no-corpora", help="Look for the corpora as well.")
    ] = True,
    as_json: JsonResult = False,
) -> None:
    """Check the release configuration, its policy and cases, and that its corpora are there.

    Example: corpusgate config check --config configs/release.yaml --no-corpora
    """
    release = load(config, {}) if corpora else load_release(config, default_registry())
    _check_inputs(release, SIDES if corpora else ())
    policy = load_policy(release.gate, release.metrics.k)
    cases = load_cases(release.cases)
    for finding in unknown_labels(cases, _sources(release)) if corpora else ():
        say(f"Warning: case {finding.case_id}: {finding.reason}.")
    if as_json:
        show_json(_summary(release, policy, cases))
        return
    show(f"{config}: good. {release.config_hash}")
    show(f"{release.gate}: good, {counted(len(policy.rules), 'rule')}. {policy.policy_hash}")
    show(f"{release.cases}: good, {counted(len(cases), 'case')}. {cases_digest(cases)}")


@app.command("migrate")
def migrate_files(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Configurations or policies.", show_default=" ".join(map(str, FILES))),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write the files; without it they are shown alone.")
    ] = False,
    as_json: JsonResult = False,
) -> None:
    """Bring configuration files of an older version up to date; comments stay as they are.

    Shows the change of every file as a difference.

    Example: corpusgate config migrate configs/release.yaml --write
    """
    # All are read before one is written, so that a fault in one leaves every file as it is.
    migrated = [migrate(path) for path in files or FILES]
    changed = [file for file in migrated if file.diff()]
    for file in changed if write else ():
        write_through(file.path, file.after.encode("utf-8"))
    if as_json:
        show_json([_migration(file, written=write and file in changed) for file in migrated])
        return
    for file in migrated:
        show(_told(file))
        if difference := file.diff():
            show_as_is(difference)
    if changed and not write:
        say("Nothing is written yet. Add --write to write it.")


def _told(file: Migrated) -> str:
    if file.found == file.current:
        return f"{file.path}: schema {file.current}, up to date."
    return f"{file.path}: schema {file.found} to {file.current}."


def _migration(file: Migrated, *, written: bool) -> dict[str, Any]:
    return {
        "file": str(file.path),
        "found": file.found,
        "current": file.current,
        "diff": file.diff(),
        "written": written,
    }


def _sources(release: Release) -> set[str]:
    return {entry.source_id for entry in scan("baseline", release).entries}


def _check_inputs(release: Release, sides: Sequence[Side]) -> None:
    """Open everything the release names, and report all that is wrong together."""
    steps: list[Callable[[], object]] = [
        lambda: load_policy(release.gate, release.metrics.k),
        lambda: _require_cases(release.cases),
        *(partial(_require_documents, release, side) for side in sides),
        lambda: _require_scopes(release),
    ]
    faults: list[Fault] = []
    for step in steps:
        try:
            step()
        except HarnessError as error:
            faults += error.faults or [Fault("", error.message)]
    if faults:
        raise HarnessError(f"{release.path}: what it names is not in order.", faults)


def _require_cases(path: Path) -> None:
    if not load_cases(path):
        raise HarnessError("", [Fault(str(path), "no cases", "one JSON object on each line")])


def _require_documents(release: Release, side: Side) -> None:
    folder = release.corpus_path(side)
    if not folder.is_dir():
        where = f"{release.path}: corpus.{side}"
        raise HarnessError("", [Fault(where, f"{folder} is not a folder")])
    if not scan(side, release).entries:
        where = f"{release.path}: corpus.include"
        patterns = ", ".join(map(repr, release.corpus.include))
        raise HarnessError("", [Fault(where, f"{patterns} match no document of {folder}")])


def _require_scopes(release: Release) -> None:
    """A metric rule over cases that there are none of could never be decided."""
    try:
        rules = load_policy(release.gate, release.metrics.k).metric_rules
        tags = {tag for case in load_cases(release.cases) for tag in case.tags}
    except HarnessError:
        return  # told as faults of these files
    scopes = sorted(f"tag:{tag}" for tag in tags)
    faults = [
        Fault(
            f"{release.gate}: {rule.name}",
            f"no case has the tag of {rule.scope!r}",
            "all or the tag of a case",
            did_you_mean(rule.scope, scopes),
        )
        for rule in rules
        if rule.scope not in ("all", *scopes)
    ]
    if faults:
        raise HarnessError("", faults)


def _summary(release: Release, policy: Policy, cases: tuple[Case, ...]) -> dict[str, Any]:
    return {
        "config_hash": release.config_hash,
        "policy_hash": policy.policy_hash,
        "cases_digest": cases_digest(cases),
        "pins": release.pins(),
        "rules": [{"action": rule.action, "rule": rule.name} for rule in policy.rules],
    }

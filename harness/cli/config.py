"""``corpusgate config check`` and ``config schema``."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from harness.cases import cases_digest, load_cases
from harness.cli.console import show, show_json
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult
from harness.cli.run import load
from harness.config import Policy, Release, config_schema, load_policy, policy_schema
from harness.errors import Fault, HarnessError
from harness.model.case import Case
from harness.model.counted import counted
from harness.model.wire import SIDES, Side
from harness.pipeline.providers import default_registry

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
    """Print the JSON Schema of a configuration file; editors complete and check with it."""
    show_json(policy_schema() if file is File.GATE else config_schema(default_registry()))


@app.command()
def check(
    config: ConfigFile = DEFAULT_CONFIG,
    as_json: JsonResult = False,
) -> None:
    """Check the release configuration, its policy and cases, and that its corpora are there."""
    release = load(config, {})
    _check_inputs(release)
    policy = load_policy(release.gate, release.metrics.k)
    cases = load_cases(release.cases)
    if as_json:
        show_json(_summary(release, policy, cases))
        return
    show(f"{config}: good. {release.config_hash}")
    show(f"{release.gate}: good, {counted(len(policy.rules), 'rule')}. {policy.policy_hash}")
    show(f"{release.cases}: good, {counted(len(cases), 'case')}. {cases_digest(cases)}")


def _check_inputs(release: Release) -> None:
    """Open everything the release names, and report all that is wrong together."""
    steps: list[Callable[[], object]] = [
        lambda: load_policy(release.gate, release.metrics.k),
        lambda: _require_cases(release.cases),
        *(partial(_require_folder, release, side) for side in SIDES),
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


def _require_folder(release: Release, side: Side) -> None:
    folder = release.corpus_path(side)
    if not folder.is_dir():
        where = f"{release.path}: corpus.{side}"
        raise HarnessError("", [Fault(where, f"{folder} is not a folder")])


def _summary(release: Release, policy: Policy, cases: tuple[Case, ...]) -> dict[str, Any]:
    return {
        "config_hash": release.config_hash,
        "policy_hash": policy.policy_hash,
        "cases_digest": cases_digest(cases),
        "pins": release.pins(),
        "rules": [{"action": rule.action, "rule": rule.name} for rule in policy.rules],
    }

"""``corpusgate check``: the one command for CI."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import progress, say, show_json, show_lines
from harness.cli.options import (
    DEFAULT_CONFIG,
    Baseline,
    Candidate,
    CaseIds,
    ConfigFile,
    Fresh,
    JsonVerdict,
    Out,
    PreviousRun,
)
from harness.cli.run import write_page
from harness.errors import HarnessError

if TYPE_CHECKING:
    from harness.cli.outputs import Around
    from harness.job import Finished, Inputs, Order
    from harness.model.gate import GateResult
    from harness.pipeline.places import Places


class Trust(StrEnum):
    """Where the exam is taken from."""

    BASE = "base"
    HEAD = "head"


def check(
    config: ConfigFile = DEFAULT_CONFIG,
    base: Annotated[
        str | None,
        typer.Option(
            help="Branch the change is to be merged into, such as origin/main. "
            "Told by GitHub Actions and GitLab CI; elsewhere none."
        ),
    ] = None,
    trust: Annotated[
        Trust,
        typer.Option(
            help="Take configuration, policy, cases, prompts and decisions from the base, "
            "or as they are at hand."
        ),
    ] = Trust.BASE,
    baseline: Baseline = None,
    candidate: Candidate = None,
    out: Out = None,
    affected_only: Annotated[
        bool,
        typer.Option(
            "--affected-only",
            help="Ask the cases whose expected sources changed, and no others: no verdict, unless "
            "there are no others.",
        ),
    ] = False,
    last_failed: Annotated[
        bool,
        typer.Option(
            "--last-failed",
            help="Ask the cases with a finding in the last run: no verdict, unless there are no "
            "others.",
        ),
    ] = False,
    case: CaseIds = None,
    shard: Annotated[
        str | None,
        typer.Option(help="Ask one part of the cases, such as 3/8; `merge` puts them together."),
    ] = None,
    max_failures: Annotated[
        int | None, typer.Option(min=1, help="Stop when this many cases are blocked.")
    ] = None,
    deepen: Annotated[
        bool, typer.Option("--deepen", help="Fetch the history a shallow clone lacks.")
    ] = False,
    report_url: Annotated[
        str, typer.Option(help="Address the report will have, for links in the summary.")
    ] = "",
    previous: PreviousRun = None,
    name: Annotated[
        str, typer.Option(help="Tells this comment from others on the same pull request.")
    ] = "summary",
    fresh: Fresh = False,
    as_json: JsonVerdict = False,
) -> int:
    """Judge a change of the corpus: build what is missing, run, compare, write every output.

    Cases whose expected sources changed are asked first; all are asked for the verdict.

    Exit codes: 0 pass, 1 blocked, 2 usage or configuration, 3 human review required,
    4 run incomplete or some cases alone, 5 nothing to compare.

    Example: corpusgate check --base origin/main --max-failures 5
    """
    from harness.cli.outputs import Around, earlier_run, narrowed, repeated
    from harness.job import run_job
    from harness.pipeline.places import Places

    refuse_address(report_url)
    root = workspace(config)
    places = Places(out or root)
    branch = base or told_by_ci()
    if deepen:
        _fetch_history(root, branch)
    corpora = {"corpus.baseline": baseline, "corpus.candidate": candidate}
    base = branch if trust is Trust.BASE else ""
    inputs = read(config, base, corpora, places)
    _refuse_several(case, shard, affected=affected_only, failed=last_failed)
    option, chosen = _chosen(inputs, places, case, affected=affected_only, failed=last_failed)
    inputs = narrowed(inputs, chosen, option)
    around = Around(
        reproduce=repeated("check", given(config, base, corpora, out)),
        previous=earlier_run(previous, inputs, places),
        report_url=report_url,
    )
    order = _order(inputs, shard, max_failures)
    with progress() as bar:
        finished = run_job(inputs, places, bar, fresh=fresh, order=order)
    return conclude(finished, root, places, around, Manner(name, as_json))


@dataclass(frozen=True, slots=True)
class Manner:
    """How a verdict is told."""

    name: str = "summary"
    as_json: bool = False


def conclude(finished: Finished, root: Path, places: Places, around: Around, manner: Manner) -> int:
    """Write the report and every output of a run, print the verdict, and give the exit code."""
    from harness.cli.outputs import outputs_of, publish
    from harness.cli.verdict import verdict_lines
    from harness.outputs.summary import summary

    outputs = outputs_of(finished, root, around)
    page = write_page(finished, outputs, places)
    publish(outputs, finished, places, manner.name)
    if manner.as_json:
        show_json({**summary(outputs), "run": str(finished.folder.path), "report": str(page)})
    else:
        show_lines(verdict_lines(finished, page, outputs.verdict))
    return finished.gate.exit_code


def refuse_address(url: str) -> None:
    from harness.config.values import http_url

    try:
        http_url(url)
    except ValueError as error:
        raise HarnessError(f"--report-url {url!r}: {error}.") from error


def workspace(config: Path) -> Path:
    from harness.config import workspace_of

    return workspace_of(config)


def told_by_ci() -> str:
    """The target branch of the pull request that CI runs for; empty outside of one."""
    names = ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
    branch = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return f"origin/{branch}" if branch else ""


def _fetch_history(root: Path, branch: str) -> None:
    from harness.git import deepen, find_repository

    if not branch:
        raise HarnessError("--deepen needs to know the base. Give it with --base.")
    deepen(find_repository(root), branch)


def read(config: Path, base: str, corpora: Mapping[str, str | None], places: Places) -> Inputs:
    """The inputs of the run, by the base's exam where there is a base."""
    from harness.pull_request import inputs_at_hand, pull_request_inputs

    if not base:
        say("The exam is the one at hand: no base was given.")
        return inputs_at_hand(config, corpora, places)
    inputs = pull_request_inputs(config, base, corpora, places)
    edits = inputs.edits
    if edits is not None:
        say(f"The exam is the one of {edits.base} ({edits.commit[:12]}).")
        for finding in inputs.exam:
            say(f"  {finding.case_id or 'edited'}: {finding.reason}")
    return inputs


def _refuse_several(
    case: list[str] | None, shard: str | None, *, affected: bool, failed: bool
) -> None:
    given = [flag for flag in (affected, failed, bool(case), shard is not None) if flag]
    if len(given) > 1:
        raise HarnessError("Give one of --affected-only, --last-failed, --case and --shard.")


def given(
    config: Path, base: str, corpora: Mapping[str, str | None], out: Path | None
) -> dict[str, Path | str | None]:
    """What was given on the command line that a repetition needs too."""
    return {
        "config": None if config == DEFAULT_CONFIG else config,
        "base": base,
        "trust": None if base else "head",
        **{name.removeprefix("corpus."): value for name, value in corpora.items()},
        "out": out,
    }


def _chosen(
    inputs: Inputs, places: Places, case: list[str] | None, *, affected: bool, failed: bool
) -> tuple[str, Sequence[str] | None]:
    """The option that chooses cases for a run of their own, and the cases; ``None`` for all."""
    from harness import selection

    if affected:
        return "--affected-only", selection.affected(inputs)
    if failed:
        return "--last-failed", selection.last_failed(inputs, places)
    return "--case", case


def _order(inputs: Inputs, shard: str | None, max_failures: int | None) -> Order:
    """Affected cases first; what they say is told at once."""
    from harness import selection

    only = selection.shard(inputs, shard) if shard is not None else None
    first = selection.affected(inputs)
    order = selection.in_order(inputs, first, only, max_failures)

    def go_on(gate: GateResult) -> bool:
        blocked = sorted(selection.blocked(gate))
        if blocked:
            say(f"Blocked so far: {', '.join(blocked)}.")
        return order.go_on(gate)

    return replace(order, go_on=go_on)

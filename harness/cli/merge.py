"""``corpusgate merge``: shards to one verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.check import (
    Manner,
    Trust,
    conclude,
    given,
    read,
    refuse_address,
    told_by_ci,
    workspace,
)
from harness.cli.console import progress
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonVerdict, Out


def merge(
    shards: Annotated[list[Path], typer.Argument(help="Run folders of `check --shard N/M`.")],
    config: ConfigFile = DEFAULT_CONFIG,
    base: Annotated[str | None, typer.Option(help="As for `check`.")] = None,
    trust: Annotated[Trust, typer.Option(help="As for `check`.")] = Trust.BASE,
    baseline: Annotated[str | None, typer.Option(help="As for `check`.")] = None,
    candidate: Annotated[str | None, typer.Option(help="As for `check`.")] = None,
    out: Out = None,
    report_url: Annotated[str, typer.Option(help="As for `check`.")] = "",
    name: Annotated[str, typer.Option(help="As for `check`.")] = "summary",
    as_json: JsonVerdict = False,
) -> int:
    """Put the shards of one run together and give its verdict.

    Shards of other inputs or other indexes are refused. What no shard asked is asked here; the
    files are those of a run made in one piece.

    Example: corpusgate merge shard-1/runs/run-* shard-2/runs/run-* --base origin/main
    """
    from harness import shards as sharding
    from harness.cli.outputs import Around, earlier_run, repeated
    from harness.job import run_job
    from harness.pipeline.places import Places

    refuse_address(report_url)
    root = workspace(config)
    places = Places(out or root)
    corpora = {"corpus.baseline": baseline, "corpus.candidate": candidate}
    branch = (base or told_by_ci()) if trust is Trust.BASE else ""
    inputs = read(config, branch, corpora, places)
    with progress() as bar:
        finished = run_job(sharding.merge(shards, inputs, places), places, bar)
    around = Around(
        reproduce=repeated("check", given(config, branch, corpora, out)),
        previous=earlier_run(None, inputs, places),
        report_url=report_url,
    )
    return conclude(finished, root, places, around, Manner(name, as_json))

"""``corpusgate run``: the main job."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cli.console import progress, say, show_json, show_lines
from harness.cli.options import (
    DEFAULT_CONFIG,
    Baseline,
    Candidate,
    CaseIds,
    CasesFile,
    ConfigFile,
    Fresh,
    JsonVerdict,
    Out,
    PreviousRun,
)
from harness.model.counted import counted

if TYPE_CHECKING:
    from harness.config import Release
    from harness.job import Finished
    from harness.outputs import Outputs
    from harness.pipeline.places import Places


def run(
    config: ConfigFile = DEFAULT_CONFIG,
    baseline: Baseline = None,
    candidate: Candidate = None,
    cases: CasesFile = None,
    gate: Annotated[Path | None, typer.Option(help="Policy, instead of the configured.")] = None,
    out: Out = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was broken off (the default).")
    ] = False,
    fresh: Fresh = False,
    case: CaseIds = None,
    previous: PreviousRun = None,
    as_json: JsonVerdict = False,
) -> int:
    """Run every case on both corpora, compare, and give a verdict.

    Exit codes: 0 pass, 1 blocked, 2 usage or configuration, 3 human review required,
    4 run incomplete or some cases alone, 5 nothing to compare.

    Example: corpusgate run --baseline v1/ --candidate v2/ --cases cases.jsonl --out /tmp/check
    """
    from harness.cli.outputs import (
        Around,
        earlier_run,
        narrowed,
        outputs_of,
        publish,
        repeated,
    )
    from harness.errors import HarnessError
    from harness.job import read_inputs, run_job
    from harness.pipeline.bind import bind_release
    from harness.pipeline.places import Places

    if resume and fresh:
        raise HarnessError("--resume and --fresh say opposite things. Give one of them.")
    overrides = {
        "corpus.baseline": baseline,
        "corpus.candidate": candidate,
        "cases": cases,
        "gate": gate,
    }
    release = load(config, overrides, out)
    places = Places(out or release.root)
    inputs = read_inputs(bind_release(release, places))
    options = {"config": None if config == DEFAULT_CONFIG else config, "baseline": baseline}
    options |= {"candidate": candidate, "cases": cases, "gate": gate, "out": out}
    inputs = narrowed(inputs, case)
    around = Around(
        reproduce=repeated("run", options),
        previous=earlier_run(previous, inputs, places),
    )
    with progress() as bar:
        finished = run_job(inputs, places, bar, fresh=fresh)
    outputs = outputs_of(finished, release.root, around)
    page = write_page(finished, outputs, places)
    publish(outputs, finished, places)
    if finished.resumed:
        say(f"Kept what was there already: {counted(finished.resumed, 'finished record')}.")
    if as_json:
        show_json(summary(finished, page))
    else:
        from harness.cli.verdict import verdict_lines

        show_lines(verdict_lines(finished, page, outputs.verdict))
    return finished.gate.exit_code


def load(
    config: Path, overrides: Mapping[str, Path | str | None], out: Path | None = None
) -> Release:
    """The release configuration with what the command line overrides, both corpora in folders."""
    from harness.pipeline.places import Places
    from harness.pipeline.sources import open_release

    return open_release(config, overrides, Places(out) if out else None)


def write_page(finished: Finished, outputs: Outputs, places: Places) -> Path:
    """The HTML report of a run."""
    from harness.report import write_report

    folder = places.reports / finished.folder.run_id
    language = finished.inputs.release.report.language
    return write_report(folder, outputs.report, language=language)


def summary(finished: Finished, page: Path) -> dict[str, Any]:
    """What ``--json`` prints: the verdict, where everything is, and what stands beside it."""
    from harness.cli.measures import measures

    return {
        "run_id": finished.folder.run_id,
        "run": str(finished.folder.path),
        "report": str(page),
        **finished.gate.model_dump(mode="json"),
        "verdict": finished.gate.word,
        "statuses": {case.case_id: case.status for case in finished.comparison.cases},
        "warnings": finished.info["warnings"],
        **measures(finished),
    }

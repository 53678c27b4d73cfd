"""From a finished run to its outputs beside the report."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.console import say
from harness.errors import ExitCode, HarnessError
from harness.model.corpus import GIT_PREFIX
from harness.model.counted import counted

if TYPE_CHECKING:
    from harness.job import Finished, Inputs
    from harness.model.previous import Previous
    from harness.model.wire import Side
    from harness.outputs import Outputs, Sources
    from harness.pipeline.places import Places
    from harness.report import RunArtefacts
    from harness.report.context import TextLookup


@dataclass(frozen=True, slots=True)
class Around:
    """What the command knows of a run that the run itself does not."""

    reproduce: tuple[str, ...] = ()
    """Command that asks one case again; ``{case}`` stands for its id."""
    previous: Previous | None = None
    report_url: str = ""
    """Where others can open the HTML report."""


def outputs_of(finished: Finished, root: Path, around: Around) -> Outputs:
    """The redacted model of a run.

    Args:
        finished: the run.
        root: the workspace at hand, for names from the top of its repository.
        around: what the command knows of it.
    """
    from harness.outputs import build_outputs

    artefacts = artefacts_of(finished, around)
    return build_outputs(
        artefacts,
        sources_of(finished, root),
        report_url=around.report_url,
        language=finished.inputs.release.report.language,
    )


def artefacts_of(finished: Finished, around: Around) -> RunArtefacts:
    """What the report and all other outputs are made from."""
    from harness.outputs import read_judgements
    from harness.report import RunArtefacts
    from harness.review import evidence_of_run

    release = finished.inputs.release
    return RunArtefacts(
        run_id=finished.folder.run_id,
        comparison=finished.comparison,
        diagnoses=finished.diagnoses,
        gate=finished.gate,
        manifest_diff=finished.diff,
        records=finished.records,
        cases=finished.inputs.cases,
        case_commits=finished.inputs.case_commits,
        run=finished.info,
        text=release.report.text,
        chunk_text=_chunk_text(finished),
        source_url=release.report.source_url,
        reproduce=around.reproduce,
        review=("corpusgate", "review", "serve", finished.folder.run_id),
        noise=finished.noise,
        effects=finished.effects,
        trend=finished.trend,
        coverage=finished.coverage,
        changes=finished.changes,
        judgements=read_judgements(finished.folder),
        previous=around.previous,
        evidence=evidence_of_run(
            finished.gate, finished.comparison, finished.inputs.cases, finished.records
        ),
    )


def _chunk_text(finished: Finished) -> TextLookup:
    def look_up(side: Side, chunk_id: str) -> str | None:
        chunk = finished.versions[side].index.chunks.get(chunk_id)
        return chunk.text if chunk is not None else None

    return look_up


def repeated(command: str, options: Mapping[str, Path | str | None]) -> tuple[str, ...]:
    """The command that asks one case again, with what was given on the command line.

    A folder outside of the current one is not named: a report says nothing of the machine.
    """
    words = ["corpusgate", command]
    for name, value in options.items():
        shown = _shown(name, value) if value else ""
        words += [f"--{name}", shown] if shown else []
    return (*words, "--case", "{case}")


def _shown(name: str, value: Path | str) -> str:
    if isinstance(value, str) and (value.startswith(GIT_PREFIX) or name in ("base", "trust")):
        return value
    path = Path(os.path.relpath(Path(value).absolute()))
    if ".." not in path.parts:
        return path.as_posix()
    # Where results go decides nothing about them.
    return "" if name == "out" else f"{name.upper()}_PATH"


def earlier_run(run: str | None, inputs: Inputs, places: Places) -> Previous | None:
    """The run that was named to stand beside this one, on the command line or in the settings.

    Raises:
        HarnessError: there is no such run, or it does not fit.
    """
    from harness.cli.runs import find_run
    from harness.previous import previous_run

    name = run or inputs.release.report.previous
    if not name:
        return None
    folder, info = find_run(name, places, finished=False)
    return previous_run(folder, info, inputs)


def narrowed(inputs: Inputs, case_ids: Sequence[str] | None, option: str = "--case") -> Inputs:
    """The inputs with the cases that ``option`` chose.

    Without a choice, or where it takes in every case, the run is the one of all cases.

    Raises:
        HarnessError: a name is no case's, or none was chosen (exit code 5).
    """
    from harness.selection import alone

    if case_ids is None:
        return inputs
    chosen = alone(inputs, case_ids, option)
    if not chosen.cases:
        raise HarnessError(
            f"No case expects a document that changed; the same command without {option} asks all.",
            exit_code=ExitCode.NOTHING,
        )
    return chosen


def publish(outputs: Outputs, finished: Finished, places: Places, name: str = "summary") -> None:
    """Write every file, and tell GitHub Actions where it listens.

    ``name`` tells this comment from those of other corpora on the same pull request.
    """
    from harness.outputs import append_step_summary, workflow_commands, write_outputs

    write_outputs(places.reports / finished.folder.run_id, outputs, name=name)
    append_step_summary(outputs)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in workflow_commands(outputs):
            print(line, file=sys.stderr, flush=True)
    if outputs.report.verdict.no_verdict:
        say(f"No verdict: {outputs.report.verdict.no_verdict}")
    if finished.telemetry_lost:
        say(f"Telemetry: {counted(finished.telemetry_lost, 'span')} or more could not be sent.")


def sources_of(finished: Finished, root: Path) -> Sources:
    """Where the files of a run are, by names from the top of the repository."""
    from harness.git import is_git_spec, parse_spec
    from harness.outputs import Sources

    release = finished.inputs.release
    written = release.corpus.candidate
    of_commit = parse_spec(written).path if is_git_spec(written) else None
    folder = _name(release.candidate, root) if of_commit is None else of_commit
    cases = _cases_at_hand(finished, root)
    return Sources(
        texts={side: version.text for side, version in finished.versions.items()},
        folder=folder or "",
        cases=_name(cases, root) or "",
        case_lines=_case_lines(cases),
    )


def _cases_at_hand(finished: Finished, root: Path) -> Path:
    """The file of cases as it lies in the work tree, also where another version was asked."""
    release = finished.inputs.release
    try:
        return root / release.cases.relative_to(release.root)
    except ValueError:
        return release.cases


def _name(path: Path, root: Path) -> str | None:
    """``path`` from the top of the repository around the workspace, else from the workspace."""
    from harness.git import repository_around

    repository = repository_around(root)
    if repository is not None:
        return repository.relative(path)
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return None


def _case_lines(path: Path) -> dict[str, int]:
    """Case id -> its line; none where the file cannot be read."""
    from harness.cases.lines import read_lines

    if not path.is_file():
        return {}
    return {str(line.value.get("id")): line.number for line in read_lines(path)}

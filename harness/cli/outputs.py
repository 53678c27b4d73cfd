"""From a finished run to its outputs beside the report."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.console import say

if TYPE_CHECKING:
    from harness.job import Finished
    from harness.outputs import Outputs, Sources
    from harness.pipeline.places import Places


def outputs_of(
    finished: Finished, root: Path, *, no_verdict: str = "", report_url: str = ""
) -> Outputs:
    """The redacted model of a run.

    Args:
        finished: the run.
        root: the workspace at hand, for names from the top of its repository.
        no_verdict: why this is no verdict, where it is none.
        report_url: where others can open the HTML report.
    """
    from harness.cli.run import artefacts_of
    from harness.outputs import build_outputs

    return build_outputs(
        artefacts_of(finished),
        sources_of(finished, root),
        no_verdict=no_verdict,
        report_url=report_url,
        language=finished.inputs.release.report.language,
    )


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
    if outputs.no_verdict:
        say(f"No verdict: {outputs.no_verdict}")


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

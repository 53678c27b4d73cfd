"""Inputs of a run: all at hand, or for a pull request all but the candidate from its base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from harness.config import workspace_of
from harness.exam import Edits, Exam, apply_declared, edits_of, findings_of, take_exam
from harness.git import commits_by
from harness.job import Inputs, read_inputs
from harness.pipeline.bind import bind_release
from harness.pipeline.places import Places
from harness.pipeline.sources import open_release
from harness.review import commits_of, decisions_path

Overrides = Mapping[str, Path | str | None]
"""Dotted key -> path or commit; ``None`` is not given."""


def inputs_at_hand(config: Path, overrides: Overrides, places: Places) -> Inputs:
    """Everything as the configuration at hand says it."""
    return read_inputs(bind_release(open_release(config, overrides, places), places))


def pull_request_inputs(config: Path, base: str, overrides: Overrides, places: Places) -> Inputs:
    """Configuration, policy, cases, prompts and baseline of ``base``; the candidate at hand.

    Args:
        config: the release configuration, as it is called on both branches.
        base: the ref that the work at hand is to be merged into.
        overrides: corpora given on the command line; they win.
        places: where the base's exam is written out.

    Raises:
        HarnessError: see :func:`harness.exam.take_exam`; or any input is at fault.
    """
    exam = take_exam(config, base, places)
    release = open_release(exam.config, _corpora(exam, overrides), places, workspace_of(config))
    cases_file, _ = exam.name_of(release.cases), exam.name_of(release.gate)
    inputs = read_inputs(bind_release(release, places))
    policy = inputs.policy.declared_changes
    cases, edits = apply_declared(
        exam, cases_file, inputs.cases, edits_of(exam, cases_file), policy
    )
    findings = findings_of(edits, exam.in_repository(cases_file), policy)
    brought = commits_of(decisions_path(exam.root), exam.tip) if inputs.decisions else {}
    return replace(
        inputs,
        cases=cases,
        edits=edits,
        exam=findings,
        commits=brought,
        case_commits=_case_commits(exam, cases_file, edits),
    )


def _case_commits(exam: Exam, cases_file: str, edits: Edits) -> dict[str, str]:
    """Who changed the cases last: on the base, or here where a declared change counts."""
    file = exam.root / cases_file
    found = commits_by("id", file, exam.tip)
    declared = {edit.case_id for edit in edits.cases if edit.counts}
    if not declared:
        return found
    ours = commits_by("id", file)
    kept = {case_id: told for case_id, told in found.items() if case_id not in declared}
    return kept | {case_id: ours[case_id] for case_id in declared & ours.keys()}


def _corpora(exam: Exam, overrides: Overrides) -> dict[str, Path | str | None]:
    """Where both corpora are; paths of the base's configuration count from the work at hand."""
    written = exam.corpora()
    here = {
        "corpus.baseline": exam.baseline(written["baseline"]),
        "corpus.candidate": exam.candidate(written["candidate"]),
    }
    return {**here, **{key: value for key, value in overrides.items() if value is not None}}

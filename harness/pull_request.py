"""The inputs of a run for a pull request: everything but the candidate comes from the base."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from harness.config import Release
from harness.exam import Exam, apply_declared, edits_of, findings_of, take_exam
from harness.job import Inputs, read_inputs
from harness.pipeline.places import Places

Load = Callable[[Path, Mapping[str, Path | str | None]], Release]
"""Reads a release configuration with overrides, and puts both corpora in folders."""


def pull_request_inputs(
    config: Path,
    base: str,
    overrides: Mapping[str, Path | str | None],
    places: Places,
    load: Load,
) -> Inputs:
    """Configuration, policy, cases, prompts and baseline of ``base``; the candidate at hand.

    Args:
        config: the release configuration, as it is called on both branches.
        base: the ref that the work at hand is to be merged into.
        overrides: corpora given on the command line; they win.
        places: where the base's exam is written out.
        load: reads it.

    Raises:
        HarnessError: see :func:`harness.exam.take_exam`; or any input is at fault.
    """
    exam = take_exam(config, base, places)
    release = load(exam.config, _corpora(exam, overrides))
    cases_file, _ = exam.name_of(release.cases), exam.name_of(release.gate)
    inputs = read_inputs(release)
    policy = inputs.policy.declared_changes
    cases, edits = apply_declared(
        exam, cases_file, inputs.cases, edits_of(exam, cases_file), policy
    )
    findings = findings_of(edits, exam.in_repository(cases_file), policy)
    return replace(inputs, cases=cases, edits=edits, exam=findings)


def _corpora(
    exam: Exam, overrides: Mapping[str, Path | str | None]
) -> dict[str, Path | str | None]:
    """Where both corpora are; paths of the base's configuration count from the work at hand."""
    written = exam.corpora()
    here = {
        "corpus.baseline": exam.baseline(written["baseline"]),
        "corpus.candidate": exam.candidate(written["candidate"]),
    }
    return {**here, **{key: value for key, value in overrides.items() if value is not None}}

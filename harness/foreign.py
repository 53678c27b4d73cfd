"""Records made elsewhere, compared and judged without an index or a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.comparison import SideInput, compare
from harness.config import Policy
from harness.diagnosis import diagnose
from harness.errors import ExitCode, Fault, HarnessError
from harness.gate import decide
from harness.gate.answered import nothing_answered
from harness.model.case import Case
from harness.model.corpus import ManifestDiff
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.record import read_records
from harness.report import RunArtefacts
from harness.store import digest_json

_PINNED = ("config_hash", "model", "excerpts")
"""What of a record's runtime must be the same on both sides; the index and prompts may differ."""


def compare_records(
    baseline: Path,
    candidate: Path,
    cases: Sequence[Case],
    policy: Policy,
    ks: Sequence[int],
    *,
    experiment: bool = False,
) -> RunArtefacts:
    """Two files of records, judged as a run of our own is; checks that need text do not apply.

    Args:
        baseline: records of the released corpus, in the record format.
        candidate: records of the new one.
        cases: what is expected.
        policy: what blocks.
        ks: ranks at which metrics are measured.
        experiment: allow that more than the corpus differs.

    Raises:
        HarnessError: a file is at fault, holds no case that is asked for, or was made with
            another configuration or model, and that is not called an experiment.
    """
    files: dict[Side, Path] = {"baseline": baseline, "candidate": candidate}
    read = {side: read_records(files[side]) for side in SIDES}
    _refuse_mix_ups(read, files)
    records: dict[Side, tuple[RunRecord, ...]] = {
        side: tuple(_as_side(record, side) for record in read[side]) for side in SIDES
    }
    known = {case.id for case in cases}
    _refuse_strangers(files, records, known)
    if not experiment:
        _refuse_other_pins(records)
    text = CorpusText()
    sides = {side: SideInput(records[side], text) for side in SIDES}
    comparison = compare(cases, sides["baseline"], sides["candidate"], ks=ks, scopes=policy.scopes)
    diff = ManifestDiff(baseline="", candidate="", changes=())
    diagnoses = diagnose(comparison, cases, diff, dict.fromkeys(SIDES, text), records)
    gate = decide(policy, comparison, diagnoses, tuple(nothing_answered(cases, records)))
    dumped = {side: [r.model_dump(mode="json") for r in records[side]] for side in SIDES}
    inputs = [dumped, [case.model_dump(mode="json") for case in cases], policy.policy_hash]
    return RunArtefacts(
        run_id="compare-" + digest_json(inputs).removeprefix("sha256:")[:12],
        comparison=comparison,
        diagnoses=diagnoses,
        gate=gate,
        manifest_diff=diff,
        records=records,
        cases=cases,
        run={"inputs": {"policy": policy.policy_hash}},
    )


def _refuse_mix_ups(
    records: Mapping[Side, Sequence[RunRecord]], files: Mapping[Side, Path]
) -> None:
    """Nothing to compare, or the two files the wrong way round.

    The candidate of the last release may well be the baseline now; only both swapped is wrong.
    """
    if not any(records.values()):
        raise HarnessError(
            f"{files['baseline']} and {files['candidate']} hold no records, so there is nothing "
            "to compare.",
            exit_code=ExitCode.NOTHING,
        )
    says = {side: {record.corpus_version for record in records[side]} for side in SIDES}
    if says["baseline"] == {"candidate"} and says["candidate"] == {"baseline"}:
        raise HarnessError(
            f"{files['baseline']} holds records of the candidate and {files['candidate']} those of "
            "the baseline. Give them the other way round: the released corpus comes first."
        )


def _as_side(record: RunRecord, side: Side) -> RunRecord:
    """Elsewhere a record may not know which side it will be."""
    return record.model_copy(update={"corpus_version": side})


def _refuse_strangers(
    files: dict[Side, Path], records: dict[Side, tuple[RunRecord, ...]], known: set[str]
) -> None:
    """Records of a case that nobody knows would be left out in silence."""
    faults = [
        Fault(str(files[side]), f"a record of the case {case_id!r}", "a case of the file of cases")
        for side in SIDES
        for case_id in sorted({record.case_id for record in records[side]} - known)
    ]
    if faults:
        raise HarnessError("The records are not of these cases.", faults)


def _refuse_other_pins(records: dict[Side, tuple[RunRecord, ...]]) -> None:
    values = {
        side: {name: {getattr(r.runtime, name) for r in records[side]} for name in _PINNED}
        for side in SIDES
    }
    faults = [
        Fault(
            f"runtime.{name}",
            f"baseline {_shown(values['baseline'][name])}, "
            f"candidate {_shown(values['candidate'][name])}",
            "the same on both sides: one thing changes, the corpus",
        )
        for name in _PINNED
        if values["baseline"][name] != values["candidate"][name]
    ]
    if faults:
        raise HarnessError(
            "The records were made in different ways. Call it an experiment with --experiment, "
            "or make them again.",
            faults,
        )


def _shown(values: set[object]) -> str:
    return ", ".join(sorted(map(repr, values))) or "none"

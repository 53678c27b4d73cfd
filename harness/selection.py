"""Which cases are asked, and in which order: a change is told early by the cases it touches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from harness.errors import ExitCode, Fault, HarnessError
from harness.job import Inputs, Order
from harness.model.case import Case
from harness.model.corpus import Manifest
from harness.model.gate import GateResult
from harness.model.wire import SIDES
from harness.pipeline.places import Places, RunFolder
from harness.record import RecordLog
from harness.store import read_json

_BATCH = 8
"""Cases between two looks at the failures so far."""

_SHARD = re.compile(r"([1-9]\d{0,3})/([1-9]\d{0,3})")


def affected(inputs: Inputs) -> tuple[str, ...]:
    """Cases with an expected source in a document that differs between the versions, in order."""
    changed = _changed_sources(inputs.manifests["baseline"], inputs.manifests["candidate"])
    return tuple(case.id for case in inputs.cases if _documents(case) & changed)


def last_failed(inputs: Inputs, places: Places) -> tuple[str, ...]:
    """Cases with a finding in the run that ended last and that it asked, in order.

    Raises:
        HarnessError: no run has ended yet, or the last one found nothing (exit code 5).
    """
    ended = [(_ended(folder), folder.run_id, folder) for folder in _runs(places)]
    if not ended:
        raise HarnessError(
            f"{places.runs}: no run has ended yet, so there is none to repeat.",
            exit_code=ExitCode.NOTHING,
        )
    folder = max(ended)[2]
    gate = GateResult.model_validate(read_json(folder.gate))
    failed = {finding.case_id for finding in gate.findings if not finding.waived_by}
    failed &= _asked(folder)
    found = tuple(case.id for case in inputs.cases if case.id in failed)
    if not found:
        raise HarnessError(f"{folder.path}: no case had a finding.", exit_code=ExitCode.NOTHING)
    return found


def shard(inputs: Inputs, text: str) -> tuple[str, ...]:
    """Every n-th case by id: shard ``3/8`` is the third of eight.

    Raises:
        HarnessError: not of that form, or of more shards than there are.
    """
    match = _SHARD.fullmatch(text)
    number, count = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 0 < number <= count:
        expected = "N/M, part N of M, with N from 1 to M, such as 3/8"
        fault = Fault("--shard", f"found {text!r}", expected)
        raise HarnessError("The shard cannot be told.", [fault])
    chosen = set(sorted(case.id for case in inputs.cases)[number - 1 :: count])
    return tuple(case.id for case in inputs.cases if case.id in chosen)


def alone(inputs: Inputs, case_ids: Sequence[str], option: str = "--case") -> Inputs:
    """The inputs with some cases by name and no others, for a look at them and for no verdict.

    They are a run of their own, beside the one of all cases, and rules about means are left out.
    Names that take in every case choose nothing.

    Raises:
        HarnessError: a name is no case's; all such names at once.
    """
    known = [case.id for case in inputs.cases]
    faults = [
        Fault(option, f"no case {name!r}", _nearest(name, known))
        for name in dict.fromkeys(case_ids)
        if name not in set(known)
    ]
    if faults:
        raise HarnessError(f"{inputs.release.cases}: not every case is there.", faults)
    chosen = tuple(case for case in inputs.cases if case.id in set(case_ids))
    if len(chosen) == len(known):
        return inputs
    return replace(
        inputs,
        cases=chosen,
        policy=inputs.policy.without_means(),
        exam=tuple(found for found in inputs.exam if found.case_id in {"", *case_ids}),
        left_out=len(known) - len(chosen),
        chosen_by=option,
    )


def _nearest(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1) or list(known[:1])
    return f"the id of a case, such as {near[0]!r}"


def blocked(gate: GateResult) -> set[str]:
    """Cases with a finding that blocks and that nobody waived."""
    found = (f for f in gate.findings if f.action == "block" and not f.waived_by)
    return {finding.case_id for finding in found if finding.case_id}


def in_order(
    inputs: Inputs, first: Sequence[str], only: Iterable[str] | None, max_failures: int | None
) -> Order:
    """``first`` before all others, and no case outside of ``only``."""
    chosen = {case.id for case in inputs.cases} if only is None else set(only)
    early = [case_id for case_id in first if case_id in chosen]
    late = [case.id for case in inputs.cases if case.id in chosen and case.id not in set(early)]
    if max_failures is None:
        batches = [batch for batch in (early, late) if batch]
    else:
        batches = [*_cut(early), *_cut(late)]
    return Order(tuple(map(tuple, batches)), _until(max_failures))


def _cut(ids: list[str]) -> list[list[str]]:
    return [ids[at : at + _BATCH] for at in range(0, len(ids), _BATCH)]


def _until(max_failures: int | None) -> Callable[[GateResult], bool]:
    failed: set[str] = set()

    def go_on(gate: GateResult) -> bool:
        failed.update(blocked(gate))
        return max_failures is None or len(failed) < max_failures

    return go_on


def _changed_sources(old: Manifest, new: Manifest) -> set[str]:
    """Source ids whose document is new, gone, or has other bytes."""
    before = {(entry.source_id, entry.sha256) for entry in old.entries}
    after = {(entry.source_id, entry.sha256) for entry in new.entries}
    return {source_id for source_id, _ in before ^ after}


def _documents(case: Case) -> set[str]:
    labels = (label for side in SIDES for label in case.on(side).expected_source_ids)
    return {label.partition("#")[0] for label in labels}


def _runs(places: Places) -> list[RunFolder]:
    folders = [RunFolder(info.parent) for info in sorted(places.runs.glob("*/run.json"))]
    return [folder for folder in folders if folder.gate.exists() and _ended(folder)]


def _asked(folder: RunFolder) -> set[str]:
    """Cases with a record: one that a run of some cases left out did not fail."""
    logs = (RecordLog(folder.records, side) for side in SIDES)
    return {record.case_id for log in logs for record in log.records}


def _ended(folder: RunFolder) -> str:
    ended = read_json(folder.info).get("finished_at")
    return ended if isinstance(ended, str) else ""

"""An earlier run beside this one: only where what it found can be held against what is found now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.cases import load_cases
from harness.errors import Fault, HarnessError
from harness.job import Inputs
from harness.model.comparison import Comparison
from harness.model.previous import Previous, Relation
from harness.model.trend import SOME_CASES
from harness.model.wire import SIDES
from harness.outputs import read_artefacts
from harness.pipeline.places import RunFolder
from harness.pipeline.provenance import run_id

_DECIDE = ("config", "metrics", "trials", "judge", "ragas", "commands")
"""Names in a run's ``inputs`` that decide what its checks say; the corpora and cases aside."""

_TOLD = ("code", "packages", "policy")
"""Names that may differ, and are then named."""

_PINS_SHOWN = 8


def previous_run(folder: RunFolder, info: Mapping[str, Any], inputs: Inputs) -> Previous:
    """A finished run as far as it is set beside the run of ``inputs``.

    Args:
        folder: of the earlier run.
        info: its ``run.json``.
        inputs: of the run that is to be made.

    Raises:
        HarnessError: it does not fit: every reason at once.
    """
    if not info.get("verdict"):
        raise HarnessError(
            f"{folder.path}: this run has no verdict yet, so nothing can be set beside it. Finish "
            "it with the command that began it, where it was begun, or name another run."
        )
    pins = inputs.pins()
    theirs = _mapping(info, "inputs")
    relation = _relation(_mapping(theirs, "corpora"), pins["corpora"])
    faults = [*_misfits(folder, info, theirs, inputs, pins)]
    if relation is None:
        faults.append(
            Fault(
                f"{folder.info}: inputs.corpora",
                "neither of its corpora is one of this run",
                "a run that judged the baseline of this run, or was judged against it",
            )
        )
    if relation is None or faults:
        raise HarnessError(f"{folder.path}: this run cannot stand beside the new one.", faults)
    earlier = read_artefacts(folder, load_cases(folder.cases))
    if not {case.id for case in earlier.cases} & {case.id for case in inputs.cases}:
        raise HarnessError(f"{folder.path}: this run and the new one have no case in common.")
    return Previous(
        run_id=folder.run_id,
        verdict=earlier.gate.verdict,
        finished_at=str(info.get("finished_at", "")),
        relation=relation,
        differs=tuple(name for name in _TOLD if theirs.get(name) != pins.get(name)),
        cases=earlier.cases,
        comparison=_asked_here(earlier.comparison, inputs),
    )


def _asked_here(comparison: Comparison, inputs: Inputs) -> Comparison:
    """What a look at some cases can be held against: a case that it leaves out is not gone."""
    if not inputs.left_out:
        return comparison
    ids = {case.id for case in inputs.cases}
    return comparison.model_copy(
        update={"cases": tuple(case for case in comparison.cases if case.case_id in ids)}
    )


def _mapping(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}


def _relation(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> Relation | None:
    if all(theirs.get(side) == ours[side] for side in SIDES):
        return "same_corpora"
    if theirs.get("candidate") == ours["baseline"]:
        return "released"
    if theirs.get("baseline") == ours["baseline"]:
        return "same_baseline"
    return "same_candidate" if theirs.get("candidate") == ours["candidate"] else None


def _misfits(
    folder: RunFolder,
    info: Mapping[str, Any],
    theirs: Mapping[str, Any],
    inputs: Inputs,
    pins: Mapping[str, Any],
) -> Iterator[Fault]:
    if folder.run_id == run_id(dict(pins)):
        yield Fault(str(folder.path), "is this run itself", "an earlier one")
    if theirs.get(SOME_CASES):
        yield Fault(str(folder.path), "asked some cases alone: no verdict", "a run of all cases")
    for name in _DECIDE:
        if theirs.get(name) != pins.get(name):
            before = _leaves("", info.get("pins"))
            now = _leaves("", inputs.release.pins())
            names = sorted(key for key in before.keys() | now if before.get(key) != now.get(key))
            yield Fault(
                f"{folder.info}: inputs.{name}",
                "is not as it is now",
                "one thing changes, the corpus",
                f"These pins differ: {', '.join(names[:_PINS_SHOWN]) or name}.",
            )
    if not folder.cases.exists():
        yield Fault(str(folder.cases), "no such file", "the cases as they were asked")


def _leaves(name: str, value: Any) -> dict[str, Any]:
    """Dotted name -> value, of everything that holds nothing else."""
    if not isinstance(value, Mapping):
        return {name: value}
    found: dict[str, Any] = {}
    for key, inner in value.items():
        found |= _leaves(f"{name}.{key}" if name else str(key), inner)
    return found

"""Cases whose outcome moves for a reason that may not be the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from harness.comparison.outcomes import worst
from harness.comparison.stability import NOISY
from harness.history.read import PastRun
from harness.model.comparison import Outcome
from harness.model.trend import CaseOutcome, FlakyCase
from harness.model.wire import SIDES, Layer, Side

ENOUGH_FLIPS = 2
"""There and back: one turn is what a corpus that got worse or better looks like."""


def state(case: CaseOutcome, side: Side, layers: Collection[Layer]) -> Outcome:
    """The worst outcome of a case on a side, over some layers."""
    found = case.outcomes[side]
    return worst(outcome for layer, outcome in found.items() if layer in layers)


def flaky_cases(runs: Sequence[PastRun], layers: Collection[Layer]) -> tuple[FlakyCase, ...]:
    """The flaky cases of some runs (oldest first), by case id."""
    ids = sorted({case_id for run in runs for case_id in run.cases})
    return tuple(found for case_id in ids if (found := flaky_case(case_id, runs, layers)))


def flaky_case(
    case_id: str, runs: Sequence[PastRun], layers: Collection[Layer]
) -> FlakyCase | None:
    """What is flaky about one case; ``None`` where nothing is."""
    seen = [(run, run.cases[case_id]) for run in runs if case_id in run.cases]
    noisy = not set(NOISY).isdisjoint(layers)
    unsteady = [run.run_id for run, case in seen if case.unsteady and noisy]
    contradicted = list(_contradicted(seen, layers))
    flips = max(_turns([case for _, case in seen], layers), default=0)
    if not (unsteady or contradicted or flips >= ENOUGH_FLIPS):
        return None
    return FlakyCase(
        case_id=case_id,
        unsteady=tuple(dict.fromkeys(unsteady)),
        contradicted=tuple(dict.fromkeys(contradicted)),
        flips=flips,
        outcomes=tuple(_candidate(run, case_id, layers) for run in runs),
    )


def _candidate(run: PastRun, case_id: str, layers: Collection[Layer]) -> Outcome | None:
    case = run.cases.get(case_id)
    return state(case, "candidate", layers) if case else None


def _contradicted(
    seen: Sequence[tuple[PastRun, CaseOutcome]], layers: Collection[Layer]
) -> Iterator[str]:
    """Runs that say otherwise than the first one with the same inputs.

    Roles count: a case is judged by both sides together, so the baseline of one run and the
    candidate of another may differ on one corpus without being flaky.
    """
    first: dict[tuple[str, ...], list[Outcome]] = {}
    for run, case in seen:
        found = [state(case, side, layers) for side in SIDES]
        if first.setdefault(run.same_inputs(case), found) != found:
            yield run.run_id


def _turns(seen: Sequence[CaseOutcome], layers: Collection[Layer]) -> Iterator[int]:
    """Turns between pass and fail, for each stretch of runs with one expectation."""
    for _, stretch in groupby(seen, key=lambda case: case.expectation["candidate"]):
        states = [state(case, "candidate", layers) for case in stretch]
        decided = [found for found in states if found in ("pass", "fail")]
        yield sum(old != new for old, new in pairwise(decided))

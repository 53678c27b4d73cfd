"""What a later run needs to know of this one: a small file beside the large ones."""

from __future__ import annotations

from collections.abc import Sequence

from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, Outcome
from harness.model.noise import Noise
from harness.model.trend import CaseOutcome
from harness.model.wire import SIDES, Layer, Side
from harness.store import digest_json


def outcomes_of(
    comparison: Comparison, cases: Sequence[Case], noise: Noise
) -> tuple[CaseOutcome, ...]:
    """One line a case, in the order of the comparison. No clock and no text goes in."""
    known = {case.id: case for case in cases}
    flipping = {found.case_id for found in noise.cases}
    return tuple(
        CaseOutcome(
            case_id=case.case_id,
            draft=case.draft,
            status=case.status,
            outcomes=_outcomes(case),
            expectation={side: _expectation(known[case.case_id], side) for side in SIDES},
            unsteady=case.case_id in flipping or any(s < 1 for s in case.stability.values()),
        )
        for case in comparison.cases
    )


def _outcomes(case: CaseComparison) -> dict[Side, dict[Layer, Outcome]]:
    return {
        "baseline": {step.layer: step.baseline for step in case.transitions},
        "candidate": {step.layer: step.candidate for step in case.transitions},
    }


def _expectation(case: Case, side: Side) -> str:
    return digest_json(
        {
            "query": case.query,
            "principal": sorted(case.principal),
            "filters": case.filters,
            "critical": case.critical,
            "expected": case.on(side).model_dump(mode="json"),
        }
    )

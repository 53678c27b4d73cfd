"""What fails now and what failed in an earlier run, case by case.

A case fails where some layer of the candidate fails or has no usable record. Drafts have no part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison
from harness.model.previous import Previous
from harness.report.context import CaseRef, Since, SincePart


@dataclass(frozen=True, slots=True)
class Standing:
    """How each case of a run stands to an earlier one."""

    moves: Mapping[str, Since]
    """By case id; of cases that both runs asked in the same words."""
    new: tuple[str, ...]
    reworded: tuple[str, ...]
    gone: tuple[str, ...]


NOWHERE = Standing({}, (), (), ())
"""There is no earlier run."""


def standing(previous: Previous | None, comparison: Comparison, cases: Sequence[Case]) -> Standing:
    """The cases of a run against those of an earlier one, in the order of the run."""
    if previous is None:
        return NOWHERE
    before = {case.id: case for case in previous.cases}
    now = {case.id: case for case in cases}
    then, failing = _failing(previous.comparison), _failing(comparison)
    moves: dict[str, Since] = {}
    new: list[str] = []
    reworded: list[str] = []
    for case_id, fails in failing.items():
        if case_id not in then:
            new.append(case_id)
        elif _asked(before.get(case_id)) != _asked(now.get(case_id)):
            reworded.append(case_id)
        else:
            moves[case_id] = _move(then[case_id], fails)
    gone = sorted(then.keys() - failing.keys())
    return Standing(moves, tuple(new), tuple(reworded), tuple(gone))


def since_part(
    previous: Previous | None, found: Standing, refs: Mapping[str, CaseRef]
) -> SincePart | None:
    """The same for the page; ``None`` without an earlier run."""
    if previous is None:
        return None

    def moved(move: Since) -> tuple[CaseRef, ...]:
        return tuple(refs[case_id] for case_id, found_ in found.moves.items() if found_ == move)

    return SincePart(
        run_id=previous.run_id,
        verdict=previous.verdict,
        finished=previous.finished_at,
        relation=previous.relation,
        differs=previous.differs,
        newly_failing=moved("newly_failing"),
        fixed=moved("fixed"),
        still_failing=moved("still_failing"),
        holding=len(moved("")),
        new=tuple(refs[case_id] for case_id in found.new),
        reworded=tuple(refs[case_id] for case_id in found.reworded),
        gone=found.gone,
    )


def _failing(comparison: Comparison) -> dict[str, bool]:
    return {case.case_id: _fails(case) for case in comparison.cases if not case.draft}


def _fails(case: CaseComparison) -> bool:
    bad = any(step.candidate in ("fail", "error") for step in case.transitions)
    return bad or case.status == "incomplete"


def _asked(case: Case | None) -> object:
    """What decides the outcome on the candidate; notes and tags do not."""
    if case is None:
        return None
    return case.query, case.on("candidate"), case.principal, case.filters


def _move(then: bool, now: bool) -> Since:  # noqa: FBT001  # two answers to one question
    if now:
        return "still_failing" if then else "newly_failing"
    return "fixed" if then else ""

"""Records that compare nothing: two sides that refuse everything are alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.checks.refusal import is_refusal
from harness.model.case import DRAFT, Case
from harness.model.counted import counted
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side


def nothing_answered(
    cases: Sequence[Case], records: Mapping[Side, Sequence[RunRecord]]
) -> Iterator[str]:
    """A sentence where every answerable case is refused on both sides, and so no rule fires."""
    answerable = {
        case.id
        for case in cases
        if DRAFT not in case.tags and all(case.on(side).answerable for side in SIDES)
    }
    found = [
        record
        for side in SIDES
        for record in records[side]
        if record.case_id in answerable and record.error is None
    ]
    if found and all(map(is_refusal, found)):
        asked = len({record.case_id for record in found})
        yield (
            f"Every answer is a refusal on both versions ({counted(asked, 'answerable case')}): "
            "the answers compare nothing. Look at the generation stage and its threshold."
        )

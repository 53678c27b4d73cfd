"""A run in which nothing is answered: two sides that refuse everything are alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.checks.refusal import is_refusal
from harness.model.case import DRAFT, Case
from harness.model.counted import counted
from harness.model.gate import Finding
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side
from harness.store import digest_json

ANSWERED_RULE = "some_answerable_case_is_answered"
"""Applies whatever the policy says."""


def nothing_answered(
    cases: Sequence[Case], records: Mapping[Side, Sequence[RunRecord]]
) -> Iterator[Finding]:
    """A finding where every answerable case is refused on both sides, and so no rule fires.

    What the source and the context hold is compared all the same, so a person may accept it. The
    evidence is what was asked: on another corpus they are asked again.
    """
    answerable = {
        case.id
        for case in cases
        if DRAFT not in case.tags and all(case.on(side).answerable for side in SIDES)
    }
    found = [
        (side, record)
        for side in SIDES
        for record in records[side]
        if record.case_id in answerable and record.error is None
    ]
    if found and all(is_refusal(record) for _, record in found):
        asked = len({record.case_id for _, record in found})
        yield Finding(
            rule=ANSWERED_RULE,
            action="review",
            reason=(
                f"Every answer is a refusal on both versions ({counted(asked, 'answerable case')}): "
                "the answers compare nothing. Look at the generation stage and its threshold."
            ),
            evidence=digest_json(
                sorted(
                    [side, record.case_id, record.trial, record.runtime.prompt_hash]
                    for side, record in found
                )
            ),
        )

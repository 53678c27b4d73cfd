"""Questions that a judge was asked, put to the person who decides: their answers calibrate it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from harness.model.judgement import VERDICTS, Asked, Judgement
from harness.report.context import JudgedPart
from harness.report.wording import Speech

MOST_QUESTIONS = 40
"""Of one case; more are for nobody to answer."""


def questions(judgements: Iterable[Judgement]) -> Mapping[str, tuple[Judgement, ...]]:
    """Case id -> its questions, each once, in a fixed order.

    An equal question about the other side or another trial is the same question; it stands for
    the candidate where it came up there.
    """
    found: dict[str, dict[Asked, Judgement]] = {}
    for one in sorted(judgements, key=_place):
        found.setdefault(one.case_id, {}).setdefault(one.asked, one)
    return {case_id: tuple(asked.values())[:MOST_QUESTIONS] for case_id, asked in found.items()}


def _place(one: Judgement) -> tuple[bool, int, str, str, str]:
    return one.side != "candidate", one.trial, one.check, one.subject, one.task


def judged_parts(
    asked: Sequence[Judgement], speech: Speech, named: Collection[str]
) -> tuple[JudgedPart, ...]:
    """What a person is asked; the judge's own verdict is no part of it, lest it sway them."""
    return tuple(
        JudgedPart(
            check=one.check,
            task=one.task,
            side=one.side,
            question=one.question,
            subject=speech.name(one.subject, named),
            verdicts=VERDICTS[one.task],
        )
        for one in asked
    )

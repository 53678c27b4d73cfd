"""Answers of people to questions that a judge was asked, against what the judge answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.model.decision import Decision
from harness.model.judgement import Asked, Judgement, JudgeVerdict
from harness.review.decisions import in_order


@dataclass(frozen=True, slots=True)
class Labels:
    """What people said to questions of one run, and what is not counted."""

    pairs: tuple[tuple[JudgeVerdict, Judgement], ...]
    """(the person's verdict, the judgement), each question once, by case and question."""
    stale: int = 0
    """Answers to questions that this run did not ask: the text is another one, or the case."""
    retracted: int = 0
    """Answers of decisions that were taken back."""
    overruled: int = 0
    """Answers that a later one to the same question replaces."""

    @property
    def left_out(self) -> dict[str, int]:
        """Reason -> number of answers."""
        return {
            "stale": self.stale,
            "retracted": self.retracted,
            "overruled": self.overruled,
        }


def labels_on(decisions: Iterable[Decision], judgements: Sequence[Judgement]) -> Labels:
    """The answers in ``decisions`` that are about ``judgements``.

    An answer is bound to the digest of the statement and the texts, so it holds wherever the same
    is asked again and nowhere else. The latest answer counts; equal questions of both sides or of
    several trials are one question, which a judge is asked once.
    """
    ordered = in_order(decisions)
    gone = {decision.retracts for decision in ordered if decision.verdict == "retract"}
    known: dict[tuple[str, Asked], Judgement] = {}
    for one in judgements:
        known.setdefault((one.case_id, one.asked), one)
    latest: dict[tuple[str, Asked], JudgeVerdict] = {}
    stale = retracted = overruled = 0
    for decision in ordered:
        for label in decision.judged:
            key = (decision.case_id, label.asked)
            if decision.digest in gone:
                retracted += 1
            elif key not in known:
                stale += 1
            else:
                overruled += key in latest
                latest[key] = label.verdict
    pairs = tuple((latest[key], known[key]) for key in sorted(latest))
    return Labels(pairs, stale, retracted, overruled)

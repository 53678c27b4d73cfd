"""What a judge's opinion does to an outcome that the checks could not decide alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.model.comparison import Outcome
from harness.model.judgement import FAVOURABLE, Judgements, JudgeVerdict, Question, Task
from harness.model.record import RunRecord

Half = tuple[Outcome, str]
"""Outcome and reason of one side."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The judge, as far as one record of one case goes."""

    record: RunRecord
    critical: bool
    judgements: Judgements | None

    def weigh(
        self, half: Half, check: str, subject: str, task: Task, statement: str, *texts: str
    ) -> Half:
        """``half`` as it stands once the judge was heard; unchanged without a judge.

        Args:
            half: an undecided outcome: ``uncertain``, or a ``fail`` for want of evidence.
            check: who asks.
            subject: what the check is about.
            task: what is asked.
            statement: the claim, the fact or the question.
            texts: what it is held against.
        """
        verdict = self._verdict(check, subject, task, statement, texts)
        return half if verdict is None else _weighed(half, verdict, critical=self.critical)

    def _verdict(
        self, check: str, subject: str, task: Task, statement: str, texts: Sequence[str]
    ) -> JudgeVerdict | None:
        if self.judgements is None or self.record.runtime.excerpts:
            return None
        question = Question(
            case_id=self.record.case_id,
            side=self.record.corpus_version,
            trial=self.record.trial,
            check=check,
            subject=subject,
            task=task,
            statement=statement,
            texts=tuple(texts),
        )
        return self.judgements.verdict(question)


def _weighed(half: Half, verdict: JudgeVerdict, *, critical: bool) -> Half:
    outcome, reason = half
    if verdict == "abstain":
        return half
    if verdict == "error":
        return "error", f"{reason}; the judge gave no usable verdict"
    if verdict not in FAVOURABLE:
        return "fail", f"{reason}; the judge says: {verdict}"
    if outcome == "fail":
        return "uncertain", f"{reason}; the judge disagrees: {verdict}"
    if critical:
        return "uncertain", f"{reason}; the judge says: {verdict}, which clears no critical case"
    return "pass", f"the judge says: {verdict}"

"""What a judge model was asked about an answer, and what it said: ``judgements.jsonl``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from harness.model.record import Tokens
from harness.model.wire import Side, Wire

Task = Literal["claim_support", "fact_in_answer", "widened", "refusal"]

JudgeVerdict = Literal[
    "supported",
    "contradicted",
    "missing",
    "present",
    "absent",
    "same",
    "widened",
    "refusal",
    "answer",
    "abstain",
    "error",
]
"""
claim_support   supported, contradicted or missing: what the chunk says of the claim
fact_in_answer  present, contradicted or absent: what the answer says of the fact
widened         same or widened: whether the answer promises more than the source does
refusal         refusal or answer: whether the text declines to answer
any task        abstain: cannot tell, or the votes have no majority; error: no usable votes
"""

VERDICTS: Mapping[Task, tuple[JudgeVerdict, ...]] = {
    "claim_support": ("supported", "contradicted", "missing"),
    "fact_in_answer": ("present", "contradicted", "absent"),
    "widened": ("same", "widened"),
    "refusal": ("refusal", "answer"),
}
"""Task -> the verdicts that answer it."""

FAVOURABLE: frozenset[JudgeVerdict] = frozenset({"supported", "present", "same", "refusal"})
"""Verdicts that speak for the answer; a wrong one of them is a false support."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a check could not decide, as it is put to a judge."""

    case_id: str
    side: Side
    trial: int
    check: str
    """The check that asks: ``required_fact``, ``citation_supports``, ``refusal``."""
    subject: str
    """What the check is about: the fact, or the chunk id and the claim."""
    task: Task
    statement: str
    """The claim, the fact or the user's question that the texts are held against."""
    texts: tuple[str, ...]
    """The text judged; of ``widened`` the source, then the answer."""


Asked = tuple[str, Task, str]
"""(check, task, digest of the statement and the texts): one question of a case."""


class Vote(Wire):
    """One answer of the judge."""

    verdict: JudgeVerdict
    """What it says."""
    quote: str = ""
    """Words of the text that was judged, verified to stand there."""
    note: str = ""
    """Why a vote does not count: how the call failed, or that its quote stands nowhere."""


class Judgement(Wire):
    """One line of ``judgements.jsonl``."""

    schema_version: int = 1
    case_id: str
    side: Side
    trial: int
    check: str
    """The check that asked."""
    subject: str
    """What the check is about."""
    task: Task
    """What was asked."""
    question: str
    """``sha256:…`` of the statement and the texts; another text is another question."""
    judge: str
    """Fingerprint of the judge's settings."""
    model: str
    verdict: JudgeVerdict
    """What more than half of the votes say."""
    votes: tuple[Vote, ...]
    """Every vote."""
    tokens: Tokens = Tokens()
    cost: float | None = None

    @property
    def asked(self) -> Asked:
        """What was asked, wherever it came up: an equal question on another side is the same."""
        return self.check, self.task, self.question


@dataclass(frozen=True, slots=True)
class Judgements:
    """What is known of a judge's opinion; notes what it is asked and has no answer to."""

    known: dict[Question, Judgement] = field(default_factory=dict)
    unanswered: dict[Question, None] = field(default_factory=dict)
    """In the order they were asked, each once."""

    def verdict(self, question: Question) -> JudgeVerdict | None:
        """The judge's verdict; ``None`` when the judge was not asked yet."""
        found = self.known.get(question)
        if found is None:
            self.unanswered.setdefault(question)
            return None
        return found.verdict

    def learn(self, answers: Iterable[tuple[Question, Judgement]]) -> Judgements:
        """These and further answers, with nothing left open."""
        return Judgements({**self.known, **dict(answers)})

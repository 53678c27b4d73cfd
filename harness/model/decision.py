"""What a person decided about a case of a run: one line of ``reviews/decisions.jsonl``."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from harness.model.gate import Action
from harness.model.judgement import Asked, JudgeVerdict, Task
from harness.model.wire import Side, Wire

DecisionVerdict = Literal["accept", "reject", "label_wrong", "cannot_tell", "retract"]
"""accept        the change is as intended
reject        the change is a fault: it must not ship
label_wrong   the case expects the wrong thing
cannot_tell   someone else has to look
retract       takes an earlier decision of the same person back
"""

EvidencePart = Literal["answer", "cited", "retrieved", "expectation", "checks", "policy"]

EVIDENCE_PARTS: tuple[EvidencePart, ...] = get_args(EvidencePart)

RUN = ""
"""The case id of a decision about the run as a whole."""


class DecisionEvidence(Wire):
    """What a decision was made on: one ``sha256:…`` for each part, of both sides together."""

    answer: str
    """Answers, refusals and errors of every trial."""
    cited: str
    """Claims, quotes and the texts they cite."""
    retrieved: str
    """Ids and texts of the chunks the generator saw, in its order."""
    expectation: str
    """The question and what is expected, notes and reasons left out."""
    checks: str
    """What got worse or cannot be decided."""
    policy: str
    """The rules that fired, and what each does."""

    def changed_since(self, earlier: DecisionEvidence) -> tuple[EvidencePart, ...]:
        """Parts that are not what they were."""
        return tuple(p for p in EVIDENCE_PARTS if getattr(self, p) != getattr(earlier, p))


class JudgedLabel(Wire):
    """What a person says to a question that a judge was asked; it holds no text."""

    check: str
    """The check that asked."""
    task: Task
    question: str
    """``sha256:…`` of the statement and the texts, as ``judgements.jsonl`` has it."""
    side: Side
    """Where the person saw it; an equal question on the other side is the same question."""
    verdict: JudgeVerdict
    """One of those that answer ``task``."""

    @property
    def asked(self) -> Asked:
        """What was asked."""
        return self.check, self.task, self.question


class Decision(Wire):
    """One line of ``reviews/decisions.jsonl``."""

    schema_version: int = Field(default=1, alias="schema")
    case_id: str
    """Empty for what was found on the run as a whole."""
    verdict: DecisionVerdict
    reason: str
    role: str = ""
    who: str
    at: str
    """``2026-03-01T09:30:00Z``."""
    expires: str | None = None
    """``2026-09-01``: the last day, in UTC, on which the decision counts."""
    rules: tuple[str, ...] = ()
    """Rules that had fired on the case."""
    action: Action | Literal[""] = ""
    """The strongest of what they do."""
    evidence: DecisionEvidence
    evidence_digest: str
    """``sha256:…`` over ``evidence``."""
    retracts: str = ""
    """Digest of the decision that a ``retract`` takes back."""
    judged: tuple[JudgedLabel, ...] = Field(default=(), exclude_if=lambda labels: not labels)
    """Answers to questions the judge was asked; left out of the line where there are none."""
    digest: str
    """``sha256:…`` over everything else on the line."""

    @property
    def order(self) -> tuple[str, str]:
        """Sort key: by time, and by digest where the time is the same."""
        return self.at, self.digest

"""What a judge provider is."""

from __future__ import annotations

from abc import abstractmethod

from pydantic import Field, field_validator

from harness.model.judgement import Judgement, Question
from harness.registry import Provider
from harness.store import digest_json


def question_digest(question: Question) -> str:
    """``sha256:…`` of what is asked; another text is another question."""
    return digest_json([question.statement, *question.texts])


class Judge(Provider):
    """Base of the providers of kind ``judge``."""

    votes: int = Field(default=3, ge=1, le=15)
    """How often each question is asked; odd. A verdict needs more than half of them."""

    @field_validator("votes")
    @classmethod
    def _odd(cls, value: int) -> int:
        if value % 2 == 0:
            raise ValueError("expected an odd number, so that two verdicts cannot tie")
        return value

    @abstractmethod
    def run(self, question: Question) -> Judgement:
        """The judgement of one question.

        A vote that cannot be read is an ``error``, never a verdict; a fault of the
        configuration is a ``HarnessError``.
        """

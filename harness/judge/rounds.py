"""Compare, ask the judge what stayed open, compare again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from harness.judge.base import Judge
from harness.llm import map_bounded
from harness.model.judgement import Judgement, Judgements, Question
from harness.model.progress import Progress
from harness.store import write_jsonl

T = TypeVar("T")


def settle(compare: Callable[[Judgements], T], judge: Judge, file: Path, progress: Progress) -> T:
    """The result of ``compare`` once the judge has answered all that it asks.

    An answer may raise another question, so there can be several rounds; each asks only what was
    never asked before. Votes are kept in the response cache as they come, so a run that is broken
    off asks nothing twice. ``file`` is written whole, sorted.
    """
    judgements = Judgements()
    while True:
        result = compare(judgements)
        asked = list(judgements.unanswered)
        if not asked:
            _write(file, judgements.known.values())
            return result
        judgements = judgements.learn(_ask(judge, asked, progress))


def _ask(
    judge: Judge, asked: list[Question], progress: Progress
) -> list[tuple[Question, Judgement]]:
    progress.start("Asking the judge", len(asked))
    answers: list[tuple[Question, Judgement]] = []
    try:
        for judgement in map_bounded(judge.run, asked, getattr(judge, "concurrency", 1)):
            answers.append((asked[len(answers)], judgement))
            progress.advance()
    finally:
        progress.finish()
    return answers


def _write(file: Path, judgements: Iterable[Judgement]) -> None:
    ordered = sorted(
        judgements, key=lambda j: (j.case_id, j.side, j.trial, j.check, j.subject, j.task)
    )
    write_jsonl(file, [judgement.model_dump(mode="json") for judgement in ordered])

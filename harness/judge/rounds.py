"""Compare, ask the judge what stayed open, compare again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from harness.judge.base import Judge, question_digest
from harness.llm import map_bounded
from harness.model.judgement import Judgement, Judgements, Question
from harness.model.progress import Progress
from harness.store import write_jsonl
from harness.text.redact import redact, redact_said

T = TypeVar("T")


def settle(
    compare: Callable[[Judgements], T],
    judge: Judge,
    file: Path,
    progress: Progress,
    kept: Iterable[Judgement] = (),
) -> T:
    """The result of ``compare`` once the judge has answered all that it asks.

    An answer may raise another question, so there can be several rounds; each asks only what was
    never asked before. Votes are kept in the response cache as they come, so a run that is broken
    off asks nothing twice. ``file`` is written whole, sorted. ``kept`` are judgements that shards
    of the run brought: the same question to the same judge is not asked again, unless it failed.
    """
    known = {_key(one): one for one in kept if one.verdict != "error"}
    judgements = Judgements()
    while True:
        result = compare(judgements)
        asked = list(judgements.unanswered)
        if not asked:
            _write(file, judgements.known.values())
            return result
        brought = [(q, known[key]) for q in asked if (key := _asked(q, judge)) in known]
        judgements = judgements.learn(brought)
        missing = [question for question in asked if question not in judgements.known]
        judgements = judgements.learn(_ask(judge, missing, progress) if missing else [])


def _key(judgement: Judgement) -> tuple[object, ...]:
    one = judgement
    place = (one.case_id, one.side, one.trial, one.check, redact(one.subject), one.task)
    return (*place, one.question, one.judge)


def _asked(question: Question, judge: Judge) -> tuple[object, ...]:
    """The key that the answer to a question will have, also when it is read from a file."""
    one = question
    place = (one.case_id, one.side, one.trial, one.check, redact(one.subject), one.task)
    return (*place, question_digest(question), judge.fingerprint())


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
        judgements,
        key=lambda j: (j.case_id, j.side, j.trial, j.check, redact(j.subject), j.task, j.question),
    )
    write_jsonl(file, [redact_said(judgement.model_dump(mode="json")) for judgement in ordered])

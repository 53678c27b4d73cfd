"""What a judge may do to an outcome, and what it may not."""

from __future__ import annotations

import pytest

from harness.checks.opinion import Opinion
from harness.model.comparison import Outcome
from harness.model.judgement import Judgement, Judgements, JudgeVerdict, Question
from harness.model.record import RunRecord, Runtime

QUESTION = Question(
    case_id="c",
    side="baseline",
    trial=0,
    check="required_fact",
    subject="fact",
    task="fact_in_answer",
    statement="fact",
    texts=("answer",),
)


def record(*, excerpts: bool = False) -> RunRecord:
    runtime = Runtime(config_hash="c", index_id="i", model="m", excerpts=excerpts)
    return RunRecord(case_id="c", corpus_version="baseline", answer="answer", runtime=runtime)


def judgements(verdict: JudgeVerdict) -> Judgements:
    said = Judgement(
        case_id="c",
        side="baseline",
        trial=0,
        check="required_fact",
        subject="fact",
        task="fact_in_answer",
        question="sha256:q",
        judge="sha256:j",
        model="m",
        verdict=verdict,
        votes=(),
    )
    return Judgements().learn([(QUESTION, said)])


def weigh(outcome: Outcome, known: Judgements | None, *, critical: bool = False) -> Outcome:
    opinion = Opinion(record(), critical, known)
    half = opinion.weigh(
        (outcome, "why"), "required_fact", "fact", "fact_in_answer", "fact", "answer"
    )
    return half[0]


@pytest.mark.parametrize(
    ("checker", "judge", "expected"),
    [
        ("uncertain", "present", "pass"),
        ("uncertain", "absent", "fail"),
        ("uncertain", "contradicted", "fail"),
        ("uncertain", "abstain", "uncertain"),
        ("uncertain", "error", "error"),
        ("fail", "present", "uncertain"),
        ("fail", "absent", "fail"),
        ("fail", "abstain", "fail"),
        ("fail", "error", "error"),
    ],
)
def test_judge_decides_doubt_and_disagreement_is_doubt(
    checker: Outcome, judge: JudgeVerdict, expected: Outcome
) -> None:
    assert weigh(checker, judgements(judge)) == expected


def test_judge_alone_never_clears_a_critical_case() -> None:
    assert weigh("uncertain", judgements("present"), critical=True) == "uncertain"
    assert weigh("uncertain", judgements("absent"), critical=True) == "fail"


def test_without_a_judge_nothing_changes() -> None:
    assert weigh("uncertain", None) == "uncertain"


def test_question_without_an_answer_is_noted_once() -> None:
    known = Judgements()
    for _ in range(2):
        assert weigh("uncertain", known) == "uncertain"
    assert list(known.unanswered) == [QUESTION]


def test_excerpts_are_never_put_to_a_judge() -> None:
    known = Judgements()
    opinion = Opinion(record(excerpts=True), critical=False, judgements=known)
    opinion.weigh(("uncertain", ""), "required_fact", "f", "fact_in_answer", "f", "answer")
    assert not known.unanswered

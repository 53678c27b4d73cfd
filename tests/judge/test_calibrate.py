"""Calibration against an independent computation of kappa, and its file form."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import HarnessError
from harness.judge import calibrate, calibration_of, read_decisions
from harness.judge.calibrate import Decision, cohens_kappa
from harness.model.judgement import Judgement, JudgeVerdict, Task

LABELS = ("present", "absent", "contradicted", "abstain")


def judgement(case_id: str, verdict: JudgeVerdict, **given: Any) -> Judgement:
    task: Task = "fact_in_answer"
    values: dict[str, Any] = {
        "case_id": case_id,
        "side": "baseline",
        "trial": 0,
        "check": "required_fact",
        "subject": "f",
        "task": task,
        "question": "sha256:q",
        "judge": "sha256:j",
        "model": "m",
        "verdict": verdict,
        "votes": (),
    }
    return Judgement(**(values | given))


def decision(case_id: str, verdict: JudgeVerdict, **given: Any) -> Decision:
    values: dict[str, Any] = {
        "case_id": case_id,
        "side": "baseline",
        "check": "required_fact",
        "subject": "f",
        "verdict": verdict,
    }
    return Decision(**(values | given))


def by_matrix(labels: list[tuple[str, str]]) -> float | None:
    """Kappa from the confusion matrix, as a textbook has it."""
    names = sorted({name for pair in labels for name in pair})
    table = np.zeros((len(names), len(names)))
    for one, two in labels:
        table[names.index(one), names.index(two)] += 1
    table /= table.sum()
    chance = float(table.sum(axis=1) @ table.sum(axis=0))
    return None if np.isclose(chance, 1) else (float(np.trace(table)) - chance) / (1 - chance)


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1))
def test_kappa_is_that_of_the_confusion_matrix(labels: list[tuple[str, str]]) -> None:
    expected = by_matrix(labels)
    found = cohens_kappa(labels)
    assert (found is None) == (expected is None)
    assert found == pytest.approx(expected)


def test_published_example_of_kappa() -> None:
    """Two readers of 50 grant proposals: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; kappa 0.4."""
    counts = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    labels = [pair for pair, count in counts.items() for _ in range(count)]
    assert cohens_kappa(labels) == pytest.approx(0.4)


def test_false_support_is_counted_among_what_people_reject() -> None:
    said: list[tuple[JudgeVerdict, JudgeVerdict]] = [
        ("absent", "present"),
        ("contradicted", "absent"),
        ("absent", "absent"),
        ("absent", "abstain"),
        ("present", "present"),
    ]
    judgements = [judgement(f"c{n}", judge) for n, (_, judge) in enumerate(said)]
    decisions = [decision(f"c{n}", human) for n, (human, _) in enumerate(said)]
    found = calibrate(judgements, decisions)
    assert (found.decisions, found.agreement, found.false_support) == (5, 0.4, 0.25)
    assert found.confusion["absent"] == {"abstain": 1, "absent": 1, "present": 1}


def test_verdict_picks_the_task_it_belongs_to() -> None:
    both = [judgement("c", "present"), judgement("c", "widened", task="widened")]
    assert calibrate(both, [decision("c", "same")]).confusion == {"same": {"widened": 1}}


def test_decisions_about_nothing_that_was_asked_are_refused() -> None:
    with pytest.raises(HarnessError, match="No decision is about a question"):
        calibrate([judgement("c", "present")], [decision("other", "present")])


def test_every_wrong_line_of_decisions_is_named(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    good = decision("c", "present").model_dump(mode="json")
    lines = [good, {**good, "verdict": "maybe"}, {**good, "side": None}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(HarnessError) as caught:
        read_decisions(file)
    assert [fault.where for fault in caught.value.faults] == [
        f"{file}:2: verdict",
        f"{file}:3: side",
    ]


@pytest.mark.parametrize(("human", "judge"), [*product(("present", "absent"), repeat=2)])
def test_sentence_tells_all_numbers(human: JudgeVerdict, judge: JudgeVerdict) -> None:
    found = calibrate([judgement("c", judge)], [decision("c", human)])
    assert "1 decision:" in found.sentence
    assert ("unknown" in found.sentence) == (human == "present")


def test_calibration_of_other_settings_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "judge-calibration.json"
    assert calibration_of(file, "sha256:j") is None
    found = calibrate([judgement("c", "present")], [decision("c", "present")])
    file.write_text(found.model_dump_json())
    assert calibration_of(file, "sha256:j") == found
    assert calibration_of(file, "sha256:other") is None

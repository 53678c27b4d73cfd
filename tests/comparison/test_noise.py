"""The noise floor on records that are made to flip, or not to."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from harness.comparison import SideInput, compare, mark_noise, measure_noise, unmeasured
from harness.comparison.outcomes import over_trials
from harness.model.case import Case, Override
from harness.model.comparison import Outcome
from harness.model.record import RunRecord, Runtime
from harness.model.wire import Side
from tests.comparison.worlds import corpus_text, record

FACT = "A refund is paid within 30 days."
CORPUS = {"refunds": f"# Refunds\n\n{FACT}\n"}
TEXT = corpus_text(CORPUS)
CASES = [
    Case(id=name, query="When?", expected_source_ids=("refunds",), required_facts=(FACT,))
    for name in ("shaky", "steady")
]
WRONG = "Nothing is known about that."


def records(side: Side, answers: Mapping[str, list[str]]) -> list[RunRecord]:
    """Records by case, one a trial."""
    return [
        record(case_id, side, TEXT, trial=trial, answer=answer, citations=())
        for case_id, found in answers.items()
        for trial, answer in enumerate(found)
    ]


def later(made: list[RunRecord], by: int) -> list[RunRecord]:
    return [one.model_copy(update={"trial": one.trial + by}) for one in made]


BASELINE = records("baseline", {"shaky": [FACT], "steady": [FACT]})
FRESH = later(records("baseline", {"shaky": [WRONG, FACT], "steady": [FACT, FACT]}), 1)


def test_flips_are_counted_by_layer_and_case() -> None:
    noise = measure_noise(CASES, BASELINE, FRESH, TEXT, trials=1)
    assert (noise.state, noise.draws, noise.trials) == ("measured", 2, 2)
    rates = {layer.layer: (layer.flips, layer.compared, layer.rate) for layer in noise.layers}
    assert rates == {"retrieval": (0, 4, 0.0), "citation": (0, 4, 0.0), "answer": (1, 4, 0.25)}
    assert noise.floor == 0.25
    assert [(case.case_id, case.layer, case.flips) for case in noise.cases] == [
        ("shaky", "answer", 1)
    ]


def test_several_trials_are_compared_as_many_at_a_time() -> None:
    old = records("baseline", {"shaky": [FACT] * 3, "steady": [FACT] * 3})
    fresh = later(records("baseline", {"shaky": [WRONG, FACT, FACT], "steady": [FACT] * 3}), 3)
    noise = measure_noise(CASES, old, fresh, TEXT, trials=3)
    assert (noise.draws, noise.floor) == (1, 0.0)


def test_intended_change_is_no_noise() -> None:
    changed = Override(reason="new term", required_facts=("A refund is paid within 60 days.",))
    cases = [case.model_copy(update={"candidate": changed}) for case in CASES]
    steady = later(records("baseline", {"shaky": [FACT], "steady": [FACT]}), 1)
    assert measure_noise(cases, BASELINE, steady, TEXT, trials=1).cases == ()


def test_transition_inside_the_noise_is_marked_and_one_outside_is_not() -> None:
    noise = measure_noise(CASES, BASELINE, FRESH, TEXT, trials=1)
    candidate = records("candidate", {"shaky": [WRONG], "steady": [WRONG]})
    compared = compare(CASES, SideInput(BASELINE, TEXT), SideInput(candidate, TEXT), ks=())
    marked = {case.case_id: case for case in mark_noise(compared, noise).cases}
    assert marked["shaky"].within_noise == ("answer",)
    assert marked["shaky"].status == "regression"
    assert marked["steady"].within_noise == ()


def test_case_that_flips_but_did_not_change_is_not_marked() -> None:
    noise = measure_noise(CASES, BASELINE, FRESH, TEXT, trials=1)
    same = records("candidate", {"shaky": [FACT], "steady": [FACT]})
    compared = compare(CASES, SideInput(BASELINE, TEXT), SideInput(same, TEXT), ks=())
    assert all(not case.within_noise for case in mark_noise(compared, noise).cases)


def test_lost_retrieval_is_never_noise() -> None:
    lost = [
        one.model_copy(update={"retrieved": ()}) if one.case_id == "shaky" else one for one in FRESH
    ]
    noise = measure_noise(CASES, BASELINE, lost, TEXT, trials=1)
    assert ("shaky", "retrieval") in {(case.case_id, case.layer) for case in noise.cases}
    gone = [one.model_copy(update={"retrieved": ()}) for one in BASELINE]
    compared = compare(CASES, SideInput(BASELINE, TEXT), SideInput(gone, TEXT), ks=())
    marked = {case.case_id: case for case in mark_noise(compared, noise).cases}
    assert marked["shaky"].status == "regression"
    assert "retrieval" not in marked["shaky"].within_noise


def test_excerpts_have_no_noise_by_construction() -> None:
    runtime = Runtime(config_hash="c", index_id="i", model="m", excerpts=True)
    cut = [one.model_copy(update={"runtime": runtime}) for one in BASELINE]
    assert (unmeasured(cut).state, unmeasured(cut).floor) == ("by_construction", 0.0)
    assert (unmeasured(BASELINE).state, unmeasured(BASELINE).floor) == ("not_measured", None)


def test_stability_is_the_share_of_trials_that_agree() -> None:
    old = records("baseline", {"shaky": [FACT, FACT, WRONG], "steady": [FACT] * 3})
    new = records("candidate", {"shaky": [FACT] * 3, "steady": [FACT] * 3})
    compared = compare(CASES, SideInput(old, TEXT), SideInput(new, TEXT), ks=())
    found = {case.case_id: case.stability for case in compared.cases}
    assert found["shaky"] == {"baseline": 0.666667, "candidate": 1.0}
    assert found["steady"] == {"baseline": 1.0, "candidate": 1.0}


def test_one_trial_has_no_stability() -> None:
    same = records("candidate", {"shaky": [FACT], "steady": [FACT]})
    compared = compare(CASES, SideInput(BASELINE, TEXT), SideInput(same, TEXT), ks=())
    assert all(case.stability == {} for case in compared.cases)


@pytest.mark.parametrize(
    ("outcomes", "plain", "critical"),
    [
        (["pass", "pass", "fail"], "pass", "fail"),
        (["pass", "fail", "fail"], "fail", "fail"),
        (["pass", "fail"], "uncertain", "fail"),
        (["pass", "fail", "uncertain"], "uncertain", "fail"),
        (["pass", "pass", "pass", "fail", "fail", "uncertain", "uncertain"], "uncertain", "fail"),
        (["pass", "uncertain"], "uncertain", "uncertain"),
        (["pass", "pass", "error"], "error", "error"),
        (["pass"], "pass", "pass"),
    ],
)
def test_trials_are_decided_by_more_than_half_and_a_critical_case_by_its_worst(
    outcomes: list[Outcome], plain: Outcome, critical: Outcome
) -> None:
    assert over_trials(outcomes, critical=False) == plain
    assert over_trials(outcomes, critical=True) == critical

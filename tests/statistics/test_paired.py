"""Summaries of pairs and what a number of cases can show."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.statistics import sign_test, smallest_detectable_loss, summarise_pairs


def test_summary_counts_wins_losses_and_ties() -> None:
    summary = summarise_pairs([(1.0, 0.0), (1.0, 0.5), (0.5, 1.0), (1.0, 1.0)], seed=0)
    assert (summary.cases, summary.won, summary.lost, summary.tied) == (4, 1, 2, 1)
    assert summary.delta == pytest.approx(summary.candidate - summary.baseline)
    assert summary.p_worse == sign_test(1, 2, "worse")


def test_rounding_in_a_metric_is_a_tie() -> None:
    assert summarise_pairs([(0.3, 0.1 + 0.2)], seed=0).tied == 1


def test_a_summary_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        summarise_pairs([], seed=0)


@pytest.mark.parametrize(
    ("cases", "tests", "sentence"),
    [
        (60, 1, "60 cases can show a loss of 5 or more (8.3%)"),
        (60, 4, "60 cases can show a loss of 7 or more (11.7%)"),
        (4, 1, "4 cases cannot show any loss at level 0.05"),
        (1, 1, "1 case cannot show any loss"),
        (0, 1, "0 cases cannot show any loss"),
    ],
)
def test_what_cases_can_show_is_said_in_plain_words(cases: int, tests: int, sentence: str) -> None:
    assert smallest_detectable_loss(cases, tests=tests).sentence.startswith(sentence)


@given(
    cases=st.integers(min_value=0, max_value=80),
    alpha=st.floats(min_value=0.001, max_value=0.5),
    tests=st.integers(min_value=1, max_value=9),
)
def test_the_smallest_loss_is_significant_and_one_less_is_not(
    cases: int, alpha: float, tests: int
) -> None:
    found = smallest_detectable_loss(cases, alpha=alpha, tests=tests)
    if found.losses is None:
        assert found.p_value > alpha / tests
    else:
        assert found.p_value <= alpha / tests < sign_test(0, found.losses - 1, "worse")


@pytest.mark.parametrize(("cases", "alpha", "tests"), [(-1, 0.05, 1), (5, 0.0, 1), (5, 0.05, 0)])
def test_numbers_out_of_range_are_refused(cases: int, alpha: float, tests: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        smallest_detectable_loss(cases, alpha=alpha, tests=tests)


def test_importing_the_room_imports_no_heavy_library() -> None:
    code = "import harness.statistics, sys; assert not {'numpy', 'scipy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)

"""Exact tests against scipy and against their other definitions."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.statistics import Alternative, holm, mcnemar_test, sign_test

COUNTS = st.integers(min_value=0, max_value=400)
P_VALUES = st.lists(st.floats(min_value=0, max_value=1), max_size=7)
OUTCOMES = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)


@given(won=COUNTS, lost=COUNTS)
@pytest.mark.parametrize(
    ("ours", "theirs"), [("two-sided", "two-sided"), ("worse", "greater"), ("better", "less")]
)
def test_sign_test_agrees_with_scipy(
    won: int, lost: int, ours: Alternative, theirs: Literal["two-sided", "greater", "less"]
) -> None:
    from scipy.stats import binomtest

    expected = binomtest(lost, won + lost, alternative=theirs).pvalue if won + lost else 1.0
    assert sign_test(won, lost, ours) == pytest.approx(expected, rel=1e-9)


@given(won=COUNTS, lost=COUNTS)
def test_worse_and_better_mirror_each_other(won: int, lost: int) -> None:
    assert sign_test(won, lost, "worse") == sign_test(lost, won, "better")


def test_no_differing_pair_is_no_evidence() -> None:
    assert sign_test(0, 0) == sign_test(0, 0, "worse") == 1.0


def test_six_of_sixty_lost_and_none_gained_is_significant() -> None:
    assert sign_test(0, 6, "worse") == pytest.approx(1 / 64)


def test_thousands_of_pairs_neither_overflow_nor_vanish() -> None:
    assert 0 < sign_test(4_000, 4_400, "worse") < 1e-5


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="won -1"):
        sign_test(-1, 3)


@given(outcomes=OUTCOMES)
def test_mcnemar_agrees_with_scipy_on_the_changed_cases(
    outcomes: list[tuple[bool, bool]],
) -> None:
    from scipy.stats import binomtest

    lost, won = outcomes.count((True, False)), outcomes.count((False, True))
    ours = mcnemar_test([before for before, _ in outcomes], [after for _, after in outcomes])
    assert ours == pytest.approx(binomtest(lost, lost + won).pvalue if lost + won else 1.0)


def test_mcnemar_counts_only_cases_that_changed() -> None:
    lost_one_way = mcnemar_test([True] * 5 + [False] * 90, [False] * 95, "worse")
    assert lost_one_way == pytest.approx(1 / 32)


def test_mcnemar_refuses_sides_of_different_length() -> None:
    with pytest.raises(ValueError, match="shorter"):
        mcnemar_test([True, True], [True])


@given(p_values=P_VALUES)
def test_holm_is_the_closed_test_of_bonferroni(p_values: list[float]) -> None:
    """Its other definition: the worst Bonferroni p-value of any subset a test belongs to."""
    subsets = [
        subset
        for size in range(1, len(p_values) + 1)
        for subset in combinations(range(len(p_values)), size)
    ]
    expected = [
        max(min(1.0, len(s) * min(p_values[i] for i in s)) for s in subsets if index in s)
        for index in range(len(p_values))
    ]
    assert holm(p_values) == pytest.approx(expected)


@given(p_values=P_VALUES)
def test_holm_never_makes_a_finding_surer(p_values: list[float]) -> None:
    assert all(ours >= given for ours, given in zip(holm(p_values), p_values, strict=True))


@pytest.mark.parametrize("faulty", [-0.1, 1.1, float("nan")])
def test_holm_refuses_what_is_no_p_value(faulty: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, faulty])

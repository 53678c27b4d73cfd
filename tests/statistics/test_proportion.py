"""The exact interval of a share, against what a binomial tail says."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.statistics import proportion_interval


def tail(successes: int, trials: int, share: float) -> float:
    """P(at least so many successes), summed term by term."""
    return math.fsum(
        math.comb(trials, k) * share**k * (1 - share) ** (trials - k)
        for k in range(successes, trials + 1)
    )


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_each_bound_leaves_a_tail_of_two_and_a_half_percent(counts: tuple[int, int]) -> None:
    successes, trials = counts
    low, high = proportion_interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    if successes:
        assert tail(successes, trials, low) == pytest.approx(0.025, rel=1e-6)
    if successes < trials:
        assert 1 - tail(successes + 1, trials, high) == pytest.approx(0.025, rel=1e-6)


def test_none_of_three_says_little() -> None:
    low, high = proportion_interval(0, 3)
    assert low == 0
    assert high == pytest.approx(1 - 0.025 ** (1 / 3))


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (2, 1)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        proportion_interval(successes, trials)

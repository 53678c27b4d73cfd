"""The bootstrap interval: repeatable, paired, and right about as often as it says."""

from __future__ import annotations

import random

import pytest

from harness.statistics import Interval, paired_bootstrap, paired_bootstraps


def test_same_seed_gives_the_same_interval() -> None:
    deltas = [0.0] * 54 + [-1.0] * 6
    assert paired_bootstrap(deltas, seed=7) == paired_bootstrap(deltas, seed=7)


def test_six_of_sixty_lost_is_a_loss_when_the_pairs_are_kept() -> None:
    interval = paired_bootstrap([0.0] * 54 + [-1.0] * 6, seed=0)
    assert -0.25 < interval.low < -0.1 < interval.high < 0


def test_equal_differences_give_that_one_number() -> None:
    assert paired_bootstrap([0.0] * 10, seed=0) == Interval(0.0, 0.0, 0.95)


def test_a_wider_confidence_gives_a_wider_interval() -> None:
    deltas = [number / 10 for number in range(-5, 6)]
    wide, narrow = (paired_bootstrap(deltas, seed=0, confidence=c) for c in (0.99, 0.8))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_interval_agrees_with_normal_theory_on_many_symmetric_differences() -> None:
    source = random.Random(3)
    deltas = [source.gauss(0.1, 0.2) for _ in range(400)]
    mean = sum(deltas) / len(deltas)
    spread = (sum((d - mean) ** 2 for d in deltas) / (len(deltas) - 1)) ** 0.5 / len(deltas) ** 0.5
    interval = paired_bootstrap(deltas, seed=0)
    assert interval.low == pytest.approx(mean - 1.96 * spread, abs=0.004)
    assert interval.high == pytest.approx(mean + 1.96 * spread, abs=0.004)


def test_about_ninety_in_a_hundred_intervals_hold_the_true_mean() -> None:
    source = random.Random(5)
    samples = [[source.choice((-1.0, 0.0, 0.0, 1.0, 1.0)) for _ in range(40)] for _ in range(150)]
    found = [paired_bootstrap(s, seed=1, confidence=0.9, resamples=500) for s in samples]
    assert 0.82 <= sum(i.low <= 0.2 <= i.high for i in found) / len(found) <= 0.97


@pytest.mark.parametrize("deltas", [[], [0.1, float("nan")], [float("inf")]])
def test_nothing_to_resample_is_refused(deltas: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        paired_bootstrap(deltas, seed=0)


def test_confidence_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="confidence"):
        paired_bootstrap([0.0, 1.0], seed=0, confidence=1.0)


def test_rows_together_have_the_intervals_they_have_alone() -> None:
    source = random.Random(4)
    rows = [[source.gauss(0, 1) for _ in range(30)] for _ in range(3)]
    rows.insert(1, [0.5] * 30)
    assert paired_bootstraps(rows, seed=2) == [paired_bootstrap(row, seed=2) for row in rows]


def test_interval_of_a_row_that_stands_twice_is_the_same_twice() -> None:
    row = [0.0, 0.5, -1.0, 0.25]
    first, second = paired_bootstraps([row, row], seed=0)
    assert first == second

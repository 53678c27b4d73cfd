"""Exact tests for pairs. No approximation, so they hold for five cases as well as for five thousand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

Alternative = Literal["two-sided", "worse", "better"]
"""What counts as surprising: any difference, more losses than wins, or more wins than losses."""


def sign_test(won: int, lost: int, alternative: Alternative = "two-sided") -> float:
    """The exact sign test over the pairs that differ; ties carry no information and are left out.

    Under the null hypothesis a differing pair is as likely won as lost, so the losses are
    binomial with p = 1/2 (Conover, "Practical Nonparametric Statistics", 3rd ed., 3.4).

    Args:
        won: pairs in which the candidate is better.
        lost: pairs in which the candidate is worse.
        alternative: ``worse`` asks whether losses outnumber wins by more than chance.

    Returns:
        The p-value, 1.0 when no pair differs.

    Raises:
        ValueError: a negative count.
    """
    if won < 0 or lost < 0:
        raise ValueError(f"counts of pairs cannot be negative: won {won}, lost {lost}")
    if alternative == "worse":
        return _upper_tail(won + lost, lost)
    if alternative == "better":
        return _upper_tail(won + lost, won)
    return min(1.0, 2 * _upper_tail(won + lost, max(won, lost)))


def mcnemar_test(
    baseline: Sequence[bool], candidate: Sequence[bool], alternative: Alternative = "two-sided"
) -> float:
    """McNemar's exact test: pass or fail on both sides, case by case, in the same order.

    It is the sign test over the cases that changed (McNemar 1947, "Note on the sampling error
    of the difference between correlated proportions or percentages"; exact form: Fagerland,
    Lydersen and Laake 2013, doi:10.1186/1471-2288-13-91).

    Raises:
        ValueError: the two sides differ in length.
    """
    pairs = list(zip(baseline, candidate, strict=True))
    won = sum(after and not before for before, after in pairs)
    lost = sum(before and not after for before, after in pairs)
    return sign_test(won, lost, alternative)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction: adjusted p-values, in the order given.

    Comparing each with alpha keeps the chance of any false alarm in the family at or below
    alpha, whatever the dependence between the tests (Holm 1979, "A simple sequentially
    rejective multiple test procedure").

    Raises:
        ValueError: a p-value outside [0, 1], NaN included.
    """
    if faulty := [p for p in p_values if not 0 <= p <= 1]:
        raise ValueError(f"p-values lie between 0 and 1: {faulty}")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def _upper_tail(pairs: int, at_least: int) -> float:
    """P(X >= at_least) for X binomial with n = pairs and p = 1/2, in whole numbers until the end."""
    term = math.comb(pairs, at_least)
    ways = 0
    for count in range(at_least, pairs + 1):
        ways += term
        term = term * (pairs - count) // (count + 1)
    return float(Fraction(ways, 2**pairs))

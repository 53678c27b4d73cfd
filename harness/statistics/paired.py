"""One metric on both sides, summed up: how much, for how many cases, how sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from harness.statistics.bootstrap import Interval, paired_bootstrap
from harness.statistics.exact import sign_test

_SAME = 1e-9  # smaller differences are rounding in the metric, not in the case


@dataclass(frozen=True, slots=True)
class PairedSummary:
    """A metric over the cases that have it on both sides."""

    cases: int
    baseline: float
    """Mean over the cases."""
    candidate: float
    delta: float
    """Candidate minus baseline."""
    interval: Interval
    """Of ``delta``."""
    won: int
    lost: int
    tied: int
    p_worse: float
    """One-sided exact sign test: the chance of so many losses or more if nothing got worse."""


def summarise_pairs(
    pairs: Sequence[tuple[float, float]], *, seed: int, confidence: float = 0.95
) -> PairedSummary:
    """Sum up (baseline, candidate) values of one metric, one pair a case; higher is better.

    Raises:
        ValueError: no pairs, or a value that is not finite. A case without the metric on one
            side is for the caller to list, not for this function to leave out.
    """
    deltas = [candidate - baseline for baseline, candidate in pairs]
    won = sum(delta > _SAME for delta in deltas)
    lost = sum(delta < -_SAME for delta in deltas)
    interval = paired_bootstrap(deltas, seed=seed, confidence=confidence)
    return PairedSummary(
        cases=len(pairs),
        baseline=fmean(baseline for baseline, _ in pairs),
        candidate=fmean(candidate for _, candidate in pairs),
        delta=fmean(deltas),
        interval=interval,
        won=won,
        lost=lost,
        tied=len(pairs) - won - lost,
        p_worse=sign_test(won, lost, "worse"),
    )

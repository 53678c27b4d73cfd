"""A confidence interval for a mean paired difference, without assuming any distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

RESAMPLES = 10_000
_BATCH_NUMBERS = 10_000_000  # numbers held at once: bounds memory at 80 MB whatever the cases
_DIGITS = 9  # the last bits of a mean depend on the processor; no reader needs them


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a confidence interval, both included."""

    low: float
    high: float
    confidence: float
    """For example 0.95."""


def paired_bootstrap(
    deltas: Sequence[float],
    *,
    seed: int,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
) -> Interval:
    """The BCa bootstrap interval of the mean of ``deltas`` (candidate minus baseline, per case).

    Whole cases are drawn with replacement, so the pairing stays: what is drawn is a case's
    difference, never its two sides apart. BCa corrects the percentile interval for bias and
    skew (Efron 1987, "Better bootstrap confidence intervals"; computed by
    ``scipy.stats.bootstrap``). Equal differences have nothing to resample: the interval is
    that one number, and says nothing about cases that were not asked.

    Args:
        deltas: one finite difference a case, at least one.
        seed: of the draws; the same seed and differences give the same interval.
        confidence: between 0 and 1, both excluded.
        resamples: draws of the whole set.

    Raises:
        ValueError: no differences, one that is not finite, or a confidence outside (0, 1).
    """
    return paired_bootstraps([deltas], seed=seed, confidence=confidence, resamples=resamples)[0]


def paired_bootstraps(
    rows: Sequence[Sequence[float]],
    *,
    seed: int,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
) -> list[Interval]:
    """:func:`paired_bootstrap` of several metrics of the same cases: one set of draws for all rows.

    ``rows`` hold the differences of one metric each and are of one length.
    """
    for deltas in rows:
        if not deltas or not all(math.isfinite(delta) for delta in deltas):
            raise ValueError("a bootstrap needs at least one difference, and finite ones")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1: {confidence}")
    varied = list(dict.fromkeys(tuple(row) for row in rows if min(row) < max(row)))
    bounds = _bca(varied, seed, confidence, resamples) if varied else []
    known = dict(zip(varied, bounds, strict=True))
    return [Interval(*known.get(tuple(row), (row[0], row[0])), confidence) for row in rows]


def _bca(
    rows: Sequence[Sequence[float]], seed: int, confidence: float, resamples: int
) -> list[tuple[float, float]]:
    import numpy as np
    from scipy.stats import bootstrap

    numbers = np.asarray(rows, dtype=np.float64)
    found = bootstrap(
        (numbers,),
        np.mean,
        axis=-1,
        n_resamples=resamples,
        batch=max(1, min(resamples, _BATCH_NUMBERS // numbers.size)),
        confidence_level=confidence,
        method="BCa",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    pairs = zip(np.atleast_1d(found.low), np.atleast_1d(found.high), strict=True)
    return [(round(float(low), _DIGITS), round(float(high), _DIGITS)) for low, high in pairs]

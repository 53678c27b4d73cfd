"""How sure a share is."""

from __future__ import annotations

LEVEL = 0.95


def proportion_interval(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """The exact interval of a share, as wide for three answers as three answers deserve.

    Clopper and Pearson 1934, "The use of confidence or fiducial limits illustrated in the case of
    the binomial" (doi:10.1093/biomet/26.4.404); it covers the true share with at least ``level``.

    Raises:
        ValueError: no trials, or more successes than trials.
    """
    if not 0 <= successes <= trials or not trials:
        raise ValueError(f"{successes} of {trials} is no share")
    from scipy.stats import binomtest

    found = binomtest(successes, trials).proportion_ci(level, method="exact")
    return float(found.low), float(found.high)

"""Outcomes added up: over trials, over several checks, over a layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from harness.model.comparison import Outcome, PairedCheck, Transition
from harness.model.wire import LAYERS

_WORST_FIRST: tuple[Outcome, ...] = ("error", "fail", "uncertain", "pass", "not_applicable")


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """The worst of some outcomes; ``not_applicable`` when there is none."""
    return min(outcomes, key=_WORST_FIRST.index, default="not_applicable")


def over_trials(outcomes: Sequence[Outcome], *, critical: bool) -> Outcome:
    """Outcome of a check over trials.

    An error is an error; any failure of a critical case counts; otherwise what more than half
    of the trials say decides, and without a majority it is ``uncertain``.
    """
    if "error" in outcomes:
        return "error"
    if critical and "fail" in outcomes:
        return "fail"
    ((first, most),) = Counter(outcomes).most_common(1)
    return first if 2 * most > len(outcomes) else "uncertain"


def transitions(checks: Sequence[PairedCheck]) -> tuple[Transition, ...]:
    """One transition a layer that has checks."""
    found = []
    for layer in LAYERS:
        mine = [check for check in checks if check.layer == layer]
        if mine:
            found.append(
                Transition(
                    layer=layer,
                    baseline=worst(check.baseline for check in mine),
                    candidate=worst(check.candidate for check in mine),
                    worse=any(check.worse for check in mine),
                )
            )
    return tuple(found)

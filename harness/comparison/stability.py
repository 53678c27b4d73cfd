"""Whether the trials of a case agree with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from harness.checks.view import SideView
from harness.model.comparison import Outcome, Transition
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Layer, Side

NOISY: tuple[Layer, ...] = ("citation", "answer")
"""Retrieval has no dice: what it lost, it lost."""


def has_dice(records: Iterable[RunRecord]) -> bool:
    """Whether some answer was written by a model and could have come out otherwise."""
    return any(not record.runtime.excerpts for record in records)


def stability(
    old: SideView, new: SideView, compare: Callable[[SideView, SideView], Sequence[Transition]]
) -> dict[Side, float]:
    """Side -> share of its trials that agree on the outcome of the citation and answer layers.

    That is the largest group of trials with the same outcomes, over all trials. Empty with one
    trial, and where no answer was written by a model.
    """
    trials = min(len(old.records), len(new.records))
    if trials == 1 or not has_dice((*old.records, *new.records)):
        return {}
    seen: dict[Side, list[tuple[Outcome, ...]]] = {side: [] for side in SIDES}
    for trial in range(trials):
        steps = compare(old.only(trial), new.only(trial))
        noisy = [step for step in steps if step.layer in NOISY]
        seen["baseline"].append(tuple(step.baseline for step in noisy))
        seen["candidate"].append(tuple(step.candidate for step in noisy))
    return {side: _agreement(found) for side, found in seen.items()}


def _agreement(outcomes: Sequence[tuple[Outcome, ...]]) -> float:
    ((_, most),) = Counter(outcomes).most_common(1)
    return round(most / len(outcomes), 6)

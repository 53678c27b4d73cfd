"""Whether the trials of a case agree with each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from harness.checks.view import SideView
from harness.model.comparison import Outcome, Transition, TrialOutcomes
from harness.model.record import RunRecord
from harness.model.wire import Layer, Side

NOISY: tuple[Layer, ...] = ("citation", "answer")
"""Retrieval has no dice: what it lost, it lost."""


def has_dice(records: Iterable[RunRecord]) -> bool:
    """Whether some answer was written by a model and could have come out otherwise."""
    return any(not record.runtime.excerpts for record in records)


def by_trial(
    old: SideView, new: SideView, compare: Callable[[SideView, SideView], Sequence[Transition]]
) -> tuple[TrialOutcomes, ...]:
    """The outcomes of each trial alone, baseline first.

    Empty with one trial, and where no answer was written by a model.
    """
    trials = min(len(old.records), len(new.records))
    if trials == 1 or not has_dice((*old.records, *new.records)):
        return ()
    steps = [compare(old.only(number), new.only(number)) for number in range(trials)]
    return (
        *(
            _trial(old, number, {step.layer: step.baseline for step in found})
            for number, found in enumerate(steps)
        ),
        *(
            _trial(new, number, {step.layer: step.candidate for step in found})
            for number, found in enumerate(steps)
        ),
    )


def _trial(view: SideView, number: int, outcomes: dict[Layer, Outcome]) -> TrialOutcomes:
    return TrialOutcomes(side=view.side, trial=view.records[number].trial, outcomes=outcomes)


def stability(trials: Sequence[TrialOutcomes]) -> dict[Side, float]:
    """Side -> share of its trials that agree on the outcome of the citation and answer layers.

    That is the largest group of trials with the same outcomes, over all trials.
    """
    seen: dict[Side, list[tuple[Outcome | None, ...]]] = defaultdict(list)
    for trial in trials:
        seen[trial.side].append(tuple(trial.outcomes.get(layer) for layer in NOISY))
    return {side: _agreement(found) for side, found in seen.items()}


def _agreement(outcomes: Sequence[tuple[Outcome | None, ...]]) -> float:
    ((_, most),) = Counter(outcomes).most_common(1)
    return round(most / len(outcomes), 6)

"""Metrics of ragas of one case on both sides: means over trials, paired."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import fsum

from harness.checks.view import SideView
from harness.model.comparison import MetricPair
from harness.model.measurement import PREFIX, Measurement

_DIGITS = 6


def measured_pairs(old: SideView, new: SideView) -> tuple[MetricPair, ...]:
    """A pair for each metric that applies on some side, sorted by name.

    A side is the mean over its trials. With an error in any of them it has no value, and the pair
    says why: a mean over the trials that happened to work would pass for one over all.
    """
    before, after = _by_metric(old), _by_metric(new)
    pairs = (
        _pair(PREFIX + name, before.get(name, ()), after.get(name, ()))
        for name in sorted(before.keys() | after.keys())
    )
    return tuple(pairs)


def _by_metric(view: SideView) -> Mapping[str, list[Measurement]]:
    table: dict[str, list[Measurement]] = defaultdict(list)
    for found in view.outside.measurements.get((view.side, view.case.id), ()):
        if found.outcome != "not_applicable":
            table[found.metric].append(found)
    return table


def _pair(name: str, before: Iterable[Measurement], after: Iterable[Measurement]) -> MetricPair:
    before, after = list(before), list(after)
    faults = [
        f"{found.side}, trial {found.trial}: {found.reason}"
        for found in (*before, *after)
        if found.outcome == "error"
    ]
    return MetricPair(
        name=name, baseline=_mean(before), candidate=_mean(after), fault="; ".join(faults)
    )


def _mean(found: list[Measurement]) -> float | None:
    values = [one.value for one in found if one.value is not None]
    if not values or len(values) < len(found):
        return None
    return round(fsum(values) / len(values), _DIGITS)

"""Means of retrieval metrics over the cases that have them on both sides, and how sure they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from harness.model.comparison import CaseComparison, MetricSummary
from harness.statistics import (
    Interval,
    paired_bootstraps,
    sign_test,
    smallest_detectable_loss,
)

_SEED = 0
"""Of the bootstrap: the same cases have the same interval on any day."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class _Column:
    """One metric over the cases of a scope."""

    name: str
    pairs: tuple[tuple[float, float], ...]
    left_out: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def deltas(self) -> tuple[float, ...]:
        return tuple(new - old for old, new in self.pairs)


def metric_summaries(
    cases: Sequence[CaseComparison], scopes: Collection[str] = ()
) -> tuple[MetricSummary, ...]:
    """One summary per metric and scope (``all`` and each tag), sorted.

    Cases that lack the metric on one side are named in ``left_out``. Drafts have a part in
    ``tag:draft`` alone.

    Args:
        cases: the compared cases.
        scopes: scopes whose summaries get an interval; the bootstrap is the one thing here
            that takes time.
    """
    return tuple(
        summary
        for scope in _scopes(cases)
        for summary in _scope_summaries(scope, cases, sure=scope in scopes)
    )


def _scopes(cases: Sequence[CaseComparison]) -> list[str]:
    return ["all", *sorted({f"tag:{tag}" for case in cases for tag in case.tags})]


def _scope_summaries(
    scope: str, cases: Sequence[CaseComparison], *, sure: bool
) -> Iterator[MetricSummary]:
    mine = [case for case in cases if case.counts_in(scope)]
    names = sorted({pair.name for case in mine for pair in case.metrics})
    columns = [column for name in names if (column := _column(name, mine)).pairs]
    intervals = _intervals(columns) if sure else {}
    for column in columns:
        yield _summary(column, scope, intervals.get(column.name))


def _column(name: str, cases: Sequence[CaseComparison]) -> _Column:
    pairs: list[tuple[float, float]] = []
    left_out: list[str] = []
    failed: list[str] = []
    for case in cases:
        pair = next((p for p in case.metrics if p.name == name), None)
        if pair is None:
            continue
        if pair.fault:
            failed.append(case.case_id)
        if pair.baseline is None or pair.candidate is None:
            left_out.append(case.case_id)
        else:
            pairs.append((pair.baseline, pair.candidate))
    return _Column(name, tuple(pairs), tuple(left_out), tuple(failed))


def _intervals(columns: Sequence[_Column]) -> Mapping[str, Interval]:
    """Intervals by metric; metrics over as many cases share their draws."""
    by_count: dict[int, list[_Column]] = defaultdict(list)
    for column in columns:
        by_count[len(column.pairs)].append(column)
    found: dict[str, Interval] = {}
    for group in by_count.values():
        intervals = paired_bootstraps([column.deltas for column in group], seed=_SEED)
        found.update(zip((column.name for column in group), intervals, strict=True))
    return found


def _summary(column: _Column, scope: str, interval: Interval | None) -> MetricSummary:
    pairs = column.pairs
    won = sum(new > old for old, new in pairs)
    lost = sum(new < old for old, new in pairs)
    return MetricSummary(
        name=column.name,
        scope=scope,
        cases=len(pairs),
        left_out=column.left_out,
        failed=column.failed,
        baseline=_mean([old for old, _ in pairs]),
        candidate=_mean([new for _, new in pairs]),
        won=won,
        lost=lost,
        tied=len(pairs) - won - lost,
        delta=_mean(column.deltas),
        low=round(interval.low, _DIGITS) if interval else None,
        high=round(interval.high, _DIGITS) if interval else None,
        p_worse=sign_test(won, lost, "worse"),
        detectable=smallest_detectable_loss(len(pairs)).sentence,
    )


def _mean(values: Sequence[float]) -> float:
    return round(fsum(values) / len(values), _DIGITS)

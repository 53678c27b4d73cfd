"""Means of retrieval metrics over the cases that have them on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from harness.model.comparison import CaseComparison, MetricSummary


def metric_summaries(cases: Sequence[CaseComparison]) -> tuple[MetricSummary, ...]:
    """One summary per metric and scope (``all`` and each tag), sorted.

    Cases that lack the metric on one side are named in ``left_out``.
    """
    return tuple(
        summary
        for scope in _scopes(cases)
        for summary in _scope_summaries(scope, [c for c in cases if _in_scope(c, scope)])
    )


def _scopes(cases: Sequence[CaseComparison]) -> list[str]:
    return ["all", *sorted({f"tag:{tag}" for case in cases for tag in case.tags})]


def _in_scope(case: CaseComparison, scope: str) -> bool:
    return scope == "all" or scope.removeprefix("tag:") in case.tags


def _scope_summaries(scope: str, cases: Sequence[CaseComparison]) -> Iterator[MetricSummary]:
    for name in sorted({pair.name for case in cases for pair in case.metrics}):
        pairs: list[tuple[float, float]] = []
        left_out: list[str] = []
        for case in cases:
            pair = next((p for p in case.metrics if p.name == name), None)
            if pair is None:
                continue
            if pair.baseline is None or pair.candidate is None:
                left_out.append(case.case_id)
            else:
                pairs.append((pair.baseline, pair.candidate))
        if pairs:
            yield _summary(name, scope, pairs, left_out)


def _summary(
    name: str, scope: str, pairs: Sequence[tuple[float, float]], left_out: Sequence[str]
) -> MetricSummary:
    return MetricSummary(
        name=name,
        scope=scope,
        cases=len(pairs),
        left_out=tuple(left_out),
        baseline=round(fsum(old for old, _ in pairs) / len(pairs), 6),
        candidate=round(fsum(new for _, new in pairs) / len(pairs), 6),
        won=sum(new > old for old, new in pairs),
        lost=sum(new < old for old, new in pairs),
        tied=sum(new == old for old, new in pairs),
    )

"""Metric rules: how far a mean may drop, and whether chance explains the drop.

A p-value can only keep a rule about a mean from firing. Rules about cases never ask for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harness.config import MetricRule, Policy
from harness.model.comparison import Comparison, MetricPair, MetricSummary
from harness.model.counted import counted
from harness.statistics import holm, sign_test, smallest_detectable_loss

ALPHA = 0.05
"""Chance of any false alarm that is accepted over all metric rules of a policy."""

Key = tuple[str, str]
"""(metric, scope)"""


@dataclass(frozen=True, slots=True)
class Drop:
    """What a metric rule found."""

    fires: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Means:
    """The summaries of a comparison with the p-values of a policy's metric rules."""

    summaries: Mapping[Key, MetricSummary]
    adjusted: Mapping[Key, float]
    """One-sided exact sign test, after Holm over every metric and scope the policy looks at."""

    @staticmethod
    def of(policy: Policy, comparison: Comparison) -> Means:
        summaries = {(item.name, item.scope): item for item in comparison.metrics}
        asked = sorted({(rule.metric, rule.scope) for rule in policy.metric_rules})
        family = [key for key in asked if key in summaries]
        p_values = [sign_test(summaries[key].won, summaries[key].lost, "worse") for key in family]
        return Means(summaries, dict(zip(family, holm(p_values), strict=True)))

    def drop(self, rule: MetricRule) -> Drop:
        """Whether a rule fires; a metric that could not be measured is a finding too."""
        summary = self.summaries.get((rule.metric, rule.scope))
        if summary is None:
            return Drop(
                fires=True, reason=f"no case of {rule.scope} has {rule.metric} on both sides"
            )
        if summary.failed:
            failed = f"{counted(len(summary.failed), 'case')}, the first {summary.failed[0]!r}"
            return Drop(fires=True, reason=f"{rule.metric} could not be measured on {failed}")
        # Means are rounded to six decimals when written; the same grain here keeps 0.05 at 0.05.
        if round(summary.baseline - summary.candidate, 6) <= rule.drop_more_than:
            return Drop(fires=False)
        means = f"mean {rule.metric}: {summary.baseline:.3f} -> {summary.candidate:.3f}"
        if not rule.significant:
            return Drop(fires=True, reason=means)
        return self._significant(rule, summary, means)

    def _significant(self, rule: MetricRule, summary: MetricSummary, means: str) -> Drop:
        p_value = self.adjusted[rule.metric, rule.scope]
        tests = len(self.adjusted)
        counts = (
            f"{summary.lost} lost, {summary.won} won, p = {p_value:.3g} after Holm over {tests}"
        )
        if p_value <= ALPHA:
            return Drop(fires=True, reason=f"{means}; {counts}")
        shown = smallest_detectable_loss(summary.cases, alpha=ALPHA, tests=tests).sentence
        return Drop(fires=False, reason=f"{means}, which can be chance: {counts}. {shown}")


def losers(rule: MetricRule, comparison: Comparison) -> tuple[str, ...]:
    """Cases in the rule's scope whose own value fell, or could not be measured."""
    return tuple(
        case.case_id
        for case in comparison.cases
        if case.counts_in(rule.scope)
        and any(pair.name == rule.metric and _fell(pair) for pair in case.metrics)
    )


def _fell(pair: MetricPair) -> bool:
    if pair.baseline is None or pair.candidate is None:
        return bool(pair.fault)
    return pair.candidate < pair.baseline

from __future__ import annotations

import random
import time

import pytest

from harness.comparison.summary import metric_summaries
from harness.model.comparison import CaseComparison, MetricPair, MetricSummary


def compared(
    case_id: str, before: float, after: float, tags: tuple[str, ...] = ()
) -> CaseComparison:
    pair = MetricPair(name="mrr", baseline=before, candidate=after)
    return CaseComparison(
        case_id=case_id, tags=tags, status="unchanged", summary="", metrics=(pair,)
    )


def summary(cases: list[CaseComparison], scope: str = "all") -> MetricSummary:
    found = metric_summaries(cases, ("all",))
    return next(item for item in found if item.scope == scope)


def test_interval_test_and_detectable_loss_stand_beside_the_means() -> None:
    cases = [compared(f"c{n}", 1.0, 0.0 if n < 6 else 1.0) for n in range(60)]
    found = summary(cases)
    assert found.delta == -0.1
    assert found.p_worse == 1 / 64
    assert found.low is not None
    assert found.high is not None
    assert -0.25 < found.low < -0.1 < found.high < 0
    assert found.detectable.startswith("60 cases can show a loss of 5 or more")


def test_interval_is_that_of_scipy() -> None:
    import numpy as np
    from scipy.stats import bootstrap

    source = random.Random(5)
    values = [(source.random(), source.random()) for _ in range(40)]
    found = summary([compared(f"c{n:02}", *pair) for n, pair in enumerate(values)])
    deltas = np.array([new - old for old, new in values])
    expected = bootstrap(
        (deltas,), np.mean, n_resamples=10_000, rng=np.random.default_rng(1)
    ).confidence_interval
    assert found.low == pytest.approx(expected.low, abs=0.01)
    assert found.high == pytest.approx(expected.high, abs=0.01)


def test_sign_test_is_that_of_scipy() -> None:
    from scipy.stats import binomtest

    cases = [compared(f"c{n:02}", 0.5, (0.2, 0.9, 0.5, 0.1)[n % 4]) for n in range(30)]
    found = summary(cases)
    expected = binomtest(found.lost, found.won + found.lost, alternative="greater").pvalue
    assert found.p_worse == pytest.approx(expected)


def test_scope_that_no_rule_asks_about_gets_no_interval() -> None:
    found = summary([compared("c1", 1.0, 0.0, ("a",)), compared("c2", 1.0, 1.0, ("a",))], "tag:a")
    assert (found.low, found.high, found.delta) == (None, None, -0.5)


def test_draft_counts_among_drafts_alone() -> None:
    cases = [compared("c1", 1.0, 1.0, ("a",)), compared("d1", 1.0, 0.0, ("a", "draft"))]
    found = {item.scope: (item.cases, item.lost) for item in metric_summaries(cases)}
    assert found == {"all": (1, 0), "tag:a": (1, 0), "tag:draft": (1, 1)}


def test_many_metrics_of_many_cases_are_summed_up_in_moments() -> None:
    source = random.Random(1)
    cases = [
        CaseComparison(
            case_id=f"c{n:03}",
            status="unchanged",
            summary="",
            metrics=tuple(
                MetricPair(name=f"m{k}", baseline=source.random(), candidate=source.random())
                for k in range(17)
            ),
        )
        for n in range(200)
    ]
    metric_summaries(cases, ("all",))  # loads scipy
    started = time.perf_counter()
    metric_summaries(cases, ("all",))
    assert time.perf_counter() - started < 5

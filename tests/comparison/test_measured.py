"""Metrics of ragas, paired: nothing is averaged over what happened to work."""

from __future__ import annotations

from typing import Any

import pytest

from harness.comparison import SideInput, compare
from harness.model.case import Case
from harness.model.comparison import Comparison, MetricPair
from harness.model.measurement import Measurement
from harness.model.outside import Outside
from harness.model.record import RunRecord, Runtime
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side

RUNTIME = Runtime(config_hash="", index_id="", model="")


def line(side: Side, value: float | str | None, trial: int = 0) -> Measurement:
    """A value, the reason of an error, or ``None`` where the metric does not apply."""
    given: dict[str, Any] = {"outcome": "value", "value": value}
    if value is None:
        given = {"outcome": "not_applicable"}
    elif isinstance(value, str):
        given = {"outcome": "error", "reason": value}
    return Measurement(
        case_id="c", side=side, trial=trial, metric="faithfulness", input="", **given
    )


def compared(old: list[float | str | None], new: list[float | str | None]) -> Comparison:
    """One case, whose trials were measured so on each side."""
    given: dict[Side, list[float | str | None]] = {"baseline": old, "candidate": new}
    outside = Outside(
        measurements={
            (side, "c"): tuple(line(side, value, n) for n, value in enumerate(given[side]))
            for side in SIDES
        }
    )
    sides = [
        SideInput(
            [RunRecord(case_id="c", corpus_version=s, runtime=RUNTIME)], CorpusText(), outside
        )
        for s in SIDES
    ]
    return compare([Case(id="c", query="q")], *sides, ks=(1,))


def pair(found: Comparison) -> list[MetricPair]:
    return [pair for pair in found.cases[0].metrics if pair.name == "ragas.faithfulness"]


@pytest.mark.parametrize(
    ("old", "new", "baseline", "candidate", "fault"),
    [
        ([1.0], [0.5], 1.0, 0.5, ""),
        ([1.0, 0.5], [0.0, 0.1], 0.75, 0.05, ""),
        ([1.0, None], [None], 1.0, None, ""),
        ([1.0], ["timeout: late"], 1.0, None, "candidate, trial 0: timeout: late"),
        ([1.0, "x"], [0.0, "y"], None, None, "baseline, trial 1: x; candidate, trial 1: y"),
    ],
)
def test_side_is_the_mean_of_its_trials_unless_one_failed(
    old: Any, new: Any, baseline: float | None, candidate: float | None, fault: str
) -> None:
    (found,) = pair(compared(old, new))
    assert (found.baseline, found.candidate, found.fault) == (baseline, candidate, fault)


def test_metric_that_applies_on_neither_side_is_not_there() -> None:
    assert pair(compared([None], [None])) == []


def test_failed_case_is_named_in_the_summary_of_the_others() -> None:
    (summary,) = [m for m in compared([1.0], [0.5]).metrics if m.name == "ragas.faithfulness"]
    assert (summary.cases, summary.left_out, summary.failed) == (1, (), ())
    assert compared([1.0], ["x"]).metrics == ()

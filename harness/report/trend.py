"""The part of the page that shows how a run follows earlier ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from harness.model.trend import FlakyCase, Percentiles, Trend, TrendRun
from harness.model.wire import LAYERS
from harness.report.context import (
    CaseRef,
    FlakyPart,
    LeftOutPart,
    RunArtefacts,
    StagePart,
    TrendLine,
    TrendPart,
    TrendRate,
    TrendRow,
)

WIDTH, HEIGHT = 100, 20
"""Of a picture, in its own units."""

_BY_DESIGN = frozenset({"corpora"})
"""Pins that differ from run to run by design."""

Refs = Mapping[str, CaseRef]


def trend_part(artefacts: RunArtefacts, refs: Refs) -> TrendPart | None:
    """The trend of a run; ``None`` where there is nothing beside the run to tell of."""
    trend = artefacts.trend
    if trend is None or not (len(trend.runs) > 1 or trend.flaky or trend.left_out):
        return None
    runs = _with_own_clocks(trend, artefacts.run)
    rows = [_row(run, refs) for run in runs]
    rows[-1] = _row(runs[-1], refs, own=True)
    return TrendPart(
        rows=tuple(reversed(rows)),
        older=trend.older,
        lines=tuple(_rates(runs)),
        flaky=tuple(_flaky(case, refs) for case in trend.flaky),
        stages=tuple(_stages(runs)),
        left_out=tuple(LeftOutPart(one.folder, one.reason) for one in trend.left_out),
    )


def _with_own_clocks(trend: Trend, info: Mapping[str, Any]) -> tuple[TrendRun, ...]:
    """The runs with the clocks of the last one, which stand in its ``run.json``."""
    *earlier, own = trend.runs
    update = {name: info[name] for name in ("started_at", "latency_ms") if name in info}
    return (*earlier, own.model_copy(update=update))


def _row(run: TrendRun, refs: Refs, *, own: bool = False) -> TrendRow:
    changes = run.changes
    return TrendRow(
        run_id=run.run_id,
        own=own,
        started=run.started_at,
        verdict=run.verdict,
        complete=run.complete,
        cases=run.cases,
        rates=tuple(TrendRate(rate.layer, rate.passed, rate.of) for rate in run.rates if rate.of),
        worse=_refs(changes.newly_failing if changes else (), refs),
        fixed=_refs(changes.fixed if changes else (), refs),
        inputs=tuple(
            name for name in (changes.inputs if changes else ()) if name not in _BY_DESIGN
        ),
        cost=run.cost,
    )


def _refs(case_ids: Iterable[str], refs: Refs) -> tuple[CaseRef, ...]:
    """Links to cases; one that this run does not have leads to the list."""
    gone = CaseRef(anchor="cases", id="", status="incomplete")
    return tuple(
        refs.get(case_id) or CaseRef(gone.anchor, case_id, gone.status) for case_id in case_ids
    )


def _flaky(case: FlakyCase, refs: Refs) -> FlakyPart:
    return FlakyPart(
        case=_refs([case.case_id], refs)[0],
        contradicted=len(case.contradicted),
        unsteady=len(case.unsteady),
        flips=case.flips if case.flips > 1 else 0,
        outcomes=case.outcomes,
    )


def _rates(runs: Sequence[TrendRun]) -> Iterator[TrendLine]:
    for layer in LAYERS:
        shares = [{rate.layer: rate.share for rate in run.rates}.get(layer) for run in runs]
        if any(share is not None for share in shares):
            yield line(layer, shares)


def _stages(runs: Sequence[TrendRun]) -> list[StagePart]:
    """Stages of the newest run, by the 90th percentile, slowest first."""
    times = [run.latency_ms.get("candidate", {}) for run in runs]
    parts = [_stage(stage, found, times) for stage, found in times[-1].items()]
    return sorted(parts, key=lambda part: (-(part.p90 or 0.0), part.line.name))


def _stage(stage: str, own: Percentiles, times: Sequence[Mapping[str, Percentiles]]) -> StagePart:
    values = [found[stage].get("p90") if stage in found else None for found in times]
    return StagePart(line(stage, values), own.get("p50"), own.get("p90"), own.get("p99"))


def line(name: str, values: Sequence[float | None]) -> TrendLine:
    """A number over the runs; runs without it leave a straight way between their neighbours."""
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    numbers = [value for _, value in known]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    steps = max(1, len(values) - 1)
    points = [
        f"{WIDTH * place / steps:.1f},{_height(value, low, high):.1f}" for place, value in known
    ]
    return TrendLine(
        name=name,
        points=" ".join(points),
        end=points[-1].replace(",", " ") if points else "",
        first=numbers[0] if numbers else None,
        last=numbers[-1] if numbers else None,
        low=low if numbers else None,
        high=high if numbers else None,
    )


def _height(value: float, low: float, high: float) -> float:
    """From the top: an SVG counts downwards."""
    return HEIGHT / 2 if high == low else HEIGHT * (high - value) / (high - low)

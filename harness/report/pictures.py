"""Where things stand in the pictures: transition matrices, dumbbells and won / lost bars."""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from harness.checks.triad import TRIAD
from harness.model.comparison import Comparison, MetricSummary, Outcome
from harness.model.measurement import PREFIX
from harness.model.wire import LAYERS, Layer
from harness.report.context import (
    CaseRef,
    Direction,
    DirectionCount,
    IntervalPart,
    MatrixCell,
    MatrixPart,
    MatrixRow,
    MetricGroup,
    MetricGroupPart,
    MetricPart,
    MetricsPart,
    Result,
    Segment,
    TagLayer,
    TagTransitions,
)

GROUPS: tuple[MetricGroup, ...] = get_args(MetricGroup)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

_BAD = ("fail", "error")


def direction(baseline: Outcome, candidate: Outcome) -> Direction:
    """What a change of outcome means; going from weak evidence to failing counts as worse."""
    if baseline == candidate:
        return "same"
    if candidate == "uncertain":
        return "unclear"
    if candidate in _BAD and baseline in ("pass", "uncertain"):
        return "worse"
    return "better" if candidate == "pass" and baseline != "not_applicable" else "other"


def transition_facet(layer: str, baseline: str, candidate: str) -> str:
    """Name of the filter for one cell of a matrix."""
    return f"{layer}: {baseline} → {candidate}"


def rule_facet(rule: str) -> str:
    """Name of the filter for the cases that a rule fired on."""
    return f"rule: {rule}"


def metric_facet(name: str, tag: str, result: str) -> str:
    """Name of the filter for the cases that won, lost or tied one metric."""
    return f"{name} [{tag}]: {result}" if tag else f"{name}: {result}"


def matrices(comparison: Comparison) -> tuple[MatrixPart, ...]:
    """One matrix a layer, with only the outcomes that occur."""
    return tuple(
        _matrix(layer, comparison.matrix[layer]) for layer in LAYERS if comparison.matrix.get(layer)
    )


def _matrix(layer: Layer, counts: Mapping[str, int]) -> MatrixPart:
    pairs = {tuple(name.split("->", 1)): count for name, count in counts.items()}
    before = [outcome for outcome in OUTCOMES if any(outcome == old for old, _ in pairs)]
    after = tuple(outcome for outcome in OUTCOMES if any(outcome == new for _, new in pairs))
    rows = tuple(
        MatrixRow(old, tuple(_cell(layer, old, new, pairs.get((old, new), 0)) for new in after))
        for old in before
    )
    return MatrixPart(layer=layer, outcomes=after, rows=rows)


def direction_facet(layer: str, found: Direction) -> str:
    """Name of the filter for the cases that did one thing in a layer."""
    return f"{layer}: {found}"


def by_tag(comparison: Comparison) -> tuple[TagTransitions, ...]:
    """What changed in each layer among the cases of each tag, sorted by tag."""
    layers = [layer for layer in LAYERS if comparison.matrix.get(layer)]
    counts: dict[str, Counter[tuple[Layer, Direction]]] = {}
    cases: Counter[str] = Counter()
    for case in comparison.cases:
        cases.update(case.tags)
        moves = [(t.layer, direction(t.baseline, t.candidate)) for t in case.transitions]
        for tag in case.tags:
            counts.setdefault(tag, Counter()).update(moves)
    return tuple(
        TagTransitions(tag, cases[tag], tuple(_tag_layer(layer, counts[tag]) for layer in layers))
        for tag in sorted(counts)
    )


def _tag_layer(layer: Layer, counts: Mapping[tuple[Layer, Direction], int]) -> TagLayer:
    parts = (
        DirectionCount(found, counts[layer, found], direction_facet(layer, found))
        for found in get_args(Direction)
        if found != "same" and counts[layer, found]
    )
    return TagLayer(layer, tuple(parts))


def _cell(layer: Layer, old: Outcome, new: Outcome, count: int) -> MatrixCell:
    return MatrixCell(
        count=count,
        direction=direction(old, new),
        facet=transition_facet(layer, old, new),
        candidate=new,
    )


def metrics(summaries: Sequence[MetricSummary], refs: Mapping[str, CaseRef]) -> MetricsPart:
    """All metrics on one scale, wide enough for every value and rounded to tenths."""
    values = [value for item in summaries for value in (item.baseline, item.candidate)]
    low = math.floor(min(values, default=0.0) * 10 - 0.5) / 10
    high = math.ceil(max(values, default=1.0) * 10) / 10
    low, high = max(low, 0.0) if min(values, default=0.0) >= 0 else low, max(high, low + 0.1)
    reach = _reach(summaries)
    parts = [_metric(item, low, high, reach, refs) for item in summaries]
    return MetricsPart(
        reach=reach,
        low=low,
        high=high,
        metrics=_grouped([part for part in parts if not part.tag]),
        by_tag=_grouped([part for part in parts if part.tag]),
    )


def _grouped(parts: Sequence[MetricPart]) -> tuple[MetricGroupPart, ...]:
    found = ((name, [part for part in parts if _group(part.name) == name]) for name in GROUPS)
    return tuple(_metric_group(name, members) for name, members in found if members)


def _metric_group(name: MetricGroup, parts: Sequence[MetricPart]) -> MetricGroupPart:
    """Cases that every metric leaves out are said once."""
    common = parts[0].left_out
    if len(parts) == 1 or any(part.left_out != common for part in parts):
        return MetricGroupPart(name, (), tuple(parts))
    return MetricGroupPart(name, common, tuple(replace(part, left_out=()) for part in parts))


def _reach(summaries: Sequence[MetricSummary]) -> float:
    """Half the width of the interval pictures, in tenths; the same for all of them."""
    bounds = [abs(x) for item in summaries for x in (item.low, item.high) if x is not None]
    return max(0.1, math.ceil(max(bounds, default=0.0) * 10) / 10)


def _interval(item: MetricSummary, reach: float) -> IntervalPart | None:
    if item.low is None or item.high is None:
        return None
    low, high, change = (
        _position(value, -reach, reach)
        for value in (item.low, item.high, item.candidate - item.baseline)
    )
    certain = item.low > 0 or item.high < 0
    return IntervalPart(item.low, item.high, low, high, change, certain=certain)


_LAYERS = {name: layer for layer, name in TRIAD.items()}


def _group(name: str) -> MetricGroup:
    if name in _LAYERS:
        return "triad"
    return "ragas" if name.startswith(PREFIX) else "retrieval"


def _metric(
    item: MetricSummary, low: float, high: float, reach: float, refs: Mapping[str, CaseRef]
) -> MetricPart:
    return MetricPart(
        name=item.name,
        layer=_LAYERS.get(item.name, ""),
        tag=item.scope.removeprefix("tag:") if item.scope != "all" else "",
        cases=item.cases,
        left_out=tuple(refs[case_id] for case_id in item.left_out if case_id in refs),
        baseline=item.baseline,
        candidate=item.candidate,
        change=round(item.candidate - item.baseline, 12),
        baseline_x=_position(item.baseline, low, high),
        candidate_x=_position(item.candidate, low, high),
        interval=_interval(item, reach),
        p_worse=item.p_worse,
        segments=_segments(item),
    )


def _position(value: float, low: float, high: float) -> float:
    if high == low:
        return 50.0
    return round(100 * (value - low) / (high - low), 2)


def _segments(item: MetricSummary) -> tuple[Segment, ...]:
    total = item.won + item.lost + item.tied
    tag = item.scope.removeprefix("tag:") if item.scope != "all" else ""
    segments: list[Segment] = []
    x = 0.0
    counts: tuple[tuple[Result, int], ...]
    counts = (("won", item.won), ("lost", item.lost), ("tied", item.tied))
    for name, count in counts:
        width = round(100 * count / total, 2) if total else 0.0
        facet = metric_facet(item.name, tag, name)
        segments.append(Segment(name, count, round(x, 2), width, facet))
        x += width
    return tuple(segments)


def command(arguments: Sequence[str], case_id: str = "") -> str:
    """A command line to copy into a POSIX shell; ``{case}`` becomes the case id."""
    return shlex.join(case_id if argument == "{case}" else argument for argument in arguments)

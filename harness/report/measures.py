"""What stands beside the verdict: noise, tokens, cost and times of each side, the judge.

Read from ``run.json``, which a run made elsewhere may not have: what is missing is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.model.comparison import CaseComparison
from harness.model.noise import Noise
from harness.model.wire import SIDES, Side
from harness.report.context import (
    CaseRef,
    JudgePart,
    LayerNoisePart,
    NoisePart,
    SideTotalsPart,
    StageTimes,
)

STAGES = ("embed", "retrieve", "rerank", "generate")
"""In the order of the pipeline."""


def noise_part(
    noise: Noise, compared: Sequence[CaseComparison], refs: Mapping[str, CaseRef]
) -> NoisePart:
    """The A/A run in numbers, and the cases that are within it."""
    return NoisePart(
        state=noise.state,
        floor=noise.floor,
        layers=tuple(
            LayerNoisePart(layer.layer, layer.flips, layer.compared) for layer in noise.layers
        ),
        within=tuple(refs[case.case_id] for case in compared if case.within_noise),
    )


def side_totals(run: Mapping[str, Any]) -> tuple[SideTotalsPart, ...]:
    """Totals and latencies of both sides; nothing where the run kept none."""
    totals, times = _mapping(run, "totals"), _mapping(run, "latency_ms")
    return tuple(
        _side(side, _mapping(totals, side), _mapping(times, side))
        for side in SIDES
        if _mapping(totals, side)
    )


def _side(side: Side, totals: Mapping[str, Any], times: Mapping[str, Any]) -> SideTotalsPart:
    tokens = _mapping(totals, "tokens")
    return SideTotalsPart(
        side=side,
        records=int(totals.get("records", 0)),
        errors=int(totals.get("errors", 0)),
        refused=int(totals.get("refused", 0)),
        empty_contexts=float(totals.get("empty_contexts", 0)),
        prompt_tokens=int(tokens.get("prompt", 0)),
        completion_tokens=int(tokens.get("completion", 0)),
        cost=totals.get("cost"),
        stages=tuple(
            StageTimes(stage, float(found["p50"]), float(found["p90"]), float(found["p99"]))
            for stage, found in sorted(times.items(), key=lambda item: _stage_order(item[0]))
            if found
        ),
    )


def _stage_order(stage: str) -> tuple[int, str]:
    return (STAGES.index(stage) if stage in STAGES else len(STAGES)), stage


def judge_part(run: Mapping[str, Any]) -> JudgePart | None:
    """The judge and its calibration; ``None`` where none was asked."""
    judge = _mapping(run, "judge")
    if not judge:
        return None
    figures = _mapping(judge, "calibrated")
    return JudgePart(
        name=str(judge.get("name", "")),
        model=str(judge.get("model", "")),
        decisions=int(figures.get("decisions", 0)),
        agreement=figures.get("agreement"),
        kappa=figures.get("kappa"),
        false_support=figures.get("false_support"),
    )


def _mapping(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}

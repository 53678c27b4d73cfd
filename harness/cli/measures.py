"""What stands beside a verdict: the noise, the triad, tokens, times, ragas, the judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from harness.checks.triad import TRIAD
from harness.job import Finished
from harness.model.comparison import MetricSummary
from harness.model.counted import counted
from harness.model.measurement import PREFIX
from harness.model.noise import Noise
from harness.model.wire import SIDES

_STAGES = ("retrieve", "rerank", "generate")


def measures(finished: Finished) -> dict[str, Any]:
    """The same as JSON values."""
    info = finished.info
    found = {
        summary.name: {"baseline": summary.baseline, "candidate": summary.candidate}
        for summary in _triad(finished).values()
    }
    return {
        "noise": finished.noise.model_dump(mode="json"),
        "within_noise": _within_noise(finished),
        "triad": found,
        "totals": info["totals"],
        "costs": info["costs"],
        "latency_ms": info["latency_ms"],
        **({"judge": info["judge"]} if "judge" in info else {}),
    }


def measure_lines(finished: Finished) -> Iterator[str]:
    """One line for each."""
    yield f"Noise    {noise_sentence(finished.noise)}"
    within = _within_noise(finished)
    if within:
        yield f"         within it: {', '.join(sorted(within))}"
    shares = [
        f"{layer}: {summary.name.replace('_', ' ')} {_change(summary)}"
        for layer, summary in _triad(finished).items()
    ]
    if shares:
        yield f"Triad    {'; '.join(shares)}"
    for side in SIDES:
        yield f"Answers  {side}: {_totals(finished.info['totals'][side])}"
    yield from _costs(finished.info["costs"], finished.inputs.release.budget.currency)
    yield from _times(finished.info["latency_ms"])
    yield from _ragas(finished)
    if "judge" in finished.info:
        judge = finished.info["judge"]
        yield f"Judge    {judge['name']} {judge['model']}: {judge['calibration']}"


def noise_sentence(noise: Noise) -> str:
    """The noise floor, or why there is none."""
    if noise.state == "by_construction":
        return "deterministic generator: 0 by construction, not measured"
    if noise.state == "not_measured" or noise.floor is None:
        return "not measured; set noise.trials to compare the baseline with itself"
    rates = ", ".join(
        f"{layer.layer} {layer.rate:.1%} ({layer.flips} of {layer.compared})"
        for layer in noise.layers
    )
    return f"{noise.floor:.1%} of cases flip when the baseline is asked again: {rates}"


def _within_noise(finished: Finished) -> dict[str, list[str]]:
    cases = finished.comparison.cases
    return {case.case_id: list(case.within_noise) for case in cases if case.within_noise}


def _triad(finished: Finished) -> dict[str, MetricSummary]:
    """Layer -> its share over all cases, where any case has it."""
    table = {(summary.name, summary.scope): summary for summary in finished.comparison.metrics}
    return {layer: table[name, "all"] for layer, name in TRIAD.items() if (name, "all") in table}


def _ragas(finished: Finished) -> Iterator[str]:
    """The means over all cases, and how many values there should be and are not."""
    parts = [
        f"{summary.name.removeprefix(PREFIX)} {_change(summary)}"
        for summary in finished.comparison.metrics
        if summary.scope == "all" and summary.name.startswith(PREFIX)
    ]
    cases = finished.comparison.cases
    faults = sum(bool(pair.fault) for case in cases for pair in case.metrics)
    if faults:
        parts.append(f"{faults} could not be measured: ragas.jsonl says why")
    if parts:
        yield f"Ragas    {'; '.join(parts)}"


def _change(summary: MetricSummary) -> str:
    return f"{summary.baseline:.3f} -> {summary.candidate:.3f}"


def _totals(totals: Mapping[str, Any]) -> str:
    tokens = totals["tokens"]
    parts = [
        counted(totals["records"], "record"),
        f"{totals['empty_contexts']:.1%} without context",
        f"{totals['refused']} refused",
        f"{totals['errors']} failed",
    ]
    if tokens["prompt"] or tokens["completion"]:
        parts.append(f"{tokens['prompt']} + {tokens['completion']} tokens")
    return ", ".join(parts)


def _costs(costs: Mapping[str, float | None], currency: str) -> Iterator[str]:
    """What the run cost by purpose; nothing without prices."""
    if costs["all"] is None:
        return
    shown = {name: "" if cost is None else f"{cost:g}" for name, cost in costs.items()}
    told = {
        "answers": f"answers {shown['answers']}",
        "noise": f"A/A run {shown['noise']}",
        "judge": f"judge {shown['judge']}",
        "ragas": f"ragas {shown['ragas']}",
    }
    parts = ", ".join(text for name, text in told.items() if shown[name])
    total = f"{shown['all']} {currency}".rstrip()
    yield f"Cost     {total}: {parts}"


def _times(latency: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Iterator[str]:
    for side in SIDES:
        stages = [
            f"{stage} {found['p50']:.0f} / {found['p90']:.0f} / {found['p99']:.0f}"
            for stage in _STAGES
            if (found := latency[side].get(stage))
        ]
        if stages:
            yield f"Times    {side}, ms at the median, 90 % and 99 %: {', '.join(stages)}"

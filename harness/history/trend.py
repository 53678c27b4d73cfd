"""Runs in a row: pass rates, what changed from one to the next, flaky cases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from harness.history.flaky import flaky_case, flaky_cases, state
from harness.history.read import PastRun, read_run, read_runs, run_folders
from harness.model.comparison import Outcome
from harness.model.trend import (
    CaseRun,
    CaseTrend,
    Changes,
    LayerRate,
    LeftOut,
    Trend,
    TrendRun,
)
from harness.model.wire import LAYERS, Layer
from harness.pipeline.places import Places, RunFolder

EARLIER = 20
"""Runs before a run that its own trend looks back on."""

_FAILING: frozenset[Outcome] = frozenset({"fail", "error"})


def trend(
    runs: Sequence[PastRun],
    left_out: Sequence[LeftOut] = (),
    *,
    last: int | None = None,
    layers: Collection[Layer] = LAYERS,
) -> Trend:
    """The trend over ``runs``.

    Args:
        runs: oldest first.
        left_out: folders that could not be read.
        last: how many of the newest runs are shown; the first of them is still compared with
            the run before it. All where not given.
        layers: what rates, changes and flaky cases are about.
    """
    shown = _newest(runs, last)
    older = len(runs) - len(shown)
    before: list[PastRun | None] = [runs[older - 1] if older else None, *shown]
    return Trend(
        runs=tuple(
            _line(run, earlier, layers) for earlier, run in zip(before, shown, strict=False)
        ),
        older=older,
        flaky=flaky_cases(shown, layers),
        left_out=tuple(left_out),
    )


def case_trend(
    case_id: str,
    runs: Sequence[PastRun],
    left_out: Sequence[LeftOut] = (),
    *,
    last: int | None = None,
    layers: Collection[Layer] = LAYERS,
) -> CaseTrend:
    """The same of one case; runs that do not have it are listed all the same."""
    shown = _newest(runs, last)
    return CaseTrend(
        case_id=case_id,
        runs=tuple(_case_run(case_id, run, runs, layers) for run in shown),
        older=len(runs) - len(shown),
        flaky=flaky_case(case_id, shown, layers),
        left_out=tuple(left_out),
    )


def own_trend(folder: RunFolder, places: Places) -> Trend:
    """The trend that ends with a finished run, over those that began before it.

    Its own clocks are left out: they stand in its ``run.json``. A run of some cases alone follows
    nothing, and nothing tells of those before.
    """
    own = read_run(folder)
    if own.of_some_cases:
        return trend(())
    others = (f for f in run_folders(places) if f.path.resolve() != folder.path.resolve())
    runs, left_out = read_runs(others)
    earlier = [run for run in runs if run.order < own.order]
    faulty = [one for one in left_out if not one.some_cases]
    found = trend([*earlier, own], faulty, last=EARLIER + 1)
    plain = found.runs[-1].model_copy(update={"started_at": "", "latency_ms": {}})
    return found.model_copy(update={"runs": (*found.runs[:-1], plain)})


def _newest(runs: Sequence[PastRun], last: int | None) -> Sequence[PastRun]:
    return runs if last is None else runs[max(0, len(runs) - last) :]


def _line(run: PastRun, before: PastRun | None, layers: Collection[Layer]) -> TrendRun:
    info = run.info
    return TrendRun(
        run_id=run.run_id,
        started_at=info.started_at.isoformat(timespec="seconds"),
        verdict=info.verdict,
        complete=info.state == "complete",
        cases=len(run.cases),
        unasked=sum(not any(case.outcomes.values()) for case in run.cases.values()),
        rates=tuple(_rate(run, layer) for layer in LAYERS if layer in layers),
        changes=None if before is None else changes(before, run, layers),
        latency_ms=info.latency_ms,
        cost=run.cost,
    )


def _rate(run: PastRun, layer: Layer) -> LayerRate:
    found = [case.outcomes["candidate"].get(layer, "not_applicable") for case in run.cases.values()]
    applying = [outcome for outcome in found if outcome != "not_applicable"]
    return LayerRate(layer=layer, passed=applying.count("pass"), of=len(applying))


def changes(before: PastRun, after: PastRun, layers: Collection[Layer] = LAYERS) -> Changes:
    """What differs between two runs, on the candidate of each."""
    old, new = (
        {case_id: state(case, "candidate", layers) for case_id, case in run.cases.items()}
        for run in (before, after)
    )
    both = sorted(old.keys() & new.keys())
    failing = [c for c in both if new[c] in _FAILING and old[c] not in _FAILING]
    return Changes(
        newly_failing=tuple(failing),
        fixed=tuple(c for c in both if new[c] == "pass" and old[c] in _FAILING),
        newly_uncertain=tuple(c for c in both if new[c] == "uncertain" != old[c]),
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        inputs=_differing(before, after),
    )


def _differing(before: PastRun, after: PastRun) -> tuple[str, ...]:
    old, new = before.info.inputs, after.info.inputs
    return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))


def _case_run(
    case_id: str, run: PastRun, runs: Sequence[PastRun], layers: Collection[Layer]
) -> CaseRun:
    case = run.cases.get(case_id)
    having = [one for one in runs if case_id in one.cases and one.order <= run.order]
    told = pairwise(one.cases[case_id].expectation["candidate"] for one in having[-2:])
    return CaseRun(
        run_id=run.run_id,
        started_at=run.info.started_at.isoformat(timespec="seconds"),
        verdict=run.info.verdict,
        status=case.status if case else None,
        outcomes={
            layer: outcome
            for layer, outcome in (case.outcomes["candidate"] if case else {}).items()
            if layer in layers
        },
        expectation_changed=case is not None and any(old != new for old, new in told),
    )

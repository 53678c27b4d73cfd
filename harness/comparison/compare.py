"""Two sets of records of the same cases, compared case by case."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.checks.library import Library, Stock
from harness.checks.metrics import case_metrics
from harness.checks.triad import triad
from harness.checks.view import SideView
from harness.comparison.conflicts import pair_forbidden, pair_newcomers
from harness.comparison.facts import pair_facts
from harness.comparison.measured import measured_pairs
from harness.comparison.outcomes import transitions
from harness.comparison.plain import pair_plain
from harness.comparison.quotes import pair_quotes
from harness.comparison.stability import by_trial, stability
from harness.comparison.status import case_status
from harness.comparison.summary import metric_summaries
from harness.comparison.textless import without_text
from harness.comparison.unexpected import undeclared_change
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, MetricPair
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side


@dataclass(frozen=True, slots=True)
class SideInput:
    """One side of a comparison: its records and, where it is at hand, its corpus text."""

    records: Sequence[RunRecord]
    text: CorpusText
    outside: Outside = NOTHING_OUTSIDE


def compare(
    cases: Sequence[Case],
    baseline: SideInput,
    candidate: SideInput,
    *,
    ks: Sequence[int],
    stock: Stock | None = None,
    scopes: Collection[str] = (),
) -> Comparison:
    """Compare every case, sorted by id.

    A case without a record on a side is listed, never averaged away. ``stock`` holds the
    documents of both sides, where it is at hand. Metrics of ``scopes`` (``all``, ``tag:NAME``)
    get a bootstrap interval.
    """
    sides: dict[Side, SideInput] = {"baseline": baseline, "candidate": candidate}
    stock = stock or Stock(baseline.text, candidate.text)
    libraries = {side: stock.library(sides[side].text) for side in SIDES}
    records = {side: _by_case(sides[side].records) for side in SIDES}
    outside = {side: sides[side].outside for side in SIDES}
    compared = [
        _compare_case(case, records, libraries, outside, ks)
        for case in sorted(cases, key=lambda case: case.id)
    ]
    return Comparison(
        cases=tuple(compared),
        metrics=metric_summaries(compared, scopes),
        matrix=_matrix(compared),
    )


def _by_case(records: Iterable[RunRecord]) -> dict[str, tuple[RunRecord, ...]]:
    table: dict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        table[record.case_id].append(record)
    return {
        case_id: tuple(sorted(found, key=lambda r: r.trial)) for case_id, found in table.items()
    }


def _compare_case(
    case: Case,
    records: Mapping[Side, Mapping[str, tuple[RunRecord, ...]]],
    libraries: Mapping[Side, Library],
    outside: Mapping[Side, Outside],
    ks: Sequence[int],
) -> CaseComparison:
    present: list[Side] = [side for side in SIDES if records[side].get(case.id)]
    if len(present) < len(SIDES):
        return _incomplete(case, present)
    old, new = (
        SideView(side, case, records[side][case.id], libraries[side], outside[side])
        for side in SIDES
    )
    compared = compare_views(old, new, ks)
    trials = by_trial(old, new, lambda a, b: compare_views(a, b, ()).transitions)
    return compared.model_copy(
        update={
            "metrics": (
                *compared.metrics,
                *_paired(triad(old), triad(new)),
                *measured_pairs(old, new),
            ),
            "stability": stability(trials),
            "trials": trials,
        }
    )


def compare_views(old: SideView, new: SideView, ks: Sequence[int]) -> CaseComparison:
    """One case with records on both sides, compared."""
    case = old.case
    pairs = (
        *pair_quotes(old, new),
        *pair_facts(old, new),
        *pair_forbidden(old, new),
        *pair_newcomers(old, new),
        *pair_plain(old, new),
    )
    checks = without_text(pairs, old, new)
    status, summary = case_status(case, checks)
    if status == "unchanged" and (change := undeclared_change(old, new, checks)):
        status, summary = "unexpected_change", change
    return CaseComparison(
        case_id=case.id,
        tags=tuple(sorted(case.tags)),
        critical=case.critical,
        status=status,
        summary=summary,
        transitions=transitions(checks),
        checks=checks,
        metrics=_metric_pairs(old, new, ks),
        intended=case.candidate is not None,
    )


def _incomplete(case: Case, present: Sequence[Side]) -> CaseComparison:
    missing = ", ".join(side for side in SIDES if side not in present)
    return CaseComparison(
        case_id=case.id,
        tags=tuple(sorted(case.tags)),
        critical=case.critical,
        status="incomplete",
        summary=f"no record on: {missing}",
        only_in=present[0] if present else None,
        intended=case.candidate is not None,
    )


def _metric_pairs(old: SideView, new: SideView, ks: Sequence[int]) -> tuple[MetricPair, ...]:
    before = case_metrics(old.records[0].retrieved, old.expectation, ks)
    after = case_metrics(new.records[0].retrieved, new.expectation, ks)
    return _paired(before, after)


def _paired(before: Mapping[str, float], after: Mapping[str, float]) -> tuple[MetricPair, ...]:
    names = sorted(before.keys() | after.keys())
    return tuple(
        MetricPair(name=name, baseline=before.get(name), candidate=after.get(name))
        for name in names
    )


def _matrix(cases: Sequence[CaseComparison]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        for step in case.transitions:
            counts[step.layer][f"{step.baseline}->{step.candidate}"] += 1
    return {layer: dict(sorted(found.items())) for layer, found in sorted(counts.items())}

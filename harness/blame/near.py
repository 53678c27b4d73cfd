"""Which changes can matter to a case, likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from harness.blame.heard import Records
from harness.blame.units import Unit
from harness.model.case import Case
from harness.model.comparison import CaseComparison
from harness.model.wire import SIDES


def near_and_far(
    units: Sequence[Unit],
    named: Iterable[str],
    case: Case,
    comparison: CaseComparison,
    records: Records,
) -> tuple[list[int], list[int]]:
    """Numbers of the units that touched what the case looks at, and of all others.

    In this order: what the diagnosis names, the expected sources, the documents that the
    checks found evidence in, and the documents that were retrieved on either side.
    """
    by_path = {path: number for number, unit in enumerate(units) for path in unit.paths}
    by_source = {s: number for number, unit in enumerate(units) for s in (*unit.old, *unit.new)}
    found = [by_path[path] for path in named if path in by_path]
    found += [by_source[s] for s in _sources(case, comparison, records) if s in by_source]
    near = list(dict.fromkeys(found))
    return near, [number for number in range(len(units)) if number not in set(near)]


def _sources(case: Case, comparison: CaseComparison, records: Records) -> Iterator[str]:
    for side in SIDES:
        yield from (label.partition("#")[0] for label in case.on(side).expected_source_ids)
    for check in comparison.checks:
        for evidence in (*check.candidate_evidence, *check.baseline_evidence):
            yield evidence.source_id
    for side in ("candidate", "baseline"):
        for record in records[side].get(case.id, ()):
            yield from (hit.source_id for hit in record.retrieved)
            yield from (citation.source_id for citation in record.citations)

"""A stale label, set to where the text stands now: an intended change of the candidate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.checks.metrics import falls_under
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, Evidence, PairedCheck


@dataclass(frozen=True, slots=True)
class Move:
    """Supporting text that left one place for another."""

    old: str
    """``document`` or ``document#section``, as the label names it."""
    new: str


@dataclass(frozen=True, slots=True)
class Relabelled:
    """A case with its proposed edit."""

    case_id: str
    moves: tuple[Move, ...]
    override: Mapping[str, Any]
    """What ``candidate`` of the case becomes."""


def relabel(cases: Sequence[Case], comparison: Comparison) -> tuple[Relabelled, ...]:
    """The proposed edit of every case whose label is stale, sorted by case id."""
    known = {case.id: case for case in cases}
    found = (
        _relabelled(known[compared.case_id], compared)
        for compared in comparison.cases
        if compared.status == "stale_label" and compared.case_id in known
    )
    return tuple(item for item in found if item.moves)


def _relabelled(case: Case, compared: CaseComparison) -> Relabelled:
    labels = case.on("candidate").expected_source_ids
    moves = tuple(dict.fromkeys(_moves(labels, compared.checks)))
    reason = "; ".join(f"text moved from {move.old} to {move.new}" for move in moves)
    given = case.candidate.model_dump(mode="json", exclude_unset=True) if case.candidate else {}
    if given.get("reason"):
        reason = f"{given['reason']}; {reason}"
    ids = _labels(labels, moves, _staying(labels, compared.checks))
    return Relabelled(case.id, moves, {**given, "reason": reason, "expected_source_ids": list(ids)})


def _moves(labels: Sequence[str], checks: Sequence[PairedCheck]) -> Iterator[Move]:
    for check in checks:
        if not _is_move(check):
            continue
        for before in check.baseline_evidence:
            for label in _naming(before, labels):
                for after in check.candidate_evidence:
                    yield Move(label, _as_precise(after, label))


def _is_move(check: PairedCheck) -> bool:
    return check.place == "source" and check.state == "moved" and bool(check.candidate_evidence)


def _naming(evidence: Evidence, labels: Sequence[str]) -> list[str]:
    return [x for x in labels if falls_under(evidence.source_id, evidence.section_id, x)]


def _as_precise(evidence: Evidence, label: str) -> str:
    """The new place, named by its section only where the old label named one."""
    if "#" in label and evidence.section_id:
        return f"{evidence.source_id}#{evidence.section_id}"
    return evidence.source_id


def _staying(labels: Sequence[str], checks: Sequence[PairedCheck]) -> set[str]:
    """Labels that still hold other evidence of the case."""
    return {
        label
        for check in checks
        if check.place == "source" and check.state in ("exact", "edited", "split")
        for evidence in check.candidate_evidence
        for label in _naming(evidence, labels)
    }


def _labels(labels: Sequence[str], moves: Sequence[Move], staying: set[str]) -> tuple[str, ...]:
    """The labels in their order, each followed by the places its text went to."""
    found: list[str] = []
    for label in labels:
        targets = [move.new for move in moves if move.old == label]
        found += [label] if label in staying or not targets else []
        found += targets
    return tuple(dict.fromkeys(found))

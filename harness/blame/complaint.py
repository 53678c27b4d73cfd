"""What went wrong in a case, and whether a replay of the case still shows it."""

from __future__ import annotations

from dataclasses import dataclass

from harness.diagnosis import first_difference
from harness.model.comparison import CaseComparison, PairedCheck, Status

BLAMED: tuple[Status, ...] = (
    "regression",
    "stale_label",
    "conflict",
    "undecided",
    "unexpected_change",
)
"""Statuses for which the changes that did it are searched."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """The kind of pair that fired: the earliest one, which the others follow from."""

    status: Status
    kind: tuple[str, str, str] | None
    """(check, layer, place); ``None`` where the status comes from no single pair."""

    @staticmethod
    def of(comparison: CaseComparison) -> Complaint:
        """The complaint of a case that got worse."""
        check = first_difference(comparison)
        return Complaint(comparison.status, _kind(check) if check else None)

    def settled(self, comparison: CaseComparison) -> bool:
        """Whether a replay shows nothing of this kind: neither worse nor undecided."""
        if self.kind is None:
            return comparison.status not in BLAMED
        return not any(
            _kind(check) == self.kind and (check.worse or check.undecided)
            for check in comparison.checks
        )


def still_worse(comparison: CaseComparison) -> tuple[str, ...]:
    """Names of the checks that are worse or undecided in a replay, each once, sorted."""
    return tuple(sorted({c.check for c in comparison.checks if c.worse or c.undecided}))


def _kind(check: PairedCheck) -> tuple[str, str, str]:
    return check.check, check.layer, check.place

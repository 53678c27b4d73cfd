"""What the pairs of one case add up to, in one word and one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.model.case import Case
from harness.model.comparison import PairedCheck, Status

_CONFLICTS = ("newcomer_contradicts", "forbidden_fact")


def _errored(check: PairedCheck) -> bool:
    return "error" in (check.baseline, check.candidate)


def _lost_at_source(check: PairedCheck) -> bool:
    return check.place == "source" and check.worse and check.state != "moved"


def _conflict(check: PairedCheck) -> bool:
    return check.check in _CONFLICTS and check.worse


def _unfulfilled(check: PairedCheck) -> bool:
    declared = check.baseline == "not_applicable"
    return declared and check.place == "source" and check.candidate == "fail"


def _stale(check: PairedCheck) -> bool:
    return check.place == "source" and check.worse and check.state == "moved"


def _worse(check: PairedCheck) -> bool:
    return check.worse


def _undecided(check: PairedCheck) -> bool:
    return check.undecided


_WORST_FIRST: tuple[tuple[Status, Callable[[PairedCheck], bool]], ...] = (
    ("incomplete", _errored),
    ("regression", _lost_at_source),
    ("conflict", _conflict),
    ("unfulfilled_change", _unfulfilled),
    ("stale_label", _stale),
    ("regression", _worse),
    ("undecided", _undecided),
)


def case_status(case: Case, checks: Sequence[PairedCheck]) -> tuple[Status, str]:
    """Status and sentence of a compared case: the first of the table that any check shows."""
    for status, shows in _WORST_FIRST:
        shown = [check for check in checks if shows(check)]
        if shown:
            # What passed for sure and fails says more than what was uncertain before.
            return status, _sentence(min(shown, key=lambda check: check.baseline != "pass"))
    return _good(case, checks)


def _good(case: Case, checks: Sequence[PairedCheck]) -> tuple[Status, str]:
    if case.candidate is not None:
        return "legitimate_change", case.candidate.reason
    if any(c.baseline == "fail" and c.candidate in ("pass", "uncertain") for c in checks):
        return "improved", "the candidate passes a check that the baseline failed"
    if any(c.candidate == "fail" for c in checks):
        return "failing", "fails on both versions in the same way"
    return "unchanged", "the same outcome on the same evidence"


def _sentence(check: PairedCheck) -> str:
    what = f"{check.check} {check.subject!r}" if check.subject else check.check
    return f"{what}: {check.candidate_reason or check.baseline_reason}"

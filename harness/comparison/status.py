"""What the pairs of one case add up to, in one word and one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.model.case import Case
from harness.model.comparison import PairedCheck, Status

Found = tuple[Status, str]


def case_status(case: Case, checks: Sequence[PairedCheck]) -> Found:
    """Status of a compared case: the first of these that applies, worst first."""
    for judge in (
        _errored,
        _conflict,
        _fact_lost,
        _stale,
        _unfulfilled,
        _worse,
        _undecided,
        _unexpected,
    ):
        found = judge(case, checks)
        if found is not None:
            return found
    return _good(case, checks)


def _first(
    checks: Sequence[PairedCheck], wanted: Callable[[PairedCheck], bool]
) -> PairedCheck | None:
    return next((check for check in checks if wanted(check)), None)


def _errored(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    check = _first(checks, lambda c: "error" in (c.baseline, c.candidate))
    if check is None:
        return None
    return "incomplete", check.candidate_reason or check.baseline_reason


def _conflict(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    names = ("newcomer_contradicts", "forbidden_fact")
    check = _first(checks, lambda c: c.check in names and c.worse)
    if check is None or _first(checks, lambda c: _lost_at_source(c)):
        return None
    return "conflict", f"{_subject(check)}: {check.candidate_reason}"


def _lost_at_source(check: PairedCheck) -> bool:
    return (
        check.check == "required_fact"
        and check.place == "source"
        and check.worse
        and check.state != "moved"
    )


def _fact_lost(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    check = _first(checks, _lost_at_source)
    if check is None:
        return None
    return "regression", f"{_subject(check)}: {check.candidate_reason}"


def _stale(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    check = _first(checks, lambda c: c.place == "source" and c.worse and c.state == "moved")
    if check is None:
        return None
    return "stale_label", f"{_subject(check)}: {check.candidate_reason}"


def _unfulfilled(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    if case.candidate is None:
        return None
    check = _first(
        checks,
        lambda c: c.place == "source" and c.baseline == "not_applicable" and c.candidate == "fail",
    )
    if check is None:
        return None
    return "unfulfilled_change", f"{_subject(check)}: {check.candidate_reason}"


def _worse(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    check = _first(checks, lambda c: c.worse)
    if check is None:
        return None
    return "regression", f"{_subject(check)}: {check.candidate_reason}"


def _undecided(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    check = _first(checks, lambda c: c.undecided)
    if check is None:
        return None
    return "undecided", f"{_subject(check)}: {check.candidate_reason}"


def _unexpected(case: Case, checks: Sequence[PairedCheck]) -> Found | None:
    return None


def _good(case: Case, checks: Sequence[PairedCheck]) -> Found:
    if case.candidate is not None:
        return "legitimate_change", case.candidate.reason
    if any(c.baseline == "fail" and c.candidate in ("pass", "uncertain") for c in checks):
        return "improved", "the candidate passes a check that the baseline failed"
    if any(c.candidate == "fail" for c in checks):
        return "failing", "fails on both versions in the same way"
    return "unchanged", "the same outcome on the same evidence"


def _subject(check: PairedCheck) -> str:
    return f"{check.check} {check.subject!r}" if check.subject else check.check

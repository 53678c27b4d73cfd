"""What each named rule finds in one compared case: a reason, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from harness.model.comparison import CaseComparison, PairedCheck

CaseRule = Callable[[CaseComparison], str]
"""The reason the rule fires on a case; an empty string when it does not."""

_REQUIREMENTS = ("required_fact", "required_value", "answer_schema", "command")


def _first_reason(checks: Iterable[PairedCheck]) -> str:
    """The reason of the check that says most: what passed for sure and fails before all else."""
    for check in sorted(checks, key=lambda check: (not check.worse, check.baseline != "pass")):
        what = f"{check.check} {check.subject!r}" if check.subject else check.check
        where = f" in the {check.place}" if check.place else ""
        return f"{what}{where}: {check.baseline} -> {check.candidate}; {check.candidate_reason}"
    return ""


def _worse(case: CaseComparison) -> str:
    return _first_reason(c for c in case.checks if c.worse and not _is_label_fault(case, c))


def _is_label_fault(case: CaseComparison, check: PairedCheck) -> bool:
    """The text is still in the corpus, only not where the label points; another rule says so."""
    at_label = check.check == "expected_source" or check.state == "moved"
    return case.status == "stale_label" and at_label


def _critical_worse(case: CaseComparison) -> str:
    return _worse(case) if case.critical else ""


def _missing_chunk(case: CaseComparison) -> str:
    return _first_reason(
        c for c in case.checks if c.check == "citation_exists" and c.candidate == "fail"
    )


def _forbidden(case: CaseComparison) -> str:
    return _first_reason(
        c for c in case.checks if c.check == "forbidden_fact" and c.candidate == "fail" and c.worse
    )


def _unsupported_answer(case: CaseComparison) -> str:
    return _first_reason(
        c
        for c in case.checks
        if c.check == "refusal" and c.worse and c.candidate_reason.startswith("answered")
    )


def _becomes_refusal(case: CaseComparison) -> str:
    return _first_reason(
        c
        for c in case.checks
        if c.check == "refusal" and c.worse and c.candidate_reason.startswith("refused")
    )


def _requirements(case: CaseComparison) -> str:
    return _first_reason(
        c
        for c in case.checks
        if c.check in _REQUIREMENTS
        and "not_applicable" not in (c.baseline, c.candidate)
        and (c.worse or c.undecided)
    )


def _citation_uncertain(case: CaseComparison) -> str:
    return _first_reason(c for c in case.checks if c.check == "citation_supports" and c.undecided)


def _stale(case: CaseComparison) -> str:
    return case.summary if case.status == "stale_label" else ""


def _contradicted(case: CaseComparison) -> str:
    return _first_reason(c for c in case.checks if c.check == "newcomer_contradicts" and c.worse)


def _undecided(case: CaseComparison) -> str:
    return _first_reason(c for c in case.checks if c.undecided)


def _undeclared(case: CaseComparison) -> str:
    return case.summary if case.status == "unexpected_change" else ""


def _not_shown(case: CaseComparison) -> str:
    return case.summary if case.status == "unfulfilled_change" else ""


CASE_RULES: Mapping[str, CaseRule] = {
    "any_critical_case_changes_from_pass_to_fail": _critical_worse,
    "any_case_changes_from_pass_to_fail": _worse,
    "any_citation_points_to_missing_chunk": _missing_chunk,
    "any_forbidden_fact_appears": _forbidden,
    "unanswered_case_becomes_unsupported_answer": _unsupported_answer,
    "answerable_case_becomes_refusal": _becomes_refusal,
    "answer_requirements_change": _requirements,
    "citation_support_is_uncertain": _citation_uncertain,
    "any_label_is_stale": _stale,
    "any_new_document_contradicts_a_required_fact": _contradicted,
    "any_check_is_undecided": _undecided,
    "any_undeclared_change": _undeclared,
    "any_declared_change_is_not_shown": _not_shown,
}


def recall_decreases(case: CaseComparison, k: int) -> str:
    """Recall at ``k`` of this case is lower on the candidate: pairs, not averages."""
    pair = next((pair for pair in case.metrics if pair.name == f"recall@{k}"), None)
    if pair is None or pair.baseline is None or pair.candidate is None:
        return ""
    if pair.candidate >= pair.baseline:
        return ""
    return f"recall@{k}: {pair.baseline:.3g} -> {pair.candidate:.3g}"

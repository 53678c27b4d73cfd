"""Records without the text of their corpus, as others make them: what cannot be looked up."""

from __future__ import annotations

from collections.abc import Iterable

from harness.checks.view import SideView
from harness.model.comparison import PairedCheck

_REASON = "the text of the corpus is not at hand"

_NEED_TEXT = frozenset(
    {
        "expected_evidence",
        "fact_in_force",
        "newcomer_contradicts",
        "citation_exists",
        "citation_supports",
    }
)
"""Checks without a place that read documents or chunks."""


def without_text(
    checks: Iterable[PairedCheck], old: SideView, new: SideView
) -> tuple[PairedCheck, ...]:
    """The checks, with those that need text not applicable where a side has none.

    A fact that nobody could look up is not a fact that is missing on both sides.
    """
    if old.library.text.documents and new.library.text.documents:
        return tuple(checks)
    return tuple(_set_aside(check) if _needs_text(check) else check for check in checks)


def _needs_text(check: PairedCheck) -> bool:
    return check.place in ("source", "context") or check.check in _NEED_TEXT


def _set_aside(check: PairedCheck) -> PairedCheck:
    return PairedCheck(
        check=check.check,
        layer=check.layer,
        place=check.place,
        subject=check.subject,
        baseline="not_applicable",
        candidate="not_applicable",
        baseline_reason=_REASON,
        candidate_reason=_REASON,
    )

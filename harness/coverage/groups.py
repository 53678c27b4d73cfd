"""Groups of cases: key operations, declared changes, unchanged neighbours, the unanswerable."""

from __future__ import annotations

from collections.abc import Sequence

from harness.model.case import Case
from harness.model.coverage import DocumentCoverage, GroupShare, SectionCoverage


def group_shares(
    cases: Sequence[Case],
    documents: Sequence[DocumentCoverage],
    sections: Sequence[SectionCoverage],
) -> tuple[GroupShare, ...]:
    """The share of every group, the built-in groups first, then the tags, sorted.

    An *unchanged neighbour* asks about a changed document, and about none of its changes: it
    shows that a change did no harm beside it.
    """
    touching = {case_id for section in sections for case_id in section.case_ids}
    near = {case_id for document in documents for case_id in document.case_ids} - touching
    groups: dict[str, set[str]] = {
        "critical": {case.id for case in cases if case.critical},
        "declared change": {case.id for case in cases if case.candidate is not None},
        "unchanged neighbour": near,
        "unanswerable": {
            case.id for case in cases if not (case.answerable and case.on("candidate").answerable)
        },
    }
    for tag in sorted({tag for case in cases for tag in case.tags}):
        groups[f"tag:{tag}"] = {case.id for case in cases if tag in case.tags}
    return tuple(
        GroupShare(
            group=name,
            cases=len(members),
            share=round(len(members) / len(cases), 4) if cases else 0.0,
            touching=len(members & touching),
        )
        for name, members in groups.items()
    )

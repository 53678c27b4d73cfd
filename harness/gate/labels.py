"""Labels that name nothing: a case that can only fail on both versions alike tells nothing."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence

from harness.checks.metrics import falls_under, section_of, split_label
from harness.model.case import DRAFT, Case
from harness.model.gate import Finding
from harness.model.text import CorpusText

LABEL_RULE = "every_label_names_a_released_document"
"""Applies whatever the policy says."""


def unknown_labels(
    cases: Sequence[Case], sources: Collection[str], text: CorpusText | None = None
) -> Iterator[Finding]:
    """A finding for each case that expects a source which the released corpus does not hold.

    Args:
        cases: the cases; drafts have no part.
        sources: source ids of the baseline.
        text: the baseline as it was indexed; without it, sections are not looked at.
    """
    for case in cases:
        labels = case.on("baseline").expected_source_ids
        reasons = [why for label in labels if (why := _unknown(label, sources, text))]
        if reasons and DRAFT not in case.tags:
            reason = "; ".join(reasons)
            yield Finding(rule=LABEL_RULE, action="review", case_id=case.id, reason=reason)


def _unknown(label: str, sources: Collection[str], text: CorpusText | None) -> str:
    """What is wrong with a label, and which one may be meant; empty where nothing is."""
    document, section = split_label(label)
    if document not in sources:
        return f"no document of the baseline is called {document!r}{_near(document, sources)}"
    if not section or text is None:
        return ""
    sections = {
        section_of(chunk_id)
        for chunk_id, chunk in text.chunks.items()
        if chunk.source_id == document
    }
    if any(falls_under(document, known, label) for known in sections):
        return ""
    return f"{document!r} has no section {section!r} in the baseline{_near(section, sections)}"


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""

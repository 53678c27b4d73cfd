"""Labels that name nothing: a case that can only fail on both versions alike tells nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.model.case import DRAFT, Case
from harness.model.corpus import Manifest
from harness.model.gate import Finding

LABEL_RULE = "every_label_names_a_released_document"
"""Applies whatever the policy says."""


def unknown_labels(cases: Sequence[Case], baseline: Manifest) -> Iterator[Finding]:
    """A finding for each case that expects a source which the released corpus does not hold."""
    known = {entry.source_id for entry in baseline.entries}
    for case in cases:
        expected = case.on("baseline").expected_source_ids
        unknown = [label for label in expected if label.partition("#")[0] not in known]
        if unknown and DRAFT not in case.tags:
            yield Finding(
                rule=LABEL_RULE,
                action="review",
                case_id=case.id,
                reason="no document of the baseline is called " + ", ".join(map(repr, unknown)),
            )

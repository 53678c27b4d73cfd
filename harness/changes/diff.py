"""The difference of two corpus versions. ``diff(a, b)`` mirrors ``diff(b, a)``; ``diff(a, a)`` is empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.changes.conflicts import conflicts
from harness.changes.documents import Versions, document_diff
from harness.changes.duplicates import duplicates
from harness.changes.elsewhere import with_elsewhere
from harness.changes.renames import renamed_by_content
from harness.changes.units import Texts, units
from harness.model.changes import CorpusDiff, DocumentDiff
from harness.model.corpus import ManifestDiff
from harness.model.document import Document
from harness.model.wire import SIDES, Side

Documents = Mapping[str, Document]
"""Source id -> document of one version."""


def diff_corpora(
    diff: ManifestDiff, baseline: Documents, candidate: Documents, *, acl_field: str = "acl"
) -> CorpusDiff:
    """What a person reads about two corpus versions.

    Args:
        diff: which documents differ, by their bytes.
        baseline: every document of the baseline, by source id.
        candidate: every document of the candidate.
        acl_field: the front-matter key that lists who may read a document.
    """
    texts: dict[Side, Texts] = {
        "baseline": {source: units(document) for source, document in baseline.items()},
        "candidate": {source: units(document) for source, document in candidate.items()},
    }
    pairs = _versions(diff, baseline, candidate)
    documents = _documents(pairs, acl_field)
    return CorpusDiff(
        baseline=diff.baseline,
        candidate=diff.candidate,
        documents=documents,
        duplicates=tuple(
            found
            for side, other in zip(SIDES, reversed(SIDES), strict=True)
            for found in duplicates(side, texts[side], texts[other], _before(pairs, side))
        ),
        conflicts=tuple(
            found for side in SIDES for found in conflicts(side, texts[side], documents)
        ),
    )


def diff_documents(
    diff: ManifestDiff, baseline: Documents, candidate: Documents, *, acl_field: str = "acl"
) -> tuple[DocumentDiff, ...]:
    """The documents of :func:`diff_corpora` alone, at a cost in proportion to the change."""
    return _documents(_versions(diff, baseline, candidate), acl_field)


def _documents(pairs: Sequence[Versions], acl_field: str) -> tuple[DocumentDiff, ...]:
    return tuple(with_elsewhere([document_diff(pair, acl_field) for pair in pairs]))


def _versions(diff: ManifestDiff, baseline: Documents, candidate: Documents) -> list[Versions]:
    """The documents that differ by their bytes or their path, with renames told by content."""
    pairs = []
    for change in diff.changes:
        if change.kind == "unchanged":
            continue
        before = "" if change.kind == "added" else change.old_source_id or change.source_id
        after = "" if change.kind == "removed" else change.source_id
        old, new = baseline.get(before), candidate.get(after)
        pairs.append(
            Versions(change.kind, old, new, units(old) if old else (), units(new) if new else ())
        )
    return renamed_by_content(pairs)


def _before(pairs: Sequence[Versions], side: Side) -> dict[str, str]:
    """Source ids of one side that differ, with the id on the other side; empty where there is none."""
    found = [(p.new, p.old) if side == "candidate" else (p.old, p.new) for p in pairs]
    return {one.source_id: other.source_id if other else "" for one, other in found if one}

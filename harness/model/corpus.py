"""Manifests of corpus versions and what differs between two of them."""

from __future__ import annotations

from typing import Any, Literal

from harness.model.wire import Wire

GIT_PREFIX = "git:"
"""What a corpus setting begins with that names a commit and not a folder."""

ChangeKind = Literal["added", "removed", "modified", "renamed", "reordered", "unchanged"]
"""``renamed``: same bytes at another path. ``reordered``: same blocks moved within the document."""


class ManifestEntry(Wire):
    """One document file of a corpus version."""

    path: str
    """POSIX path relative to the corpus root."""
    source_id: str
    sha256: str
    """Hex digest of the file's bytes."""
    bytes: int
    """Size of the file."""
    media_type: str
    """What kind of file it is."""
    title: str = ""
    metadata: dict[str, Any] = {}
    """Front matter, JSON-compatible values only."""


class Manifest(Wire):
    """All documents of one corpus version, sorted by path."""

    schema_version: int = 1
    entries: tuple[ManifestEntry, ...]
    """The documents."""
    digest: str
    """``sha256:…`` over the sorted (path, sha256) pairs: no order, time or place in it."""


class DocumentChange(Wire):
    """What happened to one document from baseline to candidate."""

    kind: ChangeKind
    source_id: str
    """Source id in the candidate; in the baseline for a removed document."""
    path: str
    old_path: str | None = None
    """Path in the baseline where it differs (``renamed``)."""
    old_source_id: str | None = None
    """Source id in the baseline where it differs."""
    sha256: dict[str, str | None]
    """``{"baseline": …, "candidate": …}``."""
    metadata_changed: tuple[str, ...] = ()
    """Names of front-matter keys whose value differs."""
    body_changed: bool = True
    """False when only the front matter differs."""


class ManifestDiff(Wire):
    """Every document of both versions, sorted by path, with its change."""

    schema_version: int = 1
    baseline: str
    """Corpus digest of the baseline."""
    candidate: str
    changes: tuple[DocumentChange, ...]
    """Every document of both versions, by path."""

    def of_kind(self, *kinds: ChangeKind) -> tuple[DocumentChange, ...]:
        return tuple(change for change in self.changes if change.kind in kinds)

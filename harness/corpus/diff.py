"""What changed from one manifest to another, document by document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from harness.corpus.scan import nfc, read_source
from harness.model.corpus import ChangeKind, DocumentChange, Manifest, ManifestDiff, ManifestEntry
from harness.model.wire import Side
from harness.text import normalise, squeeze
from harness.text.decode import decode_text
from harness.text.formats import OFFICE
from harness.text.front_matter import read_front_matter

Bodies = Callable[[Side, ManifestEntry], bytes]
"""The bytes of a document of one side; asked for modified documents alone."""

_BLANK_LINES = re.compile(r"\n\s*\n")


def folder_bodies(baseline: Path, candidate: Path) -> Bodies:
    """Bodies read from two corpus folders, checked against their manifests."""
    roots: dict[Side, Path] = {"baseline": baseline, "candidate": candidate}
    return lambda side, entry: read_source(roots[side], entry)


def diff_manifests(baseline: Manifest, candidate: Manifest, *, bodies: Bodies) -> ManifestDiff:
    """Every document of both manifests with its change, sorted by path.

    Documents with the same path are compared; of the rest, those with the same bytes are
    renamed, then those that keep a source id given in their front matter are modified.
    """
    old = {nfc(entry.path): entry for entry in baseline.entries}
    new = {nfc(entry.path): entry for entry in candidate.entries}
    pairs = [(old.pop(path), new.pop(path)) for path in sorted(old.keys() & new.keys())]
    changes = [_compared(before, after, bodies) for before, after in pairs]
    for before, after in _moved(old, new):
        del old[nfc(before.path)], new[nfc(after.path)]
        changes.append(_compared(before, after, bodies))
    changes += [_one_sided("removed", entry) for entry in old.values()]
    changes += [_one_sided("added", entry) for entry in new.values()]
    changes.sort(key=lambda change: (nfc(change.path), change.kind))
    return ManifestDiff(
        baseline=baseline.digest, candidate=candidate.digest, changes=tuple(changes)
    )


def _moved(
    old: dict[str, ManifestEntry], new: dict[str, ManifestEntry]
) -> list[tuple[ManifestEntry, ManifestEntry]]:
    """Documents that left one path for another, told by their bytes or their source id.

    Of several with the same bytes, those that keep their file name go together first, then
    those that keep their place in the order of paths.
    """
    pairs: list[tuple[ManifestEntry, ManifestEntry]] = []
    before, after = dict(old), dict(new)
    keys: tuple[Callable[[ManifestEntry], tuple[str, ...]], ...] = (
        lambda entry: (entry.sha256, PurePosixPath(nfc(entry.path)).name),
        lambda entry: (entry.sha256,),
        lambda entry: (entry.source_id,),
    )
    for key in keys:
        found = _matched(before, after, key)
        for left, right in found:
            del before[nfc(left.path)], after[nfc(right.path)]
        pairs += found
    return pairs


def _matched(
    old: dict[str, ManifestEntry],
    new: dict[str, ManifestEntry],
    key: Callable[[ManifestEntry], tuple[str, ...]],
) -> list[tuple[ManifestEntry, ManifestEntry]]:
    groups: dict[tuple[str, ...], list[ManifestEntry]] = defaultdict(list)
    for _, entry in sorted(new.items()):
        groups[key(entry)].append(entry)
    return [
        (entry, group.pop(0)) for _, entry in sorted(old.items()) if (group := groups[key(entry)])
    ]


def _compared(before: ManifestEntry, after: ManifestEntry, bodies: Bodies) -> DocumentChange:
    if before.sha256 == after.sha256:
        same_place = nfc(before.path) == nfc(after.path)
        kind: ChangeKind = "unchanged" if same_place else "renamed"
        return _change(kind, before, after, body_changed=False)
    if before.media_type in OFFICE or after.media_type in OFFICE:
        return _change("modified", before, after)  # their words are compared once they are read
    old, new = _body(bodies("baseline", before)), _body(bodies("candidate", after))
    old_paragraphs, new_paragraphs = _paragraphs(old), _paragraphs(new)
    if old_paragraphs != new_paragraphs and sorted(old_paragraphs) == sorted(new_paragraphs):
        return _change("reordered", before, after)
    return _change("modified", before, after, body_changed=old != new)


def _change(
    kind: ChangeKind,
    before: ManifestEntry,
    after: ManifestEntry,
    *,
    body_changed: bool = True,
) -> DocumentChange:
    return DocumentChange(
        kind=kind,
        source_id=after.source_id,
        path=after.path,
        old_path=before.path if before.path != after.path else None,
        old_source_id=before.source_id if before.source_id != after.source_id else None,
        sha256={"baseline": before.sha256, "candidate": after.sha256},
        metadata_changed=_changed_keys(before.metadata, after.metadata),
        body_changed=body_changed,
    )


def _one_sided(kind: ChangeKind, entry: ManifestEntry) -> DocumentChange:
    return DocumentChange(
        kind=kind,
        source_id=entry.source_id,
        path=entry.path,
        sha256={
            "baseline": entry.sha256 if kind == "removed" else None,
            "candidate": entry.sha256 if kind == "added" else None,
        },
    )


def _changed_keys(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, ...]:
    absent = object()
    names = sorted(old.keys() | new.keys())
    return tuple(name for name in names if old.get(name, absent) != new.get(name, absent))


def _body(data: bytes) -> str:
    text = normalise(decode_text(data))
    return text[read_front_matter(text).end :]


def _paragraphs(body: str) -> list[str]:
    return [squeeze(part) for part in _BLANK_LINES.split(body) if part.strip()]

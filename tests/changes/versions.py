"""Two versions of a small corpus, written as Markdown, and their difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from harness.changes import diff_corpora
from harness.corpus import build_manifest, diff_manifests
from harness.documents import read_document
from harness.model.changes import (
    Conflict,
    CorpusDiff,
    DocumentDiff,
    Duplicate,
    MetadataChange,
    SentenceChange,
    SignChange,
    ValueChange,
)
from harness.model.corpus import Manifest, ManifestDiff, ManifestEntry
from harness.model.document import Document
from harness.model.wire import Side
from harness.store import sha256_bytes
from harness.text.front_matter import read_front_matter

T = TypeVar("T", Duplicate, Conflict)

Corpus = Mapping[str, str]
"""path without extension -> Markdown, front matter included"""


def read(corpus: Corpus) -> tuple[Manifest, dict[str, Document]]:
    """The manifest and the documents of one version."""
    entries = []
    documents = {}
    for name, text in corpus.items():
        front = read_front_matter(text).values
        entry = ManifestEntry(
            path=f"{name}.md",
            source_id=str(front.get("source_id", name)),
            sha256=sha256_bytes(text.encode()),
            bytes=len(text.encode()),
            media_type="text/markdown",
            metadata=front,
        )
        entries.append(entry)
        documents[entry.source_id] = read_document(entry, text.encode())
    return build_manifest(entries), documents


def manifests(old: Corpus, new: Corpus) -> tuple[ManifestDiff, dict[Side, dict[str, Document]]]:
    """What differs by the bytes, and the documents of both versions."""
    (before, old_documents), (after, new_documents) = read(old), read(new)
    sides: dict[Side, Corpus] = {"baseline": old, "candidate": new}
    found = diff_manifests(
        before,
        after,
        bodies=lambda side, entry: sides[side][entry.path.removesuffix(".md")].encode(),
    )
    return found, {"baseline": old_documents, "candidate": new_documents}


def diff(old: Corpus, new: Corpus) -> CorpusDiff:
    """The difference of two versions."""
    found, documents = manifests(old, new)
    return diff_corpora(found, documents["baseline"], documents["candidate"])


def only(old: str, new: str) -> tuple[SentenceChange, ...]:
    """The changed sentences of one document."""
    documents = diff({"a": old}, {"a": new}).documents
    return documents[0].sentences if documents else ()


_OTHER = {
    "added": "removed",
    "removed": "added",
    "hidden": "revealed",
    "revealed": "hidden",
    "baseline": "candidate",
    "candidate": "baseline",
}


def mirrored(found: CorpusDiff) -> CorpusDiff:
    """The same difference read the other way. Risk is left out: to lose a rule weighs more."""
    return CorpusDiff(
        baseline=found.candidate,
        candidate=found.baseline,
        documents=tuple(map(_document, found.documents)),
        duplicates=tuple(_flipped(item) for item in found.duplicates),
        conflicts=tuple(_flipped(item) for item in found.conflicts),
    )


def _flipped(item: T) -> T:
    return item.model_copy(update={"side": _OTHER[item.side]})


def _document(document: DocumentDiff) -> DocumentDiff:
    return document.model_copy(
        update={
            "kind": _OTHER.get(document.kind, document.kind),
            **_names(document),
            "metadata": tuple(map(_metadata, document.metadata)),
            "sentences": tuple(map(_sentence, document.sentences)),
        }
    )


def _names(document: DocumentDiff) -> dict[str, str | None]:
    """Path, source id and title of the other side, where they differ."""
    found: dict[str, str | None] = {}
    for name in ("path", "source_id", "title"):
        now, before = getattr(document, name), getattr(document, f"old_{name}")
        if before is not None:
            found |= {name: before, f"old_{name}": now}
    return found


def _metadata(change: MetadataChange) -> MetadataChange:
    return change.model_copy(update={"old": change.new, "new": change.old})


def _sentence(change: SentenceChange) -> SentenceChange:
    return change.model_copy(
        update={
            "kind": _OTHER.get(change.kind, change.kind),
            "risk": "low",
            "old": change.new,
            "new": change.old,
            "old_place": change.new_place,
            "new_place": change.old_place,
            "values": tuple(ValueChange(old=v.new, new=v.old) for v in change.values),
            "signs": tuple(SignChange(aspect=s.aspect, old=s.new, new=s.old) for s in change.signs),
        }
    )


def without_risk(found: CorpusDiff) -> CorpusDiff:
    """The difference with every risk made equal, in an order that no side decides."""
    documents = [
        document.model_copy(
            update={
                "sentences": tuple(
                    sorted(
                        (c.model_copy(update={"risk": "low"}) for c in document.sentences),
                        key=lambda c: c.model_dump_json(),
                    )
                )
            }
        )
        for document in found.documents
    ]
    return found.model_copy(
        update={
            "documents": tuple(sorted(documents, key=lambda d: (d.path, d.kind))),
            "duplicates": tuple(sorted(found.duplicates, key=lambda d: d.model_dump_json())),
            "conflicts": tuple(sorted(found.conflicts, key=lambda c: c.model_dump_json())),
        }
    )

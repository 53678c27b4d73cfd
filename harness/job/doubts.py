"""What a person should know before trusting a verdict that no rule of it tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.job.judging import Scene
from harness.model.counted import counted
from harness.model.document import Document
from harness.model.wire import SIDES
from harness.text import garbled


def doubts(scene: Scene) -> tuple[str, ...]:
    """One sentence for each; they change no verdict."""
    return tuple(_garbled_documents(scene))


def _garbled_documents(scene: Scene) -> Iterator[str]:
    """Documents in which the candidate has more places that nobody can read."""
    old, new = (scene.texts[side].documents for side in SIDES)
    for change in scene.diff.changes:
        if change.kind in ("unchanged", "removed"):
            continue
        before = _places(old, change.old_source_id or change.source_id)
        fresh = [place for place in _places(new, change.source_id) if place not in before]
        if fresh:
            places = counted(len(fresh), "place")
            yield (
                f"{change.path}: characters were lost or read in the wrong encoding in {places}. "
                "Save the document as UTF-8."
            )


def _places(documents: Mapping[str, Document], source_id: str) -> tuple[str, ...]:
    document = documents.get(source_id)
    return garbled(document.text) if document is not None else ()

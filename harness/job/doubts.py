"""What a person should know before trusting a verdict that no rule of it tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.checks.refusal import is_refusal
from harness.job.judging import Scene
from harness.model.case import DRAFT
from harness.model.counted import counted
from harness.model.document import Document
from harness.model.wire import SIDES
from harness.text import garbled


def doubts(scene: Scene) -> tuple[str, ...]:
    """One sentence for each; they change no verdict."""
    return (*_nothing_answered(scene), *_garbled_documents(scene))


def _nothing_answered(scene: Scene) -> Iterator[str]:
    """Two sides that refuse everything are alike, so no rule fires: yet nothing was compared."""
    answerable = {
        case.id
        for case in scene.inputs.cases
        if DRAFT not in case.tags and all(case.on(side).answerable for side in SIDES)
    }
    records = [
        record
        for side in SIDES
        for record in scene.records[side]
        if record.case_id in answerable and record.error is None
    ]
    if records and all(map(is_refusal, records)):
        asked = len({record.case_id for record in records})
        yield (
            f"Every answer is a refusal on both versions ({counted(asked, 'answerable case')}): "
            "the answers compare nothing. Look at the generation stage and its threshold."
        )


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

"""One document in two versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.changes.align import edited, leftover, moved, same_wording
from harness.changes.sentences import sentence_change
from harness.changes.units import Unit
from harness.model.changes import DocumentDiff, MetadataChange, Place, SentenceChange
from harness.model.corpus import ChangeKind
from harness.model.document import Document
from harness.text import fold, sentences

_HIDES = ("comment", "invisible")
_LEAST_HIDDEN = 8
"""Characters; fewer are found in any comment."""


@dataclass(frozen=True, slots=True)
class Versions:
    """One document, or what is there of it."""

    kind: ChangeKind
    old: Document | None
    new: Document | None
    old_units: Sequence[Unit] = ()
    new_units: Sequence[Unit] = ()

    @property
    def current(self) -> Document:
        document = self.new or self.old
        if document is None:
            raise ValueError("neither version has the document")
        return document


def document_diff(pair: Versions, acl_field: str) -> DocumentDiff:
    """What changed in one document."""
    current = pair.current
    old = pair.old or current
    return DocumentDiff(
        kind=pair.kind,
        path=current.path,
        source_id=current.source_id,
        title=current.title,
        old_path=old.path if old.path != current.path else None,
        old_source_id=old.source_id if old.source_id != current.source_id else None,
        old_title=old.title if old.title != current.title else None,
        metadata=_metadata(pair, acl_field),
        sentences=tuple(sorted(_sentences(pair), key=_reading_order)),
    )


def _reading_order(change: SentenceChange) -> tuple[int, list[str], str]:
    places = [place.start for place in (change.old_place, change.new_place) if place]
    return sum(places) * 2 // max(1, len(places)), sorted((change.old, change.new)), change.kind


def _metadata(pair: Versions, acl_field: str) -> tuple[MetadataChange, ...]:
    old = dict(pair.old.metadata) if pair.old else {}
    new = dict(pair.new.metadata) if pair.new else {}
    one_sided = pair.old is None or pair.new is None
    return tuple(
        MetadataChange(key=key, old=old.get(key), new=new.get(key), access=key == acl_field)
        for key in sorted(old.keys() | new.keys())
        if (key not in old or key not in new or old[key] != new[key])
        # Of a document that came or went, all of it is new; who may read it still matters.
        and (not one_sided or key == acl_field)
    )


def _sentences(pair: Versions) -> Iterator[SentenceChange]:
    old, new = pair.old_units, pair.new_units
    same = same_wording(old, new)
    yield from (sentence_change("moved", a, b) for a, b in moved(same))
    old, new = leftover(old, [a for a, _ in same]), leftover(new, [b for _, b in same])
    hidden = _standing_in(_hidden_text(pair.new), old)
    revealed = _standing_in(_hidden_text(pair.old), new)
    yield from (sentence_change("hidden", unit, None) for unit in hidden)
    yield from (sentence_change("revealed", None, unit) for unit in revealed)
    old, new = leftover(old, hidden), leftover(new, revealed)
    changed = edited(old, new)
    yield from (sentence_change("modified", a, b) for a, b in changed)
    gone, come = leftover(old, [a for a, _ in changed]), leftover(new, [b for _, b in changed])
    yield from (sentence_change("removed", unit, None) for unit in gone)
    yield from (sentence_change("added", None, unit) for unit in come)
    yield from _invisible(pair, [*hidden, *revealed])


def _hidden_text(document: Document | None) -> str:
    hidden = document.hidden if document else ()
    return "\n".join(fold(part.text) for part in hidden if part.kind in _HIDES)


def _standing_in(hidden: str, found: Sequence[Unit]) -> list[Unit]:
    """Units whose words are in the other version too, but where no reader sees them."""
    return [unit for unit in found if len(unit.key) >= _LEAST_HIDDEN and unit.key in hidden]


def _invisible(pair: Versions, known: Sequence[Unit]) -> Iterator[SentenceChange]:
    """Hidden text that came or went and is not visible text of the other version."""
    old, new = _hidden_units(pair.old, known), _hidden_units(pair.new, known)
    for left in _beyond(old, new):
        yield sentence_change("removed", left, None, invisible=True)
    for right in _beyond(new, old):
        yield sentence_change("added", None, right, invisible=True)


def _beyond(some: Sequence[Unit], others: Sequence[Unit]) -> list[Unit]:
    left = Counter(unit.key for unit in others)
    beyond = []
    for unit in some:
        if left[unit.key]:
            left[unit.key] -= 1
        else:
            beyond.append(unit)
    return beyond


def _hidden_units(document: Document | None, known: Sequence[Unit]) -> list[Unit]:
    found: list[Unit] = []
    for part in document.hidden if document else ():
        whole = fold(part.text)
        if document is None or part.kind not in _HIDES or any(u.key in whole for u in known):
            continue
        place = Place(
            path=document.path,
            source_id=document.source_id,
            section_id="",
            section=document.title,
            start=part.start,
            end=part.end,
        )
        found += [
            Unit(text, fold(text), "hidden", "", place, document.language)
            for text in sentences(part.text, document.language)
            if fold(text)
        ]
    return found

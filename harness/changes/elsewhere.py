"""Sentences that left one document for another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

from harness.model.changes import DocumentDiff, Place, SentenceChange
from harness.text import fold

_LEAST_WORDS = 4
"""Shorter text (``See also``) stands in many documents and says nothing of a move."""

_Home = tuple[int, int]
"""(number of the document, number of the change in it)"""


def with_elsewhere(documents: Sequence[DocumentDiff]) -> list[DocumentDiff]:
    """The documents, with the other end of every sentence that moved between two of them."""
    ordered = sorted(documents, key=lambda document: (document.path, document.kind))
    ends = dict(_moves(ordered))
    return [
        document.model_copy(
            update={
                "sentences": tuple(
                    _away(change, ends[i, n]) if (i, n) in ends else change
                    for n, change in enumerate(document.sentences)
                )
            }
        )
        for i, document in enumerate(ordered)
    ]


def _moves(documents: Sequence[DocumentDiff]) -> Iterator[tuple[_Home, Place]]:
    removed, added = _waiting(documents, "removed"), _waiting(documents, "added")
    for key, sources in removed.items():
        targets = added.get(key, [])
        for (source, left), (target, right) in zip(sources, targets, strict=False):
            if left.old_place and right.new_place and source[0] != target[0]:
                yield source, right.new_place
                yield target, left.old_place


def _waiting(
    documents: Sequence[DocumentDiff], kind: Literal["removed", "added"]
) -> dict[str, list[tuple[_Home, SentenceChange]]]:
    table: dict[str, list[tuple[_Home, SentenceChange]]] = defaultdict(list)
    for i, document in enumerate(documents):
        for n, change in enumerate(document.sentences):
            text = change.old or change.new
            if change.kind == kind and not change.invisible and len(text.split()) >= _LEAST_WORDS:
                table[fold(text)].append(((i, n), change))
    return table


def _away(change: SentenceChange, place: Place) -> SentenceChange:
    """Text that stands elsewhere now is not lost, so less hangs on it."""
    risk = "medium" if change.risk == "high" else change.risk
    return change.model_copy(update={"elsewhere": place, "risk": risk})

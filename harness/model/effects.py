"""What each changed document does to the cases: ``effects.json``."""

from __future__ import annotations

from harness.model.corpus import ChangeKind
from harness.model.wire import Wire

EVERYONE = "everyone"
"""Stands for all principals where a document has no access list."""


class Entry(Wire):
    """A document that entered the context of a case."""

    case_id: str
    rank: int
    """Best final rank of its text that was not in the context before."""
    displaced: tuple[str, ...] = ()
    """Paths of documents with text that left the context, sorted."""
    above_expected: bool = False
    """It ranks above every expected source, and the case does not expect it."""


class DocumentEffect(Wire):
    """One changed document."""

    path: str
    kind: ChangeKind
    helped: tuple[str, ...] = ()
    """Cases that improved and would not have without it."""
    hurt: tuple[str, ...] = ()
    """Cases that got worse and are blamed on it, alone or with others."""
    entered: tuple[Entry, ...] = ()
    """Cases whose context it entered."""
    altered: tuple[str, ...] = ()
    """Cases it entered whose answer is another one now."""
    hub: bool = False
    """It entered the context of many cases that have nothing to do with it or each other."""
    new_readers: tuple[str, ...] = ()
    """Groups that could not reach this document in the baseline and can now."""

    @property
    def to_review(self) -> tuple[str, ...]:
        """Cases where a document nobody judged ranks above what is expected."""
        return tuple(entry.case_id for entry in self.entered if entry.above_expected)


class Effects(Wire):
    """``effects.json``, sorted by path."""

    schema_version: int = 1
    documents: tuple[DocumentEffect, ...]
    """Every changed document."""

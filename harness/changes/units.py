"""What is compared: sentences, headings, table rows, lines of code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.model.changes import Place
from harness.model.document import Block, Document
from harness.text import fold, sentences


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of text that is added, removed or changed as a whole."""

    text: str
    key: str
    """Folded text: equal for the same wording."""
    sort: str
    """``heading``, ``code`` or ``prose``; only units of one sort are forms of each other."""
    parent: str
    """Id of the section the unit belongs to; of a heading, of the section around its own."""
    place: Place
    language: str

    @property
    def length(self) -> int:
        """Words that are no number, about."""
        return sum(not word[:1].isdigit() for word in self.key.split())


Texts = Mapping[str, Sequence[Unit]]
"""Source id -> units of every document of one version."""


def units(document: Document) -> list[Unit]:
    """The units of a document in order."""
    return [
        Unit(
            text=text,
            key=fold(text),
            sort=block.kind if block.kind in ("heading", "code") else "prose",
            parent=_parent(block),
            place=place_of(document, block),
            language=document.language,
        )
        for block in document.blocks
        for text in _texts(block, document)
    ]


def _texts(block: Block, document: Document) -> Iterator[str]:
    if block.kind == "code":
        parts = [line.strip() for line in block.text.splitlines()]
    elif block.kind in ("heading", "table_row"):
        parts = [block.text]
    else:
        parts = sentences(block.text, document.language)
    yield from (part for part in parts if part.strip())


def _parent(block: Block) -> str:
    return block.section_id.rpartition("/")[0] if block.kind == "heading" else block.section_id


def place_of(document: Document, block: Block) -> Place:
    """Where a block stands."""
    return Place(
        path=document.path,
        source_id=document.source_id,
        section_id=block.section_id,
        section=block.section[-1] if block.section else document.title,
        start=block.start,
        end=block.end,
    )

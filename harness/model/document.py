"""Documents and chunks, in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code", "quote"]


@dataclass(frozen=True, slots=True)
class Block:
    """The smallest piece of a document that a reader sees as one: a paragraph, a list item, a table row."""

    kind: BlockKind
    text: str
    """Visible text, markup removed, white space collapsed."""
    start: int
    """Span in ``Document.text`` (characters, end exclusive), markup included."""
    end: int
    section: tuple[str, ...] = ()
    """Titles of the headings above, outermost first (a heading's own title included)."""
    section_id: str = ""
    """Slugs of ``section`` joined by ``/``; unique in the document (``-2`` for a repeat)."""
    lead_in: str = ""
    """What gives a list item or table row its meaning: the sentence before the list
    (usually ending in ``:``), outer items included; the header row of a table."""
    level: int = 0
    """Heading level 1-6, or nesting depth of a list item (0 outermost)."""
    group: int = -1
    """Blocks of one list or one table share a group number; -1 outside of both."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Text in the file that the rendered document does not state: unseen, or struck out."""

    kind: Literal["comment", "invisible", "script", "attribute", "struck"]
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed document of one corpus version."""

    source_id: str
    path: str
    title: str
    language: str
    """``en``, ``ru`` or another ISO 639-1 code; ``und`` when it cannot be told."""
    text: str
    """The decoded file after normalisation; all spans point into it."""
    blocks: tuple[Block, ...]
    hidden: tuple[Hidden, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document that is embedded, retrieved and cited as one."""

    chunk_id: str
    """``source#section-path:pN``, N counted from 1 within the section; stable and logical."""
    source_id: str
    path: str
    title: str
    section: tuple[str, ...]
    section_id: str
    text: str
    """Visible text. Blocks are joined by a line feed, a repeated table header included."""
    text_hash: str
    """``sha256:…`` of ``text``."""
    start: int
    """Span in ``Document.text`` of the blocks inside (a repeated header excluded)."""
    end: int
    tokens: int
    """Length of ``text`` in tokens of the embedding model."""
    language: str
    blocks: tuple[tuple[int, int], ...]
    """(first, last + 1) block number in ``Document.blocks`` and nothing else, one run or more."""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """Title and section path in one line, put before the text when embedding and showing it."""
        parts = [self.title, *self.section]
        return " > ".join(part for i, part in enumerate(parts) if part and part not in parts[:i])

    @property
    def passage(self) -> str:
        """What is embedded and indexed for this chunk: its heading, then its text."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text

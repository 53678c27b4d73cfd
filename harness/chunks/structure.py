"""Chunks along sections, lists, tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field, model_validator

from harness.chunks.base import Chunker, CountTokens
from harness.chunks.pieces import (
    REPEATED,
    Numbering,
    Piece,
    cost,
    net_counter,
    room,
    sections,
    split_block,
)
from harness.model.document import Block, Chunk, Document
from harness.registry import register
from harness.text import sentence_spans

# A repeated header or lead-in takes at most one part in this many of a chunk.
_MOST_REPEATED = 2


@register("chunks", "structure")
class Structure(Chunker):
    """Never across sections; blocks whole where they fit; a part of a list or table says of what.

    A chunk that starts inside a table repeats its header row, one that starts inside a list
    repeats the words that lead into it, and one that continues running text repeats the last
    whole sentences before it.
    """

    version: ClassVar[str] = "1"

    size_tokens: int = Field(default=256, ge=16)
    """Most tokens of a chunk, its heading line included."""
    overlap_tokens: int = Field(default=32, ge=0)
    """Most tokens repeated from the chunk before."""

    @model_validator(mode="after")
    def _overlap_is_smaller(self) -> Structure:
        if self.overlap_tokens * 2 > self.size_tokens:
            raise ValueError("overlap_tokens must be at most half of size_tokens")
        return self

    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        """See :class:`harness.chunks.base.Chunking`."""
        numbering = Numbering(document)
        count = net_counter(count_tokens)
        chunks: list[Chunk] = []
        for positions in sections(document):
            space = room(document, positions[0], self.size_tokens, count_tokens)
            packer = _Packer(document, count, space)
            chunks += [
                numbering.joined(lines, count)
                for lines in packer.pack(positions, self.overlap_tokens)
            ]
        return chunks


class _Packer:
    """Fills the chunks of one section."""

    def __init__(self, document: Document, count: CountTokens, space: int) -> None:
        self._document = document
        self._count = count
        self._space = space
        self._repeats: dict[str, Piece | None] = {}

    def pack(self, positions: list[int], overlap: int) -> Iterator[list[Piece]]:
        """The lines of each chunk; a repeated header or lead-in is marked ``REPEATED``."""
        lines: list[Piece] = []
        for position in positions:
            repeat = self._repeat(self._document.blocks[position])
            limit = self._space - cost([repeat] if repeat else [])
            shared = 0 if repeat else overlap
            for piece in split_block(self._document, position, limit, self._count, shared):
                if lines and cost([*lines, piece]) > self._space:
                    yield lines
                    spare = min(overlap, self._space - cost([piece]))
                    lines = [] if repeat else self._tail(lines[-1], piece, spare)
                if repeat and not lines:
                    lines = [repeat]
                lines.append(piece)
        yield lines

    def _repeat(self, block: Block) -> Piece | None:
        """What a chunk that starts with this block puts before it."""
        # A heading that leads into a list is part of the chunk's heading already.
        if not block.lead_in or block.lead_in in block.section:
            return None
        if block.lead_in not in self._repeats:
            limit = self._space // _MOST_REPEATED
            whole = Piece(REPEATED, block.lead_in, self._count(block.lead_in))
            fits = cost([whole]) <= limit
            self._repeats[block.lead_in] = whole if fits else self._last_sentences(whole, limit)
        return self._repeats[block.lead_in]

    def _tail(self, last: Piece, piece: Piece, limit: int) -> list[Piece]:
        """The overlap between running text and what follows it; tables and code have none."""
        kinds = {self._document.blocks[number].kind for number in (last.block, piece.block)}
        if kinds & {"table_row", "code"} or limit <= 0:
            return []
        tail = self._last_sentences(last, limit)
        return [tail] if tail else []

    def _last_sentences(self, piece: Piece, limit: int) -> Piece | None:
        """The last whole sentences of a piece whose tokens add up to ``limit`` at most."""
        start, total = len(piece.text), 0
        for left, right in reversed(sentence_spans(piece.text, self._document.language)):
            tokens = self._count(piece.text[left:right])
            if total + tokens + 1 > limit:
                break
            start, total = left, total + tokens
        text = piece.text[start:].strip()
        return Piece(piece.block, text, total) if text else None

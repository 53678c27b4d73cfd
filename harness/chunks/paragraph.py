"""One chunk a paragraph."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from pydantic import Field

from harness.chunks.base import Chunker, CountTokens
from harness.chunks.pieces import Numbering, Piece, cost, net_counter, room, sections, split_block
from harness.model.document import Chunk, Document
from harness.registry import register


@register("chunks", "paragraph")
class Paragraph(Chunker):
    """Each paragraph a chunk of its own; the items of a list, or rows of a table, share one."""

    version: ClassVar[str] = "1"

    size_tokens: int = Field(default=256, ge=16)
    """Most tokens of a chunk, its heading line included."""

    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        """See :class:`harness.chunks.base.Chunking`."""
        numbering = Numbering(document)
        count = net_counter(count_tokens)
        chunks: list[Chunk] = []
        for positions in sections(document):
            space = room(document, positions[0], self.size_tokens, count_tokens)
            for together in _groups(document, positions):
                lines: list[Piece] = []
                for position in together:
                    for piece in split_block(document, position, space, count):
                        if lines and cost([*lines, piece]) > space:
                            chunks.append(numbering.joined(lines, count))
                            lines = []
                        lines.append(piece)
                chunks.append(numbering.joined(lines, count))
        return chunks


def _groups(document: Document, positions: list[int]) -> list[list[int]]:
    """Runs of blocks of one list or table; every other block alone."""

    def key(position: int) -> tuple[int, int]:
        group = document.blocks[position].group
        return (group, 0) if group >= 0 else (-1, position)

    return [list(run) for _, run in groupby(positions, key)]

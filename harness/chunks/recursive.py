"""Chunks of equal size over the whole text, cut at the best places a splitter finds."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import ClassVar

from pydantic import Field

from harness.chunks.base import Chunker, CountTokens
from harness.chunks.pieces import Numbering, net_counter, room, sections
from harness.model.document import Chunk, Document
from harness.registry import register


@register("chunks", "recursive")
class Recursive(Chunker):
    """Sections, lists and tables play no part: the way most pipelines cut, for comparison."""

    version: ClassVar[str] = "1"

    size_tokens: int = Field(default=256, ge=16)
    """Most tokens of a chunk, its heading line included."""
    overlap_tokens: int = Field(default=32, ge=0)
    """Most tokens repeated from the chunk before."""

    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        """See :class:`harness.chunks.base.Chunking`."""
        if not document.blocks:
            return []
        from semantic_text_splitter import TextSplitter

        count = net_counter(count_tokens)
        space = min(
            room(document, positions[0], self.size_tokens, count_tokens)
            for positions in sections(document)
        )
        # The splitter asks for the length of the same words many times over.
        word_tokens = cache(count)
        splitter = TextSplitter.from_callback(
            lambda part: sum(map(word_tokens, part.split())),
            space - 1,  # one token for the line feed behind the heading
            min(self.overlap_tokens, space - 2),
        )
        text = "\n".join(block.text for block in document.blocks)
        ends = list(accumulate(len(block.text) + 1 for block in document.blocks))
        numbering = Numbering(document)
        chunks: list[Chunk] = []
        for start, part in splitter.chunk_indices(text):
            blocks = range(bisect_right(ends, start), bisect_right(ends, start + len(part) - 1) + 1)
            chunks.append(numbering.chunk(blocks, part, count(part)))
        return chunks

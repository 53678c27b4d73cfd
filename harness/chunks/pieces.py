"""Pieces of blocks that fit a limit, and chunks made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.chunks.base import CountTokens
from harness.model.document import Block, Chunk, Document
from harness.store import digest_text
from harness.text import sentence_spans

# Text keeps this share of a chunk's size, however long the title and headings are.
_LEAST_SHARE = 4

REPEATED = -1
"""In place of a block position: a line that repeats what stands before the chunk."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or the part of one that fits a chunk."""

    block: int
    """Position in ``Document.blocks``, or ``REPEATED``."""
    text: str
    tokens: int


def net_counter(count_tokens: CountTokens) -> CountTokens:
    """``count_tokens`` without what it counts for every text: prefixes and special tokens."""
    # Not the count of "": the space before a text can be a token that a text takes in.
    fixed = max(2 * count_tokens("a") - count_tokens("a a"), 0)
    return lambda text: count_tokens(text) - fixed


def room(document: Document, position: int, size_tokens: int, count_tokens: CountTokens) -> int:
    """Tokens left for text in a chunk that starts with this block: its heading is embedded too."""
    heading = Numbering(document).chunk([position], "", 0).heading
    return max(size_tokens - count_tokens(heading), size_tokens // _LEAST_SHARE)


def cost(lines: Iterable[Piece]) -> int:
    """Tokens of these lines in one chunk, each line feed counted as one."""
    return sum(line.tokens + 1 for line in lines)


def sections(document: Document) -> Iterator[list[int]]:
    """Positions of the blocks of each section, headings left out; of all blocks if only headings."""
    found: dict[str, list[int]] = {}
    only_headings = all(block.kind == "heading" for block in document.blocks)
    for position, block in enumerate(document.blocks):
        if only_headings or block.kind != "heading":
            found.setdefault(block.section_id, []).append(position)
    yield from found.values()


def split_block(
    document: Document, position: int, limit: int, count: CountTokens, overlap: int = 0
) -> list[Piece]:
    """The block as one piece if it fits ``limit`` tokens, else cut between sentences or lines.

    One token of the limit is left for the line feed, and ``overlap`` tokens of each part
    for what a chunk repeats from the part before.
    """
    block = document.blocks[position]
    tokens = count(block.text)
    if tokens < limit:
        return [Piece(position, block.text, tokens)]
    limit = max(limit - overlap, limit // 2)
    parts: list[tuple[int, int, int]] = []
    for start, end in _units(block, document.language):
        text = block.text[start:end]
        parts += [
            (start + left, start + right, tokens)
            for left, right, tokens in _fitting(text, count(text), limit, count)
        ]
    return [
        Piece(position, block.text[start:end], tokens)
        for start, end, tokens in _merge(parts, limit)
    ]


def _units(block: Block, language: str) -> list[tuple[int, int]]:
    """Sentences, or lines of code with their indentation."""
    if block.kind != "code":
        return sentence_spans(block.text, language)
    spans, start = [], 0
    for line in block.text.split("\n"):
        if line.strip():
            spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def _fitting(
    text: str, tokens: int, limit: int, count: CountTokens
) -> Iterator[tuple[int, int, int]]:
    """(start, end, tokens) of parts of one sentence that each fit; one character is never cut."""
    if tokens < limit or len(text) <= 1:
        yield 0, len(text), tokens
        return
    from semantic_text_splitter import TextSplitter

    # Characters stand in for tokens, so that each part is counted once and not at every try.
    characters = max(1, min(len(text) // 2, len(text) * limit * 9 // (tokens * 10)))
    for start, part in TextSplitter(characters).chunk_indices(text):
        for left, right, net in _fitting(part, count(part), limit, count):
            yield start + left, start + right, net


def _merge(parts: list[tuple[int, int, int]], limit: int) -> Iterator[tuple[int, int, int]]:
    """Neighbours joined as long as the sum of their tokens fits."""
    start, end, total = parts[0]
    for left, right, count in parts[1:]:
        if total + count < limit:
            end, total = right, total + count
        else:
            yield start, end, total
            start, end, total = left, right, count
    yield start, end, total


class Numbering:
    """Makes the chunks of one document, numbered from 1 within each section."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers: Counter[str] = Counter()

    def joined(self, lines: list[Piece], count: CountTokens) -> Chunk:
        """A chunk of these lines."""
        text = "\n".join(line.text for line in lines)
        return self.chunk(
            (line.block for line in lines if line.block != REPEATED), text, count(text)
        )

    def chunk(self, blocks: Iterable[int], text: str, tokens: int) -> Chunk:
        """A chunk with text of these blocks, in the section of the first of them."""
        document, positions = self._document, sorted(set(blocks))
        covered = [document.blocks[position] for position in positions]
        section_id = covered[0].section_id
        self._numbers[section_id] += 1
        return Chunk(
            chunk_id=f"{document.source_id}#{section_id}:p{self._numbers[section_id]}",
            source_id=document.source_id,
            path=document.path,
            title=document.title,
            section=covered[0].section,
            section_id=section_id,
            text=text,
            text_hash=digest_text(text),
            start=min(block.start for block in covered),
            end=max(block.end for block in covered),
            tokens=tokens,
            language=document.language,
            blocks=_runs(positions),
            metadata=document.metadata,
        )


def _runs(positions: list[int]) -> tuple[tuple[int, int], ...]:
    runs: list[tuple[int, int]] = []
    for position in positions:
        if runs and runs[-1][1] == position:
            runs[-1] = (runs[-1][0], position + 1)
        else:
            runs.append((position, position + 1))
    return tuple(runs)

"""The pieces of a document a fact can rest on: sentences with what gives them their meaning.

A passage is one sentence, two neighbouring sentences of one paragraph, a list item with the
sentence that introduces the list, a table row with its header, or a line of code under the keys
it is indented below. The introduction belongs to the passage: a list item without the "not
appropriate for:" above it says something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.model.comparison import Evidence
from harness.model.document import Block, Document
from harness.store import digest_text
from harness.text import fold, sentence_spans


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence in one document."""

    source_id: str
    path: str
    section_id: str
    heading: str
    """Title of the innermost section, or of the document."""
    lead: str
    """What introduces the passage; empty for running text."""
    core: str
    start: int
    """Span of the block(s) the core stands in, in ``Document.text``."""
    end: int

    @property
    def text(self) -> str:
        """Introduction and core, a line each."""
        return f"{self.lead}\n{self.core}" if self.lead else self.core

    @property
    def key(self) -> str:
        """Equal for passages with the same wording, wherever they stand."""
        return fold(self.text)

    def evidence(self) -> Evidence:
        """Where the passage stands and the digest of its wording."""
        return Evidence(
            source_id=self.source_id,
            section_id=self.section_id,
            start=self.start,
            end=self.end,
            text_hash=digest_text(self.key),
        )


def passages(document: Document) -> list[Passage]:
    """Every passage of a document, in order of its place."""
    return [
        _passage(document, block, lead, core)
        for block in document.blocks
        for lead, core in _cores(block, document.language)
    ]


def _passage(document: Document, block: Block, lead: str, core: str) -> Passage:
    return Passage(
        source_id=document.source_id,
        path=document.path,
        section_id=block.section_id,
        heading=block.section[-1] if block.section else document.title,
        lead=lead,
        core=core,
        start=block.start,
        end=block.end,
    )


def _cores(block: Block, language: str) -> Iterator[tuple[str, str]]:
    """(introduction, core) of each passage in a block."""
    if block.kind == "heading":
        return
    if block.kind == "code":
        yield from _settings(block.text.splitlines())
        return
    spans = sentence_spans(block.text, language)
    parts = [block.text[start:end] for start, end in spans]
    if block.kind in ("list_item", "table_row") and len(parts) > 2:
        yield block.lead_in, block.text
    for core in _windows(parts, 2, " "):
        yield block.lead_in, core


def _settings(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each line of code under the less indented lines it belongs to, as in YAML."""
    above: list[tuple[int, str]] = []
    for line in lines:
        core = line.strip()
        if not core:
            continue
        depth = len(line) - len(line.lstrip())
        above = [(indent, text) for indent, text in above if indent < depth]
        yield "\n".join(text for _, text in above), core
        above.append((depth, core))


def _windows(parts: list[str], size: int, joiner: str) -> Iterator[str]:
    """Every run of up to ``size`` neighbouring parts; no question without what answers it."""
    parts = [part for part in parts if part.strip()]
    for start in range(len(parts)):
        for length in range(1, size + 1):
            end = start + length
            asks = end < len(parts) and length < size and parts[end - 1].rstrip().endswith("?")
            if end <= len(parts) and not asks:
                yield joiner.join(parts[start:end])

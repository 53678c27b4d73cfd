"""Formats without markup: prose in paragraphs, and data files kept verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.documents.builder import BlockBuilder, Span

_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)*\n")


class PlainReader:
    """``.txt`` files: paragraphs stand between blank lines."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """See :class:`harness.documents.base.Reader`."""
        for start, end in paragraph_spans(text):
            builder.paragraph(text[start:end], (start, end))


class CodeReader:
    """YAML, JSON and other data files: blocks between blank lines, character by character."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """See :class:`harness.documents.base.Reader`."""
        for start, end in paragraph_spans(text):
            builder.code(text[start:end], (start, end))


def paragraph_spans(text: str) -> Iterator[Span]:
    """Spans of the pieces of ``text`` between blank lines."""
    start = 0
    for match in _BLANK_LINES.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)

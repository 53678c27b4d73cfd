"""Evidence cut into the pieces that say something by themselves.

A sentence is one piece. A list item is a piece together with its lead-in (the line before
the list that ends with a colon); a table row is a piece together with its header line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from harness.text import sentence_spans

_CACHE = 20_000
_MOST_CELLS = 60  # cells of a row read together
_LONGEST_PIECE = 2_000  # characters; reading is not linear in the length
_BULLET = re.compile(r"\s*(?:[-*•–—+]|\d{1,2}[.)]|[a-zа-я]\))\s+")
_CELL_MARK = " | "


@dataclass(frozen=True, slots=True)
class Piece:
    """A composed text and where its parts stand in the evidence."""

    text: str
    parts: tuple[tuple[int, int, int], ...]
    """(start in ``text``, start in the evidence, length) of each part, in order of ``text``."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The evidence characters behind ``text[start:end]``."""
        return self._place(start), self._place(max(start, end - 1)) + 1

    def _place(self, at: int) -> int:
        for start, origin, length in reversed(self.parts):
            if at >= start:
                return origin + min(at - start, length - 1)
        return self.parts[0][1]


@lru_cache(maxsize=_CACHE)
def pieces(evidence: str, language: str) -> tuple[Piece, ...]:
    """The pieces of ``evidence`` in order."""
    found: list[Piece] = []
    lead: tuple[int, int] | None = None
    header: list[tuple[int, int]] = []
    for start, end in _lines(evidence):
        line = evidence[start:end]
        if _CELL_MARK in line:
            cells = _cells(line, start)
            for left in range(0, len(cells), _MOST_CELLS):
                part = slice(left, left + _MOST_CELLS)
                row = _row(evidence, header[part], cells[part])
                found.append(row if header else _joined(evidence, cells[part]))
            header = header or cells
            continue
        header = []
        item_start = start + _bullet_width(line)
        spans = [
            (item_start + left, item_start + right)
            for s, e in sentence_spans(evidence[item_start:end], language)
            for left, right in _windows(evidence[item_start:end], s, e)
        ]
        for number, span in enumerate(spans):
            found.append(_joined(evidence, [lead, span] if lead and number == 0 else [span]))
        if line.rstrip().endswith(":") and spans:
            lead = (spans[-1][0], _before_colon(evidence, spans[-1]))
        elif not spans:
            lead = None
    return tuple(found)


def _windows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence, or pieces of one too long to be read: text without a full stop to be found."""
    spans = []
    while end - start > _LONGEST_PIECE:
        space = text.rfind(" ", start + 1, start + _LONGEST_PIECE)
        cut = space if space > 0 else start + _LONGEST_PIECE
        spans.append((start, cut))
        start = cut
    return [*spans, (start, end)]


def _lines(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def _bullet_width(line: str) -> int:
    match = _BULLET.match(line)
    return match.end() if match else 0


def _before_colon(text: str, span: tuple[int, int]) -> int:
    return span[0] + len(text[slice(*span)].rstrip().rstrip(":").rstrip())


def _cells(line: str, offset: int) -> list[tuple[int, int]]:
    spans, start = [], 0
    for cell in line.split("|"):
        left = start + len(cell) - len(cell.lstrip())
        spans.append((offset + left, offset + max(left, start + len(cell.rstrip()))))
        start += len(cell) + 1
    return spans


def _row(text: str, header: list[tuple[int, int]], cells: list[tuple[int, int]]) -> Piece:
    spans: list[tuple[int, int] | None] = []
    for number, cell in enumerate(cells):
        if number:
            spans.append(None)
        if number < len(header):
            spans.append(header[number])
        spans.append(cell)
    return _joined(text, spans)


def _joined(text: str, spans: list[tuple[int, int]] | list[tuple[int, int] | None]) -> Piece:
    """Parts joined by spaces; ``None`` is a cell boundary."""
    out, length = [], 0
    parts: list[tuple[int, int, int]] = []
    for span in spans:
        piece = "|" if span is None else text[slice(*span)]
        if not piece:
            continue
        if span is not None:
            parts.append((length, span[0], len(piece)))
        out.append(piece)
        length += len(piece) + 1
    return Piece(" ".join(out), tuple(parts))

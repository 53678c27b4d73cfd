"""Evidence cut into the pieces that say something by themselves.

A sentence is one piece. A list item is a piece together with its lead-in (the line before
the list that ends with a colon); a table row is a piece together with its header line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from harness.support import anaphora
from harness.text import sentence_spans

_CACHE = 20_000
_MOST_CELLS = 60  # cells of a row read together
_LONGEST_PIECE = 2_000  # characters; reading is not linear in the length
_BULLET = re.compile(r"\s*(?:[-*•–—+]|\d{1,2}[.)]|[a-zа-я]\))\s+")
_CELL_MARK = " | "


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A composed text and where its parts stand in the evidence."""

    text: str
    parts: tuple[tuple[int, int, int], ...]
    """(start in ``text``, start in the evidence, length) of each part, in order of ``text``."""
    cells: tuple[str, ...] = ()
    """The cells of a row that stands under a header."""

    def span(self, start: int, end: int) -> Span:
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
    lead: Lead | None = None
    header: list[Span] = []
    lines = _lines(evidence)
    for number, (start, end) in enumerate(lines):
        line = evidence[start:end]
        if _CELL_MARK in line:
            cells = _cells(line, start)
            found.extend(_table_pieces(evidence, header, cells))
            header = header or cells
            continue
        header = []
        following = evidence[slice(*lines[number + 1])] if number + 1 < len(lines) else ""
        spans = _sentence_spans(evidence, (start + _bullet_width(line), end), language)
        lead = lead if lead and lead.leads(line) else None
        for place, span in enumerate(spans):
            before = spans[place - 1] if place else (span[0], span[0])
            parts = _filled(evidence, before, span, language)
            found.append(_joined(evidence, [lead.span, *parts] if lead and place == 0 else parts))
        if spans and (
            line.rstrip().endswith(":")
            or (lead is None and _breaks_off(line, following))
            or _heads_list(line, following)
        ):
            lead = Lead((spans[-1][0], _before_colon(evidence, spans[-1])))
    return tuple(found)


def _filled(text: str, before: Span, span: Span, language: str) -> list[Span]:
    """A sentence with the nouns that ``one`` and ``the first`` in it stand for."""
    filled = anaphora.filled(text[slice(*before)], text[slice(*span)], language)
    return [
        (origin + start, origin + end)
        for earlier, (start, end) in filled
        for origin in ((before if earlier else span)[0],)
    ] or [span]


class Lead:
    """The line that leads in to a list, which ends at a full sentence among mere phrases."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self._of_sentences: bool | None = None

    def leads(self, line: str) -> bool:
        """Whether a line is an item of this list."""
        bullet = _bullet_width(line)
        text = line[bullet:].strip()
        if not text:
            return False
        sentence = text[0].isupper() and text.endswith(".")
        if self._of_sentences is None:
            self._of_sentences = sentence
        return bool(bullet) or self._of_sentences or not sentence


def _breaks_off(line: str, following: str) -> bool:
    """Whether a line without a full stop goes on in the next one, in small letters."""
    return line.rstrip()[-1:].isalpha() and following.strip()[:1].islower()


def _heads_list(line: str, following: str) -> bool:
    """Whether a line of no full sentence, or a question, stands above the first item of a list."""
    opens = not _bullet_width(line) and bool(_bullet_width(following))
    return opens and (line.rstrip()[-1:].isalnum() or line.rstrip()[-1:] in ")?")


def _sentence_spans(text: str, line: Span, language: str) -> list[Span]:
    start, end = line
    return [
        (start + left, start + right)
        for s, e in sentence_spans(text[start:end], language)
        for left, right in _windows(text[start:end], s, e)
    ]


def _table_pieces(text: str, header: list[Span], cells: list[Span]) -> list[Piece]:
    """The pieces of one table line: a row with its header, or the header itself."""
    found = []
    for left in range(0, len(cells), _MOST_CELLS):
        part = slice(left, left + _MOST_CELLS)
        found.append(
            _row(text, header[part], cells[part]) if header else _joined(text, cells[part])
        )
    return found


def _windows(text: str, start: int, end: int) -> list[Span]:
    """A sentence, or pieces of one too long to be read: text without a full stop to be found."""
    spans = []
    while end - start > _LONGEST_PIECE:
        space = text.rfind(" ", start + 1, start + _LONGEST_PIECE)
        cut = space if space > 0 else start + _LONGEST_PIECE
        spans.append((start, cut))
        start = cut
    return [*spans, (start, end)]


def _lines(text: str) -> list[Span]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans


def _bullet_width(line: str) -> int:
    match = _BULLET.match(line)
    return match.end() if match else 0


def _before_colon(text: str, span: Span) -> int:
    return span[0] + len(text[slice(*span)].rstrip().rstrip(":").rstrip())


def _cells(line: str, offset: int) -> list[Span]:
    spans, start = [], 0
    for cell in line.split("|"):
        left = start + len(cell) - len(cell.lstrip())
        spans.append((offset + left, offset + max(left, start + len(cell.rstrip()))))
        start += len(cell) + 1
    return spans


def _row(text: str, header: list[Span], cells: list[Span]) -> Piece:
    spans: list[Span | None] = []
    for number, cell in enumerate(cells):
        if number:
            spans.append(None)
        if number < len(header):
            spans.append(header[number])
        spans.append(cell)
    return replace(_joined(text, spans), cells=tuple(text[slice(*cell)] for cell in cells))


def _joined(text: str, spans: list[Span] | list[Span | None]) -> Piece:
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

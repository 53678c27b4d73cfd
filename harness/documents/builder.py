"""The block list in the making: sections, slugs, lists, tables and lead-ins for every reader."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from harness.model.document import Block, BlockKind, Hidden
from harness.text import sentence_spans, squeeze

Container = Literal["list", "item", "quote", "table", "row", "header_row", "cell", "header_cell"]
HiddenKind = Literal["comment", "invisible", "script", "attribute", "struck"]
Span = tuple[int, int]
"""Character offsets in ``Document.text``, end exclusive."""

_LEAD_IN_CHARS = 600
_SLUG_CHARS = 80
_NOT_SLUG = re.compile(r"[^\w-]+")
# Tag characters spell out ASCII that no font shows; after a black flag they make an emoji.
_TAG_CHARACTERS = re.compile("(?<!\U0001f3f4)[\U000e0000-\U000e007f]+")


def slugify(title: str) -> str:
    """Letters of any script, digits and ``-``: the part of a section id one heading gives."""
    slug = _NOT_SLUG.sub("-", title.casefold()).strip("-")[:_SLUG_CHARS].strip("-")
    return slug or "section"


@dataclass(slots=True)
class _Frame:
    kind: Container
    start: int
    lead_in: str = ""
    """List: what its items continue. Table: the header row."""
    before: str = ""
    """List: the lead-in candidate that was in force when it opened."""
    group: int = -1
    first: str = ""
    """Item: its first paragraph."""
    parts: list[str] = field(default_factory=list)
    """Cell: its pieces of text. Row: its cells."""
    has_data: bool = False
    """Row: not all of its cells are header cells."""


class BlockBuilder:
    """Collects blocks in reading order. Text handed in is visible text; offsets are characters."""

    def __init__(self, text: str, language: str) -> None:
        self._text = text
        self.blocks: list[Block] = []
        self.hidden: list[Hidden] = []
        self._language = language
        self._sections: list[tuple[int, str, str]] = []
        self._seen_ids: dict[str, int] = {}
        self._frames: list[_Frame] = []
        self._groups = 0
        self._before = ""

    def open(self, kind: Container, start: int) -> int:
        """Enter a container; the mark returned closes it and all that is still open inside."""
        frame = _Frame(kind, start)
        if kind in ("list", "table"):
            frame.group = self._next_group()
            frame.before = self._before
        if kind == "list":
            frame.lead_in = self._list_lead_in()
        self._frames.append(frame)
        return len(self._frames) - 1

    def close(self, mark: int, end: int) -> None:
        """Leave the container opened with ``mark``; nothing happens if it is already left."""
        while len(self._frames) > mark:
            self._leave(self._frames.pop(), end)

    def heading(self, level: int, title: str, span: Span) -> None:
        """A heading and the section it opens; a heading without words opens none."""
        title, cell = self._visible(title, span), self._innermost("cell", "header_cell")
        if not title:
            return
        if cell is not None:
            cell.parts.append(title)
            return
        while self._sections and self._sections[-1][0] >= level:
            self._sections.pop()
        self._sections.append((level, title, self._unique_slug(title)))
        self._add("heading", title, span, level=level)
        self._before = title

    def paragraph(self, text: str, span: Span) -> None:
        """Running text; a list item or a quotation where it stands inside one."""
        text, cell = self._visible(text, span), self._innermost("cell", "header_cell")
        if not text:
            return
        if cell is not None:
            cell.parts.append(text)
            return
        item = self._innermost("item")
        if item is not None:
            self._item(item, text, span)
        elif self._innermost("quote") is not None:
            self._add("quote", text, span)
        else:
            self._add("paragraph", text, span)
        self._before = text

    def code(self, text: str, span: Span) -> None:
        """Text that is kept character by character."""
        text = _TAG_CHARACTERS.sub("", text).strip("\n")
        cell = self._innermost("cell", "header_cell")
        if not text.strip():
            return
        if cell is not None:
            cell.parts.append(text)
            return
        self._add("code", text, span)

    def hide(self, kind: HiddenKind, text: str, span: Span) -> None:
        """Text in the file that the rendered document does not show."""
        if text.strip():
            self.hidden.append(Hidden(kind, text.strip(), *span))

    def _visible(self, text: str, span: Span) -> str:
        for match in _TAG_CHARACTERS.finditer(text):
            self.hide("invisible", _spell(match.group()), span)
        return squeeze(_TAG_CHARACTERS.sub("", text))

    def _item(self, item: _Frame, text: str, span: Span) -> None:
        outer = self._innermost("list")
        lead_in = outer.lead_in if outer else ""
        if item.first:
            lead_in = _join(lead_in, _last_words(item.first, self._language))
        else:
            item.first = text
        depth = sum(frame.kind == "list" for frame in self._frames) - 1
        self._add("list_item", text, span, lead_in=lead_in, level=max(depth, 0))

    def _list_lead_in(self) -> str:
        outer, item = self._innermost("list"), self._innermost("item")
        lead_in = outer.lead_in if outer and item else ""
        if item and item.first:
            lead_in = _join(lead_in, _last_words(item.first, self._language))
        if not item or self._before not in ("", item.first, outer.before if outer else ""):
            lead_in = _join(lead_in, _last_words(self._before, self._language))
        return lead_in

    def _leave(self, frame: _Frame, end: int) -> None:
        if frame.kind == "list":
            self._before = frame.before
        elif frame.kind == "table":
            self._before = ""
        elif frame.kind in ("cell", "header_cell"):
            self._close_cell(frame)
        elif frame.kind in ("row", "header_row"):
            self._close_row(frame, end)

    def _close_cell(self, cell: _Frame) -> None:
        row = self._innermost("row", "header_row")
        if row is not None:
            row.parts.append(squeeze(" ".join(cell.parts)))
            row.has_data = row.has_data or cell.kind == "cell"

    def _close_row(self, row: _Frame, end: int) -> None:
        if not any(row.parts):
            return
        text = " | ".join(row.parts)
        cell, table = self._innermost("cell", "header_cell"), self._innermost("table")
        if cell is not None:
            cell.parts.append(text)
            return
        self._add("table_row", text, (row.start, end), lead_in=table.lead_in if table else "")
        is_header = row.kind == "header_row" or not row.has_data
        if is_header and table and not table.lead_in:
            table.lead_in = text

    def _add(
        self, kind: BlockKind, text: str, span: Span, *, lead_in: str = "", level: int = 0
    ) -> None:
        holder = self._innermost("list", "table")
        section = tuple(title for _, title, _ in self._sections)
        section_id = "/".join(slug for _, _, slug in self._sections)
        group = holder.group if holder and kind != "heading" else -1
        span = _trimmed(self._text, span)
        block = Block(kind, text, *span, section, section_id, lead_in, level, group)
        self.blocks.append(block)

    def _unique_slug(self, title: str) -> str:
        parents = "".join(f"{slug}/" for _, _, slug in self._sections)
        slug = name = slugify(title)
        # "x", "x", "x-2": the number given to the second must not be the name of the third.
        while parents + name in self._seen_ids:
            self._seen_ids[parents + slug] += 1
            name = f"{slug}-{self._seen_ids[parents + slug]}"
        self._seen_ids[parents + name] = 1
        return name

    def _innermost(self, *kinds: Container) -> _Frame | None:
        return next((frame for frame in reversed(self._frames) if frame.kind in kinds), None)

    def _next_group(self) -> int:
        self._groups += 1
        return self._groups - 1


def _trimmed(text: str, span: Span) -> Span:
    """The span without the white space at its ends."""
    piece = text[slice(*span)]
    start = span[0] + len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _spell(tags: str) -> str:
    return "".join(chr(ord(tag) - 0xE0000) for tag in tags)


def _join(outer: str, inner: str) -> str:
    return f"{outer} {inner}" if outer and inner else outer or inner


def _last_words(text: str, language: str) -> str:
    """The whole paragraph when it is short, else its last sentence, cut at its start if need be."""
    if len(text) <= _LEAD_IN_CHARS:
        return text
    tail = text[-10 * _LEAD_IN_CHARS :]
    spans = sentence_spans(tail, language)
    sentence = tail[spans[-1][0] :] if spans else tail
    if len(sentence) <= _LEAD_IN_CHARS:
        return sentence
    return sentence[-_LEAD_IN_CHARS:].partition(" ")[2] or sentence[-_LEAD_IN_CHARS:]

"""Markdown with tables, footnotes, raw HTML and the marks of documentation tools."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from markdown_it.token import Token

from harness.documents.base import FLATTEN, ReadError
from harness.documents.builder import BlockBuilder, Container, HiddenKind, Span
from harness.documents.grid import grid_rows
from harness.documents.html import HtmlSink
from harness.documents.markdown_rules import MAX_NESTING, markdown_parser

# Tables inside cells of tables; each level is parsed anew.
_MAX_GRID_DEPTH = 4
_WORD = re.compile(r"\w")
_TASK = re.compile(r"\A\[[ xX]\] ")
_ALERT = re.compile(r"\A\[!\w+\]\s*")
_CONTAINERS: dict[str, tuple[Container, ...]] = {
    "bullet_list": ("list",),
    "ordered_list": ("list",),
    "list_item": ("item",),
    "dd": ("list", "item"),
    "blockquote": ("quote",),
    "table": ("table",),
    "tr": ("row",),
    "td": ("cell",),
    "th": ("header_cell",),
}


Env = dict[str, dict[str, dict[str, Any]]]
"""What the parser remembers of a document: its link references among other things."""


class MarkdownReader:
    """``.md`` files."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """See :class:`harness.documents.base.Reader`."""
        sink = HtmlSink(builder)
        _Walk(builder, sink).run(text, 0)
        sink.finish(len(text))


class _Walk:
    """One pass over the tokens of a document, or of a cell of one of its grids."""

    def __init__(self, builder: BlockBuilder, sink: HtmlSink, grid_depth: int = 0) -> None:
        self._builder = builder
        self._sink = sink
        self._grid_depth = grid_depth
        self._base = 0
        self._lines: list[int] = []
        self._open: list[tuple[int, int]] = []
        self._heading_level = 0
        self._task = False

    def run(self, source: str, base: int) -> None:
        """Walk ``source``, which starts at ``base`` of the document."""
        self._base = base
        self._lines = [0, *(match.end() for match in re.finditer("\n", source)), len(source)]
        env: Env = {}
        for token in markdown_parser().parse(source, env):
            # At the parser's own limit it drops text in silence.
            if token.level >= MAX_NESTING - 1:
                where = f" in line {token.map[0] + 1}" if token.map and not base else ""
                raise ReadError(f"lists or quotes nested {MAX_NESTING} deep{where}", FLATTEN)
            self._take(token)
        self._hide_references(env)

    def _take(self, token: Token) -> None:
        name, _, end = token.type.rpartition("_")
        leaf: Callable[[Token], None] | None = {
            "inline": self._inline,
            "fence": self._code,
            "code_block": self._code,
            "html_block": self._html,
            "grid": self._grid,
        }.get(token.type)
        if leaf:
            leaf(token)
        elif end == "open":
            self._enter(name, token)
        elif end == "close" and name in _CONTAINERS:
            self._builder.close(*self._open.pop())
        elif name == "heading":
            self._heading_level = 0

    def _enter(self, name: str, token: Token) -> None:
        start, end = self._span(token)
        if name == "heading":
            self._heading_level = int(token.tag[1])
        kinds = _CONTAINERS.get(name, ())
        if kinds:
            self._open.append((self._builder.open(kinds[0], start), end))
            for kind in kinds[1:]:
                self._builder.open(kind, start)
        self._task = name == "list_item" or (self._task and name == "paragraph")

    def _inline(self, token: Token) -> None:
        span = self._span(token)
        text = _ALERT.sub("", self._visible(token, span))
        if self._task:
            text, self._task = _TASK.sub("", text), False
        if self._heading_level:
            self._builder.heading(self._heading_level, text, span)
        else:
            self._builder.paragraph(text, span)

    def _code(self, token: Token) -> None:
        hides = self._sink.hides
        if hides:
            self._builder.hide(hides, token.content, self._span(token))
        else:
            self._builder.code(token.content, self._span(token))

    def _html(self, token: Token) -> None:
        self._sink.feed(token.content, self._span(token)[0])
        self._sink.flush()

    def _grid(self, token: Token) -> None:
        if self._grid_depth >= _MAX_GRID_DEPTH:
            raise ReadError(f"tables nested more than {_MAX_GRID_DEPTH} deep", FLATTEN)
        base = self._base + token.meta["offset"]
        table = self._builder.open("table", base)
        for number, row in enumerate(grid_rows(token.content)):
            mark = self._builder.open("row" if number else "header_row", base + row.start)
            for left, right in row.cells:
                cell = self._builder.open("cell", base + left)
                self._grid_cell(token.content[left:right], base + left)
                self._builder.close(cell, base + right)
            self._builder.close(mark, base + row.end)
        self._builder.close(table, base + len(token.content))

    def _grid_cell(self, source: str, base: int) -> None:
        if not _WORD.search(source):
            # A lone "-" or "+" is a value here, not an empty list.
            self._builder.paragraph(source, (base, base + len(source)))
            return
        _Walk(self._builder, self._sink, self._grid_depth + 1).run(source, base)

    def _visible(self, token: Token, span: Span) -> str:
        parts: list[str] = []
        links: list[tuple[int, str]] = []
        struck = 0
        for child in token.children or ():
            struck += child.nesting if child.tag == "s" else 0
            if struck:
                self._builder.hide("struck", _shown(child), span)
            elif child.type == "link_open":
                links.append((len(parts), str(child.attrs.get("href", ""))))
                self._builder.hide("attribute", str(child.attrs.get("title", "")), span)
            elif child.type == "link_close":
                first, target = links.pop()
                if "".join(parts[first:]).strip() in ("", "{#T}"):
                    # The tool that builds the pages fills in the title of the target.
                    parts[first:] = [unquote(target)]
            elif child.type == "html_inline":
                parts.append(self._sink.feed_inline(child.content, span))
            else:
                self._show_inline(_shown(child), parts, span)
        return "".join(parts)

    def _show_inline(self, text: str, parts: list[str], span: Span) -> None:
        hides = self._sink.hides
        if hides:
            self._builder.hide(hides, text, span)
        else:
            parts.append(text)

    def _hide_references(self, env: Env) -> None:
        """``[//]: # (words)`` is how Markdown authors write comments."""
        for label, reference in sorted(env.get("references", {}).items()):
            kind: HiddenKind = "comment" if label.strip("/") == "" else "attribute"
            self._builder.hide(kind, reference["title"], self._lines_span(reference["map"]))

    def _span(self, token: Token) -> Span:
        return self._lines_span(token.map or [0, 0])

    def _lines_span(self, lines: list[int]) -> Span:
        first, last = lines
        return self._base + self._lines[first], self._base + self._lines[last]


def _shown(token: Token) -> str:
    """What an inline token shows; markup such as emphasis shows nothing of its own."""
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.type == "image":
        return "".join(_shown(child) for child in token.children or ())
    return token.content

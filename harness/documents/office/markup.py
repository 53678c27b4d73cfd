"""Pieces of HTML, in the forms our HTML reader tells apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

_COMMENT_END = re.compile(r"--(!?)>")


def element(name: str, text: str) -> str:
    """``text`` as the words of an element; nothing for no words."""
    return f"<{name}>{escape(text, quote=False)}</{name}>\n" if text.strip() else ""


def heading(level: int, text: str) -> str:
    """A heading of level 1 to 6."""
    return element(f"h{level}", text)


def paragraph(text: str) -> str:
    """Running text."""
    return element("p", text)


def table(rows: Sequence[Sequence[str]], *, header: bool) -> str:
    """A table; with ``header`` the first row names the columns."""
    if not rows:
        return ""
    lines = [_row(row, "th" if header and number == 0 else "td") for number, row in enumerate(rows)]
    return f"<table>\n{''.join(lines)}</table>\n"


def _row(cells: Sequence[str], name: str) -> str:
    inner = "".join(f"<{name}>{escape(cell, quote=False)}</{name}>" for cell in cells)
    return f"<tr>{inner}</tr>\n"


def hidden(html: str) -> str:
    """HTML that stands in the file, but is not shown."""
    return f"<div hidden>\n{html}</div>\n" if html.strip() else ""


def hidden_text(text: str) -> str:
    """Words that stand in the file, but are not shown."""
    return hidden(paragraph(text))


def struck(text: str) -> str:
    """Words that were deleted, with the deletion still on record."""
    return element("del", text)


def comment(text: str) -> str:
    """A note about the text, or about what could not be read of it."""
    inner = _COMMENT_END.sub(r"-- \1>", text)
    return f"<!-- {inner} -->\n" if text.strip() else ""


def script(text: str) -> str:
    """A program inside of the file; it is named and never run."""
    return f"<script>{text.replace('<', '')}</script>\n"

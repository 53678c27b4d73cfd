"""Rows and cells of a ``#| … |#`` table (``||`` bounds a row, ``|`` a cell, cells hold Markdown)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MARK = re.compile(r"\\.|`+|^[ \t]*#\||\|#[ \t]*$|\|\||\|", re.MULTILINE | re.DOTALL)
_MERGED = frozenset({">", "^"})


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row; offsets count from the start of the table's source."""

    start: int
    end: int
    cells: tuple[tuple[int, int], ...]
    """Span of each cell's Markdown; empty for a cell merged into its neighbour."""


def grid_rows(source: str) -> list[GridRow]:
    """The rows of a table from its opening ``#|`` to its closing ``|#``, both included.

    Whatever stands between two ``||`` is a row, so that a forgotten ``||`` hides nothing.
    """
    rows: list[GridRow] = []
    starts = [2]
    for mark, position in [*_outer_marks(source), ("||", len(source) - 2)]:
        if mark == "|":
            starts.append(position + 1)
        else:
            rows += _row(source, starts, position)
            starts = [position + 2]
    return rows


def _row(source: str, starts: list[int], end: int) -> list[GridRow]:
    """The row between two ``||``; none where nothing but white space stands there."""
    if not source[starts[0] : end].strip():
        return []
    spans = zip(starts, [*(start - 1 for start in starts[1:]), end], strict=True)
    cells = tuple(
        (right, right) if source[left:right].strip() in _MERGED else (left, right)
        for left, right in spans
    )
    return [GridRow(starts[0], end, cells)]


def _outer_marks(source: str) -> Iterator[tuple[str, int]]:
    """Row and cell marks that stand neither in code nor in a table inside a cell."""
    position, depth = 2, 0
    end = len(source) - 2
    while (match := _MARK.search(source, position, end)) is not None:
        mark = match.group().strip()
        position = match.end()
        if mark.startswith("`"):
            closing = source.find(mark, position, end)
            position = closing + len(mark) if closing >= 0 else position
        elif mark == "#|":
            depth += 1
        elif mark == "|#" and depth:
            depth -= 1
        elif mark in ("|", "||") and not depth:
            yield mark, match.start()

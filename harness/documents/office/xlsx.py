"""Workbooks: every sheet a section, every block of rows a table, cells as a person sees them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

from harness.documents.base import ReadError
from harness.documents.office import markup
from harness.documents.office.package import not_read, open_package

MAX_CELLS = 2_000_000
"""Most cells between the first and the last used one of a sheet."""


def to_html(data: bytes) -> str:
    """Sheets, rows and cells; hidden sheets, rows and columns, and notes on cells, as hidden text.

    A formula shows the value that was saved with it, or itself where none was.
    """
    import openpyxl

    package = open_package(data)
    values = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
    formulas = openpyxl.load_workbook(io.BytesIO(data), keep_links=False)
    sheets = [
        _sheet(sheet, formulas[sheet.title])
        for sheet in values.worksheets  # charts on a sheet of their own hold no cells
    ]
    return "".join([*sheets, not_read(package)])


def _sheet(sheet: Any, formulas: Any) -> str:
    cells = sheet.max_row * sheet.max_column
    if cells > MAX_CELLS:
        raise ReadError(f"sheet {sheet.title!r} spans {cells} cells; the limit is {MAX_CELLS}")
    unseen = {
        letter
        for letter, size in sheet.column_dimensions.items()
        if size.hidden
        for letter in _letters(size, letter)
    }
    shown: list[list[str]] = []
    hidden: list[str] = []
    notes: list[str] = []
    for row in sheet.iter_rows():
        row_hidden = bool(sheet.row_dimensions[row[0].row].hidden)
        line = [_shown(cell, formulas) for cell in row]
        dark = [row_hidden or cell.column_letter in unseen for cell in row]
        hidden += [text for text, is_dark in zip(line, dark, strict=True) if is_dark and text]
        shown.append(["" if is_dark else text for text, is_dark in zip(line, dark, strict=True)])
        notes += [markup.comment(cell.comment.text) for cell in row if getattr(cell, "comment", "")]
    html = "".join(_tables(shown))
    if html:
        html = markup.heading(2, sheet.title) + html
    if sheet.sheet_state != "visible":
        html = markup.hidden(html)
    return "".join([html, *(markup.hidden_text(text) for text in hidden), *notes])


def _letters(size: Any, letter: str) -> Iterator[str]:
    """The columns one entry of the column settings is about."""
    from openpyxl.utils import get_column_letter

    if not size.min or not size.max:
        yield letter
        return
    yield from (get_column_letter(number) for number in range(size.min, min(size.max, 16_384) + 1))


def _tables(rows: list[list[str]]) -> Iterator[str]:
    """One table for each run of rows without an empty one, without its empty columns."""
    block: list[list[str]] = []
    for row in [*rows, []]:
        if any(row):
            block.append(row)
            continue
        used = [n for n in range(len(block[0])) if any(line[n] for line in block)] if block else []
        lines = [[line[n] for n in used] for line in block]
        yield markup.table(lines, header=len(lines) > 1)
        block = []


def _shown(cell: Any, formulas: Any) -> str:
    value = cell.value
    if value is None:
        formula = formulas.cell(cell.row, cell.column).value
        value = getattr(formula, "text", formula)  # a formula over several cells is an object
    return _words(value, str(cell.number_format))


def _words(value: Any, number_format: str) -> str:
    """A value in words that do not depend on the language of the machine."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return f"{value * 100:.15g}%" if "%" in number_format else f"{value:.15g}"
    if isinstance(value, datetime):
        day = value.date().isoformat()
        return day if value.time() == time() else f"{day} {value.time().isoformat()}"
    return "" if value is None else str(value)

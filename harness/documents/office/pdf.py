"""PDF: text boxes in reading order as paragraphs, ruled tables as tables."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from harness.documents.base import ReadError
from harness.documents.office import markup

MAX_PAGES = 5_000

_NO_UNICODE = re.compile(r"\(cid:\d+\)")
_MOST_WITHOUT_UNICODE = 0.02
_Box = tuple[float, float, float, float]


def to_html(data: bytes) -> str:
    """Pages in order. A page that is only an image leaves a comment that says so.

    Raises:
        ReadError: protected with a password, too many pages, or fonts that do not tell which
            letters they show.
    """
    import pdfplumber
    from pdfminer.pdfdocument import PDFPasswordIncorrect
    from pdfplumber.utils.exceptions import PdfminerException

    try:
        opened = pdfplumber.open(io.BytesIO(data), laparams={})
    except PdfminerException as error:
        if isinstance(error.__context__, PDFPasswordIncorrect):
            raise ReadError(
                "protected with a password",
                "Save it without a password, or leave it out with corpus.exclude.",
            ) from error
        raise
    with opened as pdf:
        if len(pdf.pages) > MAX_PAGES:
            raise ReadError(f"{len(pdf.pages)} pages; the limit is {MAX_PAGES}")
        html = "".join(part for page in pdf.pages for part in _page(page))
    unknown = len(_NO_UNICODE.findall(html))
    if unknown > _MOST_WITHOUT_UNICODE * max(1, len(html)):
        raise ReadError(
            f"{unknown} letters whose fonts do not tell which letters they are",
            "Have its text recognised, or leave it out with corpus.exclude.",
        )
    return html


def _page(page: Any) -> Iterator[str]:
    found = page.find_tables()
    boxes = [table.bbox for table in found]
    parts = [(top, markup.paragraph(text)) for top, text in _paragraphs(page, boxes)]
    for table in found:
        rows = [[cell or "" for cell in row] for row in table.extract()]
        parts.append((table.bbox[1], markup.table(rows, header=len(rows) > 1)))
    if not parts and page.images:
        yield markup.comment(f"page {page.page_number}: an image without text, not read")
    yield from _in_order(parts)
    page.close()  # frees what is kept of it


def _in_order(parts: list[tuple[float, str]]) -> list[str]:
    """Paragraphs in the order they came in, each table before the first paragraph below it."""
    ordered: list[tuple[float, str]] = []
    for top, html in parts:
        is_table = html.startswith("<table>")
        below = (n for n, (other, _) in enumerate(ordered) if is_table and other > top)
        ordered.insert(next(below, len(ordered)), (top, html))
    return [html for _, html in ordered]


def _paragraphs(page: Any, tables: list[_Box]) -> Iterator[tuple[float, str]]:
    """(top, text) of each text box, without the lines that stand in a table."""
    from pdfminer.layout import LTTextBox

    for box in page.layout:
        if not isinstance(box, LTTextBox):
            continue
        lines = [line for line in box if not _inside(_middle(page, line), tables)]
        text = "\n".join(line.get_text().strip() for line in lines)
        if text.strip():
            yield page.height - box.y1, text


def _middle(page: Any, line: Any) -> tuple[float, float]:
    """The middle of a line, counted from the top left as tables are."""
    return (line.x0 + line.x1) / 2, page.height - (line.y0 + line.y1) / 2


def _inside(point: tuple[float, float], boxes: list[_Box]) -> bool:
    x, y = point
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)

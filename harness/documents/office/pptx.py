"""Presentations: every slide a section, with its lists, tables, charts and the speaker's notes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from harness.documents.office import markup
from harness.documents.office.package import not_read, open_package, xml_roots

_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"
_PLAIN_TEXT = "{http://schemas.openxmlformats.org/presentationml/2006/main}text"
_FALSE = frozenset({"0", "false"})


def to_html(data: bytes) -> str:
    """Slides in order; hidden slides, hidden shapes and comments as hidden text."""
    from pptx import Presentation

    package = open_package(data)
    slides = [_slide(slide) for slide in Presentation(io.BytesIO(data)).slides]
    comments = [
        markup.comment(" ".join(part.text or "" for part in root.iter(_TEXT, _PLAIN_TEXT)))
        for _, root in xml_roots(package, "ppt/comments/")
    ]
    return "".join([*slides, *comments, not_read(package)])


def _slide(slide: Any) -> str:
    title = slide.shapes.title
    named = markup.heading(2, title.text_frame.text) if title is not None else ""
    others = [shape for shape in slide.shapes if title is None or shape.shape_id != title.shape_id]
    html = named + "".join(part for shape in others for part in _shape(shape))
    if slide.has_notes_slide:
        notes = slide.notes_slide.notes_text_frame
        html += "".join(_text(notes, bullets=False)) if notes is not None else ""
    return markup.hidden(html) if slide._element.get("show") in _FALSE else html  # noqa: SLF001  # the library has no name for it


def _shape(shape: Any) -> Iterator[str]:
    """HTML of a shape and of those grouped in it."""
    about = next(shape._element.iter("{*}cNvPr"))  # noqa: SLF001  # as above
    html = "".join(_visible(shape, about.get("descr", "")))
    yield markup.hidden(html) if about.get("hidden") in ("1", "true") else html


def _visible(shape: Any, alternative: str) -> Iterator[str]:
    if hasattr(shape, "shapes"):
        for inner in shape.shapes:
            yield from _shape(inner)
    elif getattr(shape, "has_table", False):
        rows = [[cell.text for cell in row.cells] for row in shape.table.rows]
        yield markup.table(rows, header=shape.table.first_row)
    elif getattr(shape, "has_chart", False):
        yield from _chart(shape.chart)
    elif shape.has_text_frame:
        yield from _text(shape.text_frame, bullets=shape.is_placeholder)
    else:
        yield markup.paragraph(alternative)


def _text(frame: Any, *, bullets: bool) -> Iterator[str]:
    """Paragraphs, or a list with one item a paragraph where there are several."""
    lines = [(part.level, part.text) for part in frame.paragraphs if part.text.strip()]
    if not bullets or len(lines) < 2:
        yield from (markup.paragraph(text) for _, text in lines)
        return
    depth = 0
    for level, text in lines:
        yield "<ul>" * (level + 1 - depth) + "</ul>" * (depth - level - 1)
        depth = level + 1
        yield markup.element("li", text)
    yield "</ul>\n" * depth


def _chart(chart: Any) -> Iterator[str]:
    """The numbers of a chart as a table, series after series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        yield markup.paragraph(chart.chart_title.text_frame.text)
    for plot in chart.plots:
        names = [str(series.name) for series in plot.series]
        columns = [list(series.values) for series in plot.series]
        rows = [
            [str(label), *("" if column[n] is None else f"{column[n]:.15g}" for column in columns)]
            for n, label in enumerate(plot.categories)
            if all(n < len(column) for column in columns)
        ]
        yield markup.table([["", *names], *rows], header=True)

"""Office documents and PDF, made by the libraries that people make them with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

Change = Callable[[bytes], bytes]


def docx(build: Callable[[Any], None]) -> bytes:
    """A Word document that ``build`` fills."""
    import docx as library

    document = library.Document()
    build(document)
    return _saved(document.save)


def xlsx(build: Callable[[Any], None]) -> bytes:
    """A workbook that ``build`` fills, starting with one empty sheet."""
    import openpyxl

    workbook = openpyxl.Workbook()
    build(workbook)
    return _saved(workbook.save)


def pptx(build: Callable[[Any], None]) -> bytes:
    """A presentation that ``build`` fills."""
    import pptx as library

    presentation = library.Presentation()
    build(presentation)
    return _saved(presentation.save)


def pdf(*pages: Callable[[Any], None]) -> bytes:
    """A PDF with a page for each function; the font ``text`` has Latin and Cyrillic letters."""
    from font_manrope import Manrope
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=1)
    pdfmetrics.registerFont(TTFont("text", Manrope))
    for draw in pages:
        canvas.setFont("text", 11)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def changed(data: bytes, parts: Mapping[str, bytes | Change | None]) -> bytes:
    """The package with parts added, changed or (``None``) removed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(
        stream, "w", zipfile.ZIP_DEFLATED
    ) as new:  # fmt: skip
        for name in old.namelist():
            given = parts.get(name, old.read(name))
            if given is not None:
                new.writestr(name, given(old.read(name)) if callable(given) else given)
        for name in parts.keys() - set(old.namelist()):
            given = parts[name]
            if isinstance(given, bytes):
                new.writestr(name, given)
    return stream.getvalue()


def _saved(save: Callable[[Any], None]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()

"""Formats whose files are no text as they stand: libraries of the extra ``documents`` read them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True, slots=True)
class OfficeFormat:
    """One format, and the library that opens it."""

    name: str
    """What our reader of it is called."""
    ending: str
    module: str
    package: str
    """Its distribution."""

    @property
    def readable(self) -> bool:
        """Whether the library is installed."""
        return find_spec(self.module) is not None


_OPEN_XML = "application/vnd.openxmlformats-officedocument"

OFFICE: dict[str, OfficeFormat] = {
    "application/pdf": OfficeFormat("pdf", ".pdf", "pdfplumber", "pdfplumber"),
    f"{_OPEN_XML}.presentationml.presentation": OfficeFormat(
        "pptx", ".pptx", "pptx", "python-pptx"
    ),
    f"{_OPEN_XML}.spreadsheetml.sheet": OfficeFormat("xlsx", ".xlsx", "openpyxl", "openpyxl"),
    f"{_OPEN_XML}.wordprocessingml.document": OfficeFormat("docx", ".docx", "mammoth", "mammoth"),
}
"""By media type."""

OFFICE_ENDINGS: dict[str, str] = {form.ending: media for media, form in OFFICE.items()}
"""File name ending -> media type."""

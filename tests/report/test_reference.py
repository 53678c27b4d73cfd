"""The reference page says what is true."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

from harness.report import TEXT_MODES, languages
from harness.report.context import page_parts

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "report.md"


def test_every_field_has_a_help() -> None:
    for part in page_parts():
        for name, hint in get_type_hints(part, include_extras=True).items():
            assert hint.__metadata__[0].strip(), f"{part.__name__}.{name}"


def test_every_mode_and_language_is_named() -> None:
    page = PAGE.read_text("utf-8")
    for value in (*TEXT_MODES, *languages()):
        assert f"`{value}`" in page

"""Write docs/reference/report-template.md: ``make docs``."""

from __future__ import annotations

from pathlib import Path

from harness.report.context import reference_tables

PAGE = Path(__file__).parent / "reference" / "report-template.md"
MARK = "<!-- written by make docs -->\n"


def page() -> str:
    """The page with everything below the mark made anew."""
    by_hand = PAGE.read_text("utf-8").partition(MARK)[0]
    return f"{by_hand}{MARK}\n{reference_tables()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

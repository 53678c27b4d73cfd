"""Write the table of docs/reference/exit-codes.md from the codes themselves: ``make docs``."""

from __future__ import annotations

from pathlib import Path

from docs.tables import attribute_docs, fill, table
from harness.errors import ExitCode

PAGE = Path(__file__).parent / "reference" / "exit-codes.md"


def page() -> str:
    """The page with its table made anew."""
    docs = attribute_docs(ExitCode)
    rows = [[str(code.value), docs[code.name]] for code in ExitCode]
    return fill(PAGE.read_text("utf-8"), {"exit codes": table(["Code", "Meaning"], rows)})


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

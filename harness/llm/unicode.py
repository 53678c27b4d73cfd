"""Text that can be sent and written."""

from __future__ import annotations


def well_formed(text: str) -> str:
    """``text`` with surrogate pairs joined and lone surrogates, which UTF-8 cannot carry, as U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

"""Numbers of things, as a sentence says them."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """``1 case``, ``2 cases``; ``noun`` is a regular one in the singular, with what stands before it."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Sequence[str], most: int) -> str:
    """``a, b and 3 more``: the first ``most`` names, and how many others there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown

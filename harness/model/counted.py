"""Numbers of things, as a sentence says them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 case``, ``2 cases``; ``noun`` is a regular one in the singular, with what stands before it."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

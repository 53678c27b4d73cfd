"""The pinned normaliser: what counts as the same text."""

from __future__ import annotations

import re
import unicodedata

NORMALISER_VERSION = "1"
"""Bump when the same bytes may come out differently; it is part of every index id."""

_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_SPACES = "\u00a0\u2007\u202f\u2009\u200a\u2008\u2002\u2003"
_PLAIN = str.maketrans(dict.fromkeys(_SPACES, " ") | dict.fromkeys(_ZERO_WIDTH, ""))
_NOT_PLAIN = re.compile(f"[{_SPACES}{_ZERO_WIDTH}]")
_SAME = str.maketrans(
    {
        "ё": "е",
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "„": '"',
        "–": "-",
        "—": "-",
        "−": "-",
        "‑": "-",
        "‐": "-",
    }
)
_NOT_SAME = re.compile("[ё’‘ʼ“”«»„–—−‑‐]")


def normalise(text: str) -> str:
    """NFC, line feeds only, no zero-width characters, plain spaces for the non-breaking ones."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():  # as most pieces are; a table is looked up for every single character
        return text
    text = unicodedata.normalize("NFC", text)
    return text.translate(_PLAIN) if _NOT_PLAIN.search(text) else text


def squeeze(text: str) -> str:
    """White space collapsed to single spaces, ends trimmed."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """A form for comparing wording: case, quotes, dashes, ``ё`` and white space made equal."""
    text = normalise(text).casefold()
    return squeeze(text.translate(_SAME) if _NOT_SAME.search(text) else text)

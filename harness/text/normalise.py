"""The pinned normaliser: what counts as the same text."""

from __future__ import annotations

import re
import unicodedata

NORMALISER_VERSION = "1"
"""Bump when the same bytes may come out differently; it is part of every index id."""

_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u202f\u2009\u200a\u2008\u2002\u2003"), " ")
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


def normalise(text: str) -> str:
    """NFC, line feeds only, no zero-width characters, plain spaces for the non-breaking ones."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text).translate(_ZERO_WIDTH).translate(_SPACES)


def squeeze(text: str) -> str:
    """White space collapsed to single spaces, ends trimmed."""
    return re.sub(r"\s+", " ", text).strip()


def fold(text: str) -> str:
    """A form for comparing wording: case, quotes, dashes, ``ё`` and white space made equal."""
    return squeeze(normalise(text).casefold().translate(_SAME))

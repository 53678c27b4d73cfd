"""Which language a text is in, by script. No model, no download, the same on every machine."""

from __future__ import annotations

import re

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
# Russian technical prose carries many Latin identifiers; a third of Cyrillic letters is prose.
_CYRILLIC_SHARE = 1 / 3


def detect_language(text: str) -> str:
    """``ru``, ``en``, or ``und`` for a text without Cyrillic or Latin letters.

    Latin text counts as English; a corpus in another Latin language names it in its
    configuration or front matter, which always win over detection.
    """
    cyrillic = len(_CYRILLIC.findall(text))
    latin = len(_LATIN.findall(text))
    if cyrillic + latin == 0:
        return "und"
    return "ru" if cyrillic >= _CYRILLIC_SHARE * (cyrillic + latin) else "en"

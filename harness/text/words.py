"""Words and their stems."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from harness.text.normalise import fold

_WORD = re.compile(r"\w+(?:[-./:@]\w+)*", re.UNICODE)
_SNOWBALL = {"en": "english", "ru": "russian", "de": "german", "fr": "french", "es": "spanish"}
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")


def words(text: str) -> list[str]:
    """Folded words in order; numbers, versions, dates and dotted identifiers stay whole."""
    return _WORD.findall(fold(text))


def stems(text: str, language: str) -> list[str]:
    """Snowball stems of :func:`words`. A word in the other script is stemmed in its own language."""
    return [_stem(word, language) for word in words(text)]


@lru_cache(maxsize=200_000)
def _stem(word: str, language: str) -> str:
    if not word.isalpha():
        return word
    if language in ("en", "ru", "und"):
        language = "ru" if _CYRILLIC.search(word) else "en"
    stemmer = _stemmer(_SNOWBALL.get(language, "english"))
    return str(stemmer.stemWord(word))


@cache
def _stemmer(name: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(name)

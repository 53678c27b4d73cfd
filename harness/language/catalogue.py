"""The catalogue of a language: an English form and how it is told there.

Read with a few lines of our own: the catalogue is part of every start of a command in another
language than English, and importing babel's reader alone takes a third of the time for that. A
test holds this reader to babel's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LOCALE_FOLDER = Path(__file__).parent / "locale"
DOMAIN = "sentences"
SOURCE_LANGUAGE = "en"


def path_of(language: str) -> Path:
    """The catalogue of ``language``, there or not."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def languages() -> tuple[str, ...]:
    """Codes of the languages that are spoken, sorted."""
    found = (path.parent.parent.name for path in LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return tuple(sorted({SOURCE_LANGUAGE, *found}))


@cache
def messages(language: str) -> dict[str, str]:
    """English form -> form in ``language``, the translated ones; nothing where no catalogue is."""
    path = path_of(language)
    if not path.is_file():
        return {}
    return {text: told for text, told in _entries(path.read_text("utf-8")) if text and told}


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """(msgid, msgstr) of a ``.po`` file without plurals and contexts."""
    for block in text.split("\n\n"):
        parts = {"msgid": "", "msgstr": ""}
        name = ""
        for line in block.splitlines():
            keyword, _, rest = line.partition(" ")
            if keyword in parts:
                name, line = keyword, rest
            if line.startswith('"'):
                parts[name] += json.loads(line)
        yield parts["msgid"], parts["msgstr"]

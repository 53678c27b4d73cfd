"""Languages of the report: gettext catalogues read from their ``.po`` sources.

The catalogues are compiled in memory, so no ``.mo`` file can fall behind its source.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import HarnessError
from harness.registry import unknown

if TYPE_CHECKING:
    from babel.support import NullTranslations

LOCALE_FOLDER = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"


def languages() -> tuple[str, ...]:
    """Codes of the languages a report can be written in, sorted."""
    found = (path.parent.parent.name for path in LOCALE_FOLDER.glob("*/LC_MESSAGES/report.po"))
    return tuple(sorted({SOURCE_LANGUAGE, *found}))


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of ``language``; English is the source and needs none.

    Raises:
        HarnessError: there is no catalogue for ``language``.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    from babel.support import NullTranslations, Translations

    if language not in languages():
        raise HarnessError(unknown("report language", language, languages()))
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    path = LOCALE_FOLDER / language / "LC_MESSAGES" / "report.po"
    compiled = BytesIO()
    with path.open("rb") as stream:
        write_mo(compiled, read_po(stream, locale=language))
    compiled.seek(0)
    return Translations(compiled)

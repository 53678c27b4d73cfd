"""Keep the catalogues in step with the templates: ``python -m harness.report.catalogue``.

Reads every message of this room and of the review, merges it into each ``report.po`` and keeps
what is translated.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from harness.report.language import LOCALE_FOLDER
from harness.store import write_atomic

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOM = Path(__file__).parent
ROOMS = (ROOM, ROOM.parent / "review")
"""The review shows its pages in the report's words."""
_METHODS = [("templates/*.j2", "jinja2.ext:babel_extract"), ("labels.py", "python")]
_KEYWORDS: dict[str, tuple[int, ...]] = {"_": (1,), "N_": (1,), "gettext": (1,), "ngettext": (1, 2)}


def messages() -> Catalog:
    """The message template: every message the report may show."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    template = Catalog(project="corpusgate", charset="utf-8", fuzzy=False)
    options = {"templates/*.j2": {"trim_blocks": "true", "lstrip_blocks": "true"}}
    for room in ROOMS:
        found = extract_from_dir(room, _METHODS, options, _KEYWORDS)
        for _name, _line, message, comments, _context in sorted(found, key=lambda item: item[:2]):
            template.add(message, auto_comments=comments)
    return template


def updated(path: Path) -> bytes:
    """The ``.po`` file at ``path`` with exactly those messages, in a fixed order."""
    from babel.messages.pofile import read_po, write_po

    with path.open("rb") as stream:
        catalogue = read_po(stream, locale=path.parent.parent.name)
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    text = BytesIO()
    write_po(text, catalogue, omit_header=True, sort_output=True, ignore_obsolete=True, width=100)
    return _header(catalogue).encode("utf-8") + text.getvalue()


def _header(catalogue: Catalog) -> str:
    """What readers need and nothing that changes by itself, such as a date."""
    lines = [
        "Content-Type: text/plain; charset=utf-8",
        f"Language: {catalogue.locale_identifier}",
        f"Plural-Forms: {catalogue.plural_forms}",
    ]
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def main() -> None:
    """Bring every catalogue up to date."""
    for path in sorted(LOCALE_FOLDER.glob("*/LC_MESSAGES/report.po")):
        write_atomic(path, updated(path))


if __name__ == "__main__":
    main()

"""One file of a corpus version to one document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import PurePosixPath

from harness.documents.base import MEND, Reader, ReadError
from harness.documents.builder import BlockBuilder
from harness.documents.html_tokens import html_tokens
from harness.documents.office import office_to_html, office_versions
from harness.errors import Fault, HarnessError
from harness.model.corpus import ManifestEntry
from harness.model.document import Document
from harness.text import detect_language, normalise
from harness.text.decode import decode_text
from harness.text.formats import OFFICE
from harness.text.front_matter import FrontMatter, read_front_matter

_HTML = "text/html"

READERS = {
    "application/json": "harness.documents.plain:CodeReader",
    "application/toml": "harness.documents.plain:CodeReader",
    "application/yaml": "harness.documents.plain:CodeReader",
    _HTML: "harness.documents.html:HtmlReader",
    "text/markdown": "harness.documents.markdown:MarkdownReader",
    "text/plain": "harness.documents.plain:PlainReader",
    "text/x-rst": "harness.documents.rst:RstReader",
}
"""Media type -> reader class, imported when the first such file is read."""

_READER_VERSION = "3"  # bump when the same bytes may give another document

_NOT_LINE_FEED = re.compile(r"[^\n]")


def reader_version(media_types: Iterable[str]) -> str:
    """The version of what reads documents of these media types; part of every index id."""
    return " ".join(filter(None, [_READER_VERSION, office_versions(media_types)]))


def read_document(entry: ManifestEntry, data: bytes, *, language: str = "auto") -> Document:
    """Parse the bytes of one file of a manifest.

    ``language`` is an ISO 639-1 code or ``auto``; front matter ``lang`` wins over both.

    Raises:
        HarnessError: not text, faulty front matter, no reader for the media type, or
            beyond the limits of its reader.
    """
    try:
        return _read(entry, data, language)
    except ReadError as error:
        fault = Fault(entry.path, str(error), next_step=error.next_step)
    except ValueError as error:
        fault = Fault(entry.path, str(error), next_step=MEND)
    except RecursionError:
        fault = Fault(entry.path, "nested too deeply to be parsed", next_step=MEND)
    raise HarnessError("A document cannot be read.", [fault])


def _read(entry: ManifestEntry, data: bytes, language: str) -> Document:
    if entry.media_type in OFFICE:
        return _read_office(entry, data, language)
    text = normalise(decode_text(data))
    front = read_front_matter(text)
    body = text[front.end :]
    prose = _html_prose(body) if entry.media_type == _HTML else body
    return _parse(entry, text, front, _language(language, front, prose))


def _read_office(entry: ManifestEntry, data: bytes, language: str) -> Document:
    text = normalise(office_to_html(data, entry.media_type))
    if language == "auto":
        language = detect_language(_html_prose(text))
    document = _parse(entry, text, FrontMatter(), language)
    if not document.blocks:
        raise ReadError(
            "no text can be read of it: it is empty, or holds images of text",
            "Have its text recognised, or leave it out with corpus.exclude.",
        )
    return document


def _parse(entry: ManifestEntry, text: str, front: FrontMatter, language: str) -> Document:
    builder = BlockBuilder(text, language)
    # Blanked out instead of cut off, so that every offset is one into the whole text.
    blank = _NOT_LINE_FEED.sub(" ", text[: front.end])
    media_type = _HTML if entry.media_type in OFFICE else entry.media_type
    _reader(media_type).read(blank + text[front.end :], builder)
    return Document(
        source_id=entry.source_id,
        path=entry.path,
        title=entry.title or _first_heading(builder) or PurePosixPath(entry.path).stem,
        language=language,
        text=text,
        blocks=tuple(builder.blocks),
        hidden=tuple(sorted(builder.hidden, key=lambda hidden: (hidden.start, hidden.end))),
        metadata=entry.metadata,
    )


def visible_text(document: Document) -> str:
    """What a reader of the rendered document sees, one block a line."""
    return "\n".join(block.text for block in document.blocks)


def _language(language: str, front: FrontMatter, prose: str) -> str:
    named = front.values.get("lang") or front.values.get("language")
    if isinstance(named, str) and re.fullmatch(r"[A-Za-z]{2}(?:[-_].*)?", named):
        return named[:2].lower()
    return detect_language(prose) if language == "auto" else language


def _html_prose(text: str) -> str:
    """HTML without tags, comments, scripts and styles: their letters are of no language."""
    return " ".join(token.value for token in html_tokens(text) if token.kind == "text")


def _first_heading(builder: BlockBuilder) -> str:
    return next((block.text for block in builder.blocks if block.kind == "heading"), "")


def _reader(media_type: str) -> Reader:
    if media_type not in READERS:
        raise ReadError(
            f"no reader for {media_type}. Expected one of: {', '.join(sorted(READERS))}"
        )
    module, _, name = READERS[media_type].partition(":")
    reader: Reader = getattr(import_module(module), name)()
    return reader

"""The ZIP package of an Office document, looked through before a library opens it."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from harness.documents.base import SAVE_AGAIN, ReadError
from harness.documents.office import markup

MAX_PARTS = 10_000
MAX_EXPANDED_BYTES = 200_000_000
MAX_RATIO = 200
"""Most that a part of more than 1 MB may expand, in times its packed size."""

_SMALL_BYTES = 1_000_000
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = 0x1
_EMBEDDED = re.compile(r"/embeddings/|/afchunk|/activeX/", re.IGNORECASE)


def open_package(data: bytes) -> zipfile.ZipFile:
    """The package, with every part known to be of sound size, name and XML.

    Raises:
        ReadError: not a package, encrypted, a bomb, or with a document type declaration, which
            these formats forbid and attacks need.
    """
    if data.startswith(_OLD_OFFICE):
        raise ReadError(
            "protected with a password, or an Office file from before 2007",
            "Save it as .docx, .xlsx or .pptx without a password, or leave it out with "
            "corpus.exclude.",
        )
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile as error:
        raise ReadError("not an Office document, or a damaged one", SAVE_AGAIN) from error
    parts = package.infolist()
    if len(parts) > MAX_PARTS:
        raise ReadError(f"{len(parts)} parts; the limit is {MAX_PARTS}")
    _check_sizes(parts)
    _check_names(parts)
    for part in parts:
        if part.filename.lower().endswith((".xml", ".rels", ".vml")):
            _check_xml(package, part)
    return package


def not_read(package: zipfile.ZipFile) -> str:
    """HTML that names what the package holds besides its text: macros and embedded files."""
    names = sorted(package.namelist())
    macros = [markup.script(name) for name in names if name.lower().endswith("vbaproject.bin")]
    embedded = [
        markup.comment(f"embedded file, not read: {name}")
        for name in names
        if _EMBEDDED.search(f"/{name}")
    ]
    return "".join([*macros, *embedded])


def xml_roots(package: zipfile.ZipFile, *endings: str) -> Iterator[tuple[str, Any]]:
    """(name, root element) of the XML parts in a folder or with a name, sorted by name."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    for name in sorted(package.namelist()):
        if name.endswith(".xml") and any(ending in name for ending in endings):
            yield name, etree.fromstring(package.read(name), parser)


def _check_sizes(parts: list[zipfile.ZipInfo]) -> None:
    expanded = sum(part.file_size for part in parts)
    if expanded > MAX_EXPANDED_BYTES:
        raise ReadError(f"{expanded} bytes unpacked; the limit is {MAX_EXPANDED_BYTES}")
    for part in parts:
        if part.file_size > max(_SMALL_BYTES, MAX_RATIO * part.compress_size):
            raise ReadError(
                f"{part.filename!r} unpacks to {part.file_size} bytes, more than {MAX_RATIO} times "
                "its packed size"
            )


def _check_names(parts: list[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    for part in parts:
        name = part.filename
        if part.flag_bits & _ENCRYPTED:
            raise ReadError(f"{name!r} is encrypted")
        if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/"):
            raise ReadError(f"{name!r} leads out of the package")
        if name.lower() in seen:
            raise ReadError(f"two parts are called {name!r}")
        seen.add(name.lower())


def _check_xml(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        with package.open(part) as stream:
            parser.ParseFile(stream)
    except expat.ExpatError as error:
        where = f"{part.filename!r}, line {error.lineno}"
        raise ReadError(f"damaged: not XML in {where}", SAVE_AGAIN) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise ReadError(f"damaged: {part.filename!r} cannot be unpacked", SAVE_AGAIN) from error


def _refuse_doctype(*_: object) -> None:
    raise ReadError("holds a document type declaration, which Office documents may not")

"""A corpus folder -> its manifest, or every fault in it at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from harness.corpus.titles import first_heading
from harness.corpus.walk import Files, walk
from harness.errors import ExitCode, HarnessError
from harness.git import is_lfs_pointer
from harness.model.corpus import Manifest, ManifestEntry
from harness.model.counted import counted
from harness.store import digest_json, sha256_bytes
from harness.text import normalise
from harness.text.decode import decode_text
from harness.text.formats import OFFICE, OFFICE_ENDINGS
from harness.text.front_matter import FrontMatter, read_front_matter

MEDIA_TYPES = {
    ".htm": "text/html",
    ".html": "text/html",
    ".json": "application/json",
    ".markdown": "text/markdown",
    ".md": "text/markdown",
    ".rst": "text/x-rst",
    ".toml": "application/toml",
    ".txt": "text/plain",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    **OFFICE_ENDINGS,
}
"""File name ending -> media type, for every kind of file that can be a document."""

# "#" starts the section in document#section; control characters break lists of ids.
_NOT_IN_ID = re.compile(r"[#\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Scan:
    """What a corpus folder holds."""

    manifest: Manifest
    ignored: tuple[str, ...]
    """Files that ``include`` does not match, and files and folders that ``exclude`` does."""


def scan_corpus(
    root: Path,
    *,
    include: Sequence[str],
    exclude: Sequence[str],
    max_file_bytes: int,
    max_files: int,
    missing: ExitCode = ExitCode.USAGE,
) -> Manifest:
    """The manifest of the documents under ``root``; see :func:`scan_folder`."""
    return scan_folder(
        root,
        include=include,
        exclude=exclude,
        max_file_bytes=max_file_bytes,
        max_files=max_files,
        missing=missing,
    ).manifest


def scan_folder(
    root: Path,
    *,
    include: Sequence[str],
    exclude: Sequence[str],
    max_file_bytes: int,
    max_files: int,
    missing: ExitCode = ExitCode.USAGE,
) -> Scan:
    """Read every document under ``root`` once. Patterns are those of ``.gitignore``.

    Paths stay as the file system spells them, so that files can be opened by them. Source
    ids, order and digest use their NFC form, so a corpus checked out on a system that
    decomposes names has the same digest.

    Raises:
        HarnessError: no folder at ``root`` (with the exit code ``missing``), more than
            ``max_files`` documents, or every document that cannot be one.
    """
    if not root.is_dir():
        found = "not a folder" if root.exists() else "no such corpus folder"
        raise HarnessError(
            f"{root}: {found}. Expected a folder of documents: correct corpus.baseline or "
            "corpus.candidate of the release configuration, or name one with --baseline or "
            "--candidate.",
            exit_code=missing,
        )
    files = walk(root, include, exclude)
    if len(files.included) > max_files:
        raise HarnessError(
            f"{root}: {counted(len(files.included), 'document')}, but the limit is {max_files}. "
            f"Narrow include, or raise max_files."
        )
    entries = [
        entry
        for path in files.included
        if (entry := _entry(root, path, max_file_bytes, files)) is not None
    ]
    _check_unique(entries, files)
    if files.faults:
        raise HarnessError(
            f"{root}: {counted(len(files.faults), 'fault')} in the corpus.",
            sorted(files.faults, key=lambda fault: fault.where),
        )
    return Scan(build_manifest(entries), tuple(sorted(files.ignored)))


def build_manifest(entries: Iterable[ManifestEntry]) -> Manifest:
    """A manifest in its canonical order, with its digest."""
    ordered = sorted(entries, key=lambda entry: (nfc(entry.path), entry.path))
    digest = corpus_digest((entry.path, entry.sha256) for entry in ordered)
    return Manifest(entries=tuple(ordered), digest=digest)


def corpus_digest(files: Iterable[tuple[str, str]]) -> str:
    """``sha256:…`` over the (path, hex SHA-256) of every document, whatever order they come in."""
    return digest_json(sorted([nfc(path), sha256] for path, sha256 in files))


def read_source(root: Path, entry: ManifestEntry) -> bytes:
    """The bytes of a document, certain to be those of its manifest.

    Raises:
        HarnessError: the file is gone, or has changed since the manifest was made.
    """
    try:
        data = (root / entry.path).read_bytes()
    except OSError as error:
        raise HarnessError(f"{root / entry.path}: cannot be read: {error.strerror}.") from error
    if sha256_bytes(data) != entry.sha256:
        raise HarnessError(f"{root / entry.path}: changed since the manifest was made. Run again.")
    return data


def nfc(path: str) -> str:
    """A path as it compares across systems."""
    return unicodedata.normalize("NFC", path)


def _entry(root: Path, path: str, max_file_bytes: int, files: Files) -> ManifestEntry | None:
    try:
        path.encode("utf-8")
        media_type = MEDIA_TYPES[PurePosixPath(path).suffix.lower()]
        data = _read(root / path, max_file_bytes)
        text = _text(data, media_type)
        front = read_front_matter(text)
        source_id = _source_id(path, front)
    except UnicodeEncodeError:
        files.fault(path, "file name is not UTF-8", next_step="Rename it or exclude it.")
    except KeyError:
        files.fault(path, "no reader for this kind of file", ", ".join(MEDIA_TYPES), "Exclude it.")
    except OSError as error:
        files.fault(path, f"cannot be read: {error.strerror}")
    except ValueError as error:
        files.fault(path, str(error), next_step="Correct it or exclude it.")
    else:
        return ManifestEntry(
            path=path,
            source_id=source_id,
            sha256=sha256_bytes(data),
            bytes=len(data),
            media_type=media_type,
            title=_title(path, media_type, front, text),
            metadata=front.values,
        )
    return None


def _text(data: bytes, media_type: str) -> str:
    """The text as it stands in the file; none of an office document, which is read later."""
    form = OFFICE.get(media_type)
    if form is None:
        return normalise(decode_text(data))
    if not form.readable:
        raise ValueError(
            f"reading {form.ending} needs the extra 'documents', which is not installed. Install "
            f"it with: pip install 'corpusgate[documents]', or add '*{form.ending}' to exclude"
        )
    return ""


def _read(path: Path, max_file_bytes: int) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(max_file_bytes + 1)
    if len(data) > max_file_bytes:
        raise ValueError(f"{path.stat().st_size} bytes, but the limit is {max_file_bytes}")
    if is_lfs_pointer(data):
        raise ValueError("a Git LFS pointer, not the document; get it with: git lfs pull")
    return data


def _source_id(path: str, front: FrontMatter) -> str:
    given = front.values.get("source_id")
    if given is None:
        source_id = nfc(str(PurePosixPath(path).with_suffix("")))
    elif isinstance(given, str) and given.strip():
        source_id = nfc(given.strip())
    else:
        raise ValueError(f"source_id is {given!r}, not a text")
    if _NOT_IN_ID.search(source_id):
        raise ValueError(
            f"source id {source_id!r} holds '#' or a control character; "
            f"name another one in the front matter"
        )
    return source_id


def _title(path: str, media_type: str, front: FrontMatter, text: str) -> str:
    if media_type in OFFICE:
        return ""  # the first heading, once it is read
    given = front.values.get("title")
    if isinstance(given, str | int | float) and str(given).strip():
        return str(given).strip()
    return first_heading(text[front.end :], media_type) or PurePosixPath(path).stem


def _check_unique(entries: list[ManifestEntry], files: Files) -> None:
    owners: dict[str, str] = {}
    for entry in sorted(entries, key=lambda entry: entry.path):
        owner = owners.setdefault(entry.source_id, entry.path)
        if owner != entry.path:
            files.fault(
                entry.path,
                f"source id {entry.source_id!r} is taken by {owner!r}",
                "one document a source id",
                "Rename one, or give it a source_id in its front matter.",
            )

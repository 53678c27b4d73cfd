"""Checksum lists that ``sha256sum -c`` reads."""

from __future__ import annotations

from pathlib import Path

from harness.model.corpus import Manifest
from harness.store import write_atomic

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r"})


def write_sha256sums(manifest: Manifest, path: Path) -> None:
    """Write one ``digest  path`` line a document; check it from inside the corpus folder.

    Names with a backslash, line feed or carriage return are escaped, and their line starts
    with a backslash, as GNU coreutils writes them.
    """
    lines = "".join(_line(entry.sha256, entry.path) for entry in manifest.entries)
    write_atomic(path, lines.encode("utf-8"))


def _line(digest: str, path: str) -> str:
    escaped = path.translate(_ESCAPES)
    mark = "\\" if escaped != path else ""
    return f"{mark}{digest}  {escaped}\n"

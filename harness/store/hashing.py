"""Digests over bytes, text and JSON values. Equal values have equal digests everywhere."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

_READ_BYTES = 1 << 20


def canonical_json(value: Any) -> str:
    """One line of JSON: keys sorted, no spaces, Unicode as it is, NaN refused (``ValueError``)."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def sha256_bytes(data: bytes) -> str:
    """Hex SHA-256 of ``data``."""
    return hashlib.sha256(data).hexdigest()


def sha256_file(path: Path) -> str:
    """Hex SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_READ_BYTES):
            digest.update(piece)
    return digest.hexdigest()


def digest_text(text: str) -> str:
    """``sha256:…`` of the UTF-8 bytes; lone surrogates survive as they are."""
    return "sha256:" + sha256_bytes(text.encode("utf-8", "surrogatepass"))


def digest_json(value: Any) -> str:
    """``sha256:…`` of the canonical JSON of ``value``."""
    return digest_text(canonical_json(value))

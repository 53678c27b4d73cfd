"""Responses of models, kept by the digest of the entire request.

One file a response, written whole or not at all, so that two processes may share a folder.
The file holds what the model said and what it cost: no prompt, key or header.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

from harness.errors import HarnessError
from harness.store import digest_json, read_json, set_aside, write_atomic

_SCHEMA = 1


class ResponseCache(Protocol):
    """Where responses are kept. Keys are ``sha256:…`` digests, values JSON objects."""

    def get(self, key: str) -> dict[str, Any] | None:
        """The value kept under ``key``, if any."""

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep ``value``."""


class FolderCache:
    """A folder of responses: ``ab/ab12….json``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> dict[str, Any] | None:
        """The value kept under ``key``. A damaged file is set aside and counts as absent."""
        path = self._path(key)
        if not path.is_file():
            return None
        value = _sound_value(path, key)
        if value is None:
            set_aside(path, "damaged")
        return value

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep ``value``; the last of two writers wins, and either is whole."""
        entry = {"schema": _SCHEMA, "key": key, "digest": digest_json(value), "value": value}
        # ASCII escapes: a lone surrogate in a model's answer survives as it is.
        write_atomic(self._path(key), json.dumps(entry, sort_keys=True).encode("ascii"))

    def _path(self, key: str) -> Path:
        digest = key.removeprefix("sha256:")
        return self._folder / digest[:2] / f"{digest}.json"


class MemoryCache:
    """Responses for as long as the process lives."""

    def __init__(self) -> None:
        self._values: dict[str, dict[str, Any]] = {}

    def get(self, key: str) -> dict[str, Any] | None:
        """The value kept under ``key``, if any."""
        return self._values.get(key)

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep ``value``."""
        self._values[key] = value


def _sound_value(path: Path, key: str) -> dict[str, Any] | None:
    try:
        entry = read_json(path)
    except (HarnessError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.get("schema") != _SCHEMA or entry.get("key") != key:
        return None
    value = entry.get("value")
    sound = isinstance(value, dict) and digest_json(value) == entry.get("digest")
    return value if sound else None

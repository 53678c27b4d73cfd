"""JSON lines into plain values; stricter than JSON where JSON would lose something in silence."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.config.faults import Key, kind, show_key
from harness.errors import Fault, HarnessError
from harness.store import json_fault, read_file

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_LINE_BYTES = 1024 * 1024
MAX_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Line:
    """One non-blank line: an object, or what is wrong with it."""

    number: int
    """Counted from 1."""
    value: dict[str, Any]
    faults: tuple[Fault, ...] = ()


def read_lines(path: Path) -> Iterator[Line]:
    """The non-blank lines of a file in order. A byte order mark and CRLF are accepted.

    Raises:
        HarnessError: the file is missing, unreadable, too large or not UTF-8 by its first bytes.
    """
    for number, line in enumerate(_read(path).split(b"\n"), 1):
        if line.strip():
            yield _parse(line, number, path)


def _read(path: Path) -> bytes:
    data = read_file(path, MAX_FILE_BYTES)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise HarnessError(f"{path}: this is UTF-16. Save it as UTF-8.")
    return data.removeprefix(codecs.BOM_UTF8)


def _parse(line: bytes, number: int, path: Path) -> Line:
    where = f"{path}:{number}"
    repeated: list[str] = []
    try:
        value = _decode(line, repeated)
    except (ValueError, RecursionError) as error:
        return Line(number, {}, (Fault(where, _reason(error), _LINE),))
    faults = [Fault(where, f"the key {name!r} stands twice", "each key once") for name in repeated]
    faults += [Fault(f"{where}: {show_key(key)}", found) for key, found in _unsafe(value, ())]
    return Line(number, value, tuple(faults))


def _decode(line: bytes, repeated: list[str]) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"a line of {len(line)} bytes, more than {MAX_LINE_BYTES}")
    value = json.loads(
        line.decode("utf-8"),
        object_pairs_hook=lambda pairs: _object(pairs, repeated),
        parse_constant=_constant,
    )
    if not isinstance(value, dict):
        raise ValueError(f"found {kind(value)}")  # noqa: TRY004  # of the file, not of a call
    return value


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 at byte {error.start} of the line"
    if isinstance(error, json.JSONDecodeError):
        return json_fault(error)
    return (
        f"nested deeper than {MAX_DEPTH} levels"
        if isinstance(error, RecursionError)
        else f"{error}"
    )


_LINE = "one JSON object on each line, and no list around them"


def _object(pairs: list[tuple[str, Any]], repeated: list[str]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        repeated += sorted({name for name in names if names.count(name) > 1})
    return result


def _constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _unsafe(value: Any, key: Key) -> Iterator[tuple[Key, str]]:
    """What JSON can say and nothing after it can carry: half characters, bottomless nesting."""
    if len(key) > MAX_DEPTH:
        yield key[:1], f"nested deeper than {MAX_DEPTH} levels"
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _halves(name, key)
            yield from _unsafe(inner, (*key, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unsafe(inner, (*key, number))
    elif isinstance(value, str):
        yield from _halves(value, key)
    elif isinstance(value, float) and value in (float("inf"), float("-inf")):
        yield key, "a number too large to hold"


def _halves(text: str, key: Key) -> Iterator[tuple[Key, str]]:
    if any("\ud800" <= char <= "\udfff" for char in text):
        yield key, "holds half a surrogate pair (\\ud800 to \\udfff), which is no character"

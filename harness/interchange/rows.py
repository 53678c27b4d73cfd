"""What every reader of cases shares: files read within bounds, ids made, fields put together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from harness.config.faults import kind
from harness.errors import HarnessError
from harness.store import json_fault, read_file
from harness.text import detect_language, sentences

MAX_BYTES = 256 * 1024 * 1024

_NOT_IN_ID = re.compile(r"[^\w.-]+")
_LONGEST_ID = 60

Row = dict[str, Any]
"""A case as it will stand in the file."""


def read_text(path: Path) -> str:
    """A file as text.

    Raises:
        HarnessError: it cannot be opened, is too large, or is not UTF-8.
    """
    data = read_file(path, MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HarnessError(f"{path}: not UTF-8 at byte {error.start}.") from error


def read_objects(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """(where, object) of a JSON list, a JSON object with one list in it, or JSON lines.

    Raises:
        HarnessError: it is none of them.
    """
    text = read_text(path)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = [_json_line(line, f"{path}:{n}") for n, line in _lines(text)]
        places = [f"{path}:{number}" for number, _ in _lines(text)]
    else:
        value = _list_in(value, path)
        places = [f"{path}: item {number}" for number in range(1, len(value) + 1)]
    for where, item in zip(places, value, strict=True):
        if not isinstance(item, dict):
            raise HarnessError(f"{where}: found {kind(item)}. Expected a JSON object.")
    return list(zip(places, value, strict=True))


def _lines(text: str) -> list[tuple[int, str]]:
    return [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]


def _json_line(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise HarnessError(f"{where}: {json_fault(error)}.") from error
    except ValueError as error:
        raise HarnessError(f"{where}: not JSON: a number too long to hold.") from error


def _list_in(value: Any, path: Path) -> list[Any]:
    """A list, or the one list that an object holds (``{"goldens": […]}``)."""
    if isinstance(value, dict):
        lists = [inner for inner in value.values() if isinstance(inner, list)]
        if len(lists) != 1:
            return [value]
        value = lists[0]
    if not isinstance(value, list):
        raise HarnessError(f"{path}: found {kind(value)}. Expected a list of objects.")
    return value


def first(row: dict[str, Any], *names: str) -> str:
    """The first of some keys that holds text, trimmed."""
    for name in names:
        value = row.get(name)
        if isinstance(value, str | int | float) and str(value).strip():
            return str(value).strip()
    return ""


def texts(value: Any) -> list[str]:
    """A text, number or list of them, without empty ones and repeats."""
    items = value if isinstance(value, list | tuple) else [value]
    found = [str(item).strip() for item in items if type(item) in (str, int, float)]
    return list(dict.fromkeys(filter(None, found)))


def facts_of(answer: str) -> list[str]:
    """The sentences of a reference answer: each is a fact that is looked for on its own."""
    return list(dict.fromkeys(sentences(answer, detect_language(answer)))) if answer else []


def source_of(path: str) -> str:
    """The source id of a document by its path."""
    return str(PurePosixPath(path.replace("\\", "/")).with_suffix(""))


def make(case_id: str, number: int, query: str, **fields: Any) -> Row:
    """A case with an id that a case may have, and no field that says nothing."""
    clean = _NOT_IN_ID.sub("-", case_id).strip("-.")[:_LONGEST_ID] or f"imported-{number:04}"
    given = {name: value for name, value in fields.items() if value not in ([], "", None)}
    return {"id": clean, "query": query, **given}


def unique(rows: Iterable[Row]) -> list[Row]:
    """The rows with ids that no file system holds for one; repeats get a number."""
    taken: set[str] = set()
    result = []
    for row in rows:
        name, number = row["id"], 1
        while name.casefold() in taken:
            number += 1
            name = f"{row['id']}-{number}"
        taken.add(name.casefold())
        result.append({**row, "id": name})
    return result

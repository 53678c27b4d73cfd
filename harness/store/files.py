"""Writes that are whole or not there, appends that survive a kill, reads that name the line."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from harness.errors import Fault, HarnessError
from harness.store.hashing import canonical_json


def write_atomic(path: Path, data: bytes) -> None:
    """Write ``data`` under a temporary name beside ``path``, fsync, rename: whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_json(path: Path, value: Any) -> None:
    """Write one JSON value, keys sorted and indented for people, atomically."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, indent=2, allow_nan=False)
    write_atomic(path, (text + "\n").encode("utf-8"))


def write_jsonl(path: Path, values: Iterable[Any]) -> None:
    """Write one canonical JSON value a line, atomically. The caller sorts."""
    write_atomic(path, "".join(canonical_json(v) + "\n" for v in values).encode("utf-8"))


def append_line(path: Path, value: Any) -> None:
    """Append one canonical JSON line durably: once this returns, a kill does not lose it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        stream.write((canonical_json(value) + "\n").encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())


def read_json(path: Path) -> Any:
    """Parse a JSON file; a fault names the file, line and column.

    Raises:
        HarnessError: the file is missing, not UTF-8 or not JSON.
    """
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise HarnessError(f"{path}: no such file.") from error
    except UnicodeDecodeError as error:
        raise HarnessError(f"{path}: not UTF-8 at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise HarnessError(f"{path}:{error.lineno}: not JSON: {error.msg}.") from error


def read_jsonl(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line number, value) for each non-blank line, after the whole file was checked.

    Raises:
        HarnessError: missing file, or every line that is not UTF-8 JSON, all at once.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError as error:
        raise HarnessError(f"{path}: no such file.") from error
    values: list[tuple[int, Any]] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            values.append((number, json.loads(line)))
        except UnicodeDecodeError as error:
            faults.append(Fault(f"{path}:{number}", f"not UTF-8 at byte {error.start}"))
        except (json.JSONDecodeError, RecursionError) as error:
            faults.append(Fault(f"{path}:{number}", f"not JSON: {error}"))
    if faults:
        raise HarnessError(f"{path}: {len(faults)} line(s) cannot be read.", faults)
    return iter(values)


def set_aside(path: Path, reason: str) -> Path:
    """Move a refused file or folder beside itself as ``NAME.refused-N``; nothing is deleted."""
    for number in range(1, 1_000_000):
        target = path.with_name(f"{path.name}.{reason}-{number}")
        if not target.exists():
            os.replace(path, target)
            return target
    raise HarnessError(f"{path}: too many refused copies; remove some of them.")

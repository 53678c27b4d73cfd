"""Writes that are whole or not there, appends that survive a kill, reads that name the line."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.errors import Fault, HarnessError
from harness.model.counted import counted
from harness.store.hashing import canonical_json
from harness.store.json_faults import json_fault


def read_file(path: Path, max_bytes: int | None = None) -> bytes:
    """The bytes of a regular file; never waits for a pipe that nobody writes to.

    Raises:
        HarnessError: missing, not a regular file, unreadable, or larger than ``max_bytes``.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise HarnessError(
                    f"{path}: not a regular file. Write its text to a file, and name that."
                )
            data = stream.read(-1 if max_bytes is None else max_bytes + 1)
    except OSError as error:
        raise HarnessError(f"{path}: cannot be opened: {error.strerror or error}.") from error
    if max_bytes is not None and len(data) > max_bytes:
        raise HarnessError(f"{path}: larger than {max_bytes} bytes, the most such a file may be.")
    return data


def _without_waiting(path: str, flags: int) -> int:
    """Opening a named pipe waits for its writer; of a regular file the flag changes nothing."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error name the file: that of a full disk names none, others a temporary one."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def write_atomic(path: Path, data: bytes) -> None:
    """Write ``data`` under a temporary name beside ``path``, fsync, rename: whole or not there."""
    with naming(path):
        make_folder(path.parent)
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


def write_through(path: Path, data: bytes) -> None:
    """Write a file that is the user's: atomically, and where a link leads, so that it stays a link.

    What we generate is written with :func:`write_atomic`, which follows no link out of its folder.
    """
    write_atomic(Path(os.path.realpath(path)), data)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are not there.

    Raises:
        HarnessError: its place takes no folders, as under ``/proc``.
        OSError: for what its owner can mend, such as missing rights.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileNotFoundError as error:
        raise HarnessError(
            f"{path}: no folder can be made there. Name another place, or make it yourself."
        ) from error


def write_json(path: Path, value: Any) -> None:
    """Write one JSON value, keys sorted and indented for people, atomically."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, indent=2, allow_nan=False)
    write_atomic(path, (text + "\n").encode("utf-8"))


def write_jsonl(path: Path, values: Iterable[Any]) -> None:
    """Write one canonical JSON value a line, atomically. The caller sorts."""
    write_atomic(path, "".join(canonical_json(v) + "\n" for v in values).encode("utf-8"))


def append_line(path: Path, value: Any) -> None:
    """Append one canonical JSON line durably: once this returns, a kill does not lose it."""
    make_folder(path.parent)
    with naming(path), path.open("ab") as stream:
        stream.write((canonical_json(value) + "\n").encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())


def read_json(path: Path) -> Any:
    """Parse a JSON file; a fault names the file, line and column.

    Raises:
        HarnessError: the file is missing, no regular file, not UTF-8 or not JSON.
    """
    try:
        return json.loads(read_file(path))
    except UnicodeDecodeError as error:
        raise HarnessError(f"{path}: not UTF-8 at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise HarnessError(f"{path}:{error.lineno}: {json_fault(error)}.") from error
    except RecursionError as error:
        raise HarnessError(f"{path}: {json_fault(error)}.") from error


def read_jsonl(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line number, value) for each non-blank line, after the whole file was checked.

    Raises:
        HarnessError: missing file, or every line that is not UTF-8 JSON, all at once.
    """
    lines = read_file(path).split(b"\n")
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
            faults.append(Fault(f"{path}:{number}", json_fault(error)))
    if faults:
        raise HarnessError(f"{path}: {counted(len(faults), 'line')} cannot be read.", faults)
    return iter(values)


def set_aside(path: Path, reason: str) -> Path:
    """Move a refused file or folder beside itself as ``NAME.refused-N``; nothing is deleted."""
    for number in range(1, 1_000_000):
        target = path.with_name(f"{path.name}.{reason}-{number}")
        if not target.exists():
            os.replace(path, target)
            return target
    raise HarnessError(f"{path}: too many refused copies; remove some of them.")

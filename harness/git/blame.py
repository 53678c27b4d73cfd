"""Which commit brought each line of a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from harness.errors import HarnessError
from harness.git.command import repository_around

_HEAD = re.compile(rb"^([0-9a-f]{40,64}) \d+ \d+")


def commits_by(key: str, file: Path, commit: str | None = None) -> dict[str, str]:
    """Value of ``key`` of each line of a JSONL file -> ``a1b2c3d4e5f6 2026-03-01 Author``.

    A line that was not committed yet, or a file outside of git, has none.

    Args:
        key: names a text that tells the lines apart.
        file: as it is called in the work tree.
        commit: read the file as this commit has it; the work tree where not given.
    """
    repository = repository_around(file.parent)
    name = repository.relative(file) if repository else None
    if repository is None or name is None:
        return {}
    try:
        blame = repository.run(
            "blame", "--line-porcelain", *([commit] if commit else []), "--", name
        )
    except HarnessError:  # a file git does not know yet has no history to show
        return {}
    return dict(reversed(list(_lines(blame, key))))


def _lines(blame: bytes, key: str) -> Iterator[tuple[str, str]]:
    """(value, commit) of each line, in order."""
    commit, author, day = b"", "", ""
    for line in blame.split(b"\n"):
        if head := _HEAD.match(line):
            commit = head[1]
        elif line.startswith(b"author "):
            author = line[7:].decode("utf-8", "backslashreplace")
        elif line.startswith(b"committer-time "):
            day = datetime.fromtimestamp(int(line[15:]), UTC).date().isoformat()
        elif line.startswith(b"\t") and (value := _value(line[1:], key)) and commit.strip(b"0"):
            yield value, f"{commit[:12].decode()} {day} {author}"


def _value(line: bytes, key: str) -> str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""

"""Which commit brought a decision, where the workspace is in git."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from harness.errors import HarnessError
from harness.git import Repository, repository_around

_HEAD = re.compile(rb"^([0-9a-f]{40,64}) \d+ \d+")


def commits_of(file: Path, commit: str | None = None) -> dict[str, str]:
    """Digest of each decision -> ``a1b2c3d4e5f6 2026-03-01 Author``.

    A decision that was not committed yet, or a file outside of git, has none.

    Args:
        file: ``decisions.jsonl`` as it is called in the work tree.
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
    return dict(reversed(list(_lines(blame))))


def _lines(blame: bytes) -> Iterator[tuple[str, str]]:
    """(digest, commit) of each line, in order."""
    commit, author, day = b"", "", ""
    for line in blame.split(b"\n"):
        if head := _HEAD.match(line):
            commit = head[1]
        elif line.startswith(b"author "):
            author = line[7:].decode("utf-8", "backslashreplace")
        elif line.startswith(b"committer-time "):
            day = datetime.fromtimestamp(int(line[15:]), UTC).date().isoformat()
        elif line.startswith(b"\t") and (digest := _digest(line[1:])) and commit.strip(b"0"):
            yield digest, f"{commit[:12].decode()} {day} {author}"


def _digest(line: bytes) -> str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    digest = value.get("digest") if isinstance(value, dict) else None
    return digest if isinstance(digest, str) else ""


def who_am_i(workspace: Path) -> str:
    """The name git signs commits with; empty without one."""
    repository = repository_around(workspace) or Repository(workspace)
    return repository.ask("config", "user.name") or repository.ask("config", "user.email") or ""

"""Which commit brought a decision, and who decides, where the workspace is in git."""

from __future__ import annotations

from pathlib import Path

from harness.git import Repository, commits_by, repository_around


def commits_of(file: Path, commit: str | None = None) -> dict[str, str]:
    """Digest of each decision -> the commit that brought it: :func:`harness.git.commits_by`."""
    return commits_by("digest", file, commit)


def who_am_i(workspace: Path) -> str:
    """The name git signs commits with; empty without one."""
    repository = repository_around(workspace) or Repository(workspace)
    return repository.ask("config", "user.name") or repository.ask("config", "user.email") or ""

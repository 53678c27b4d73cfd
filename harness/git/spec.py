"""``git:REF:PATH`` and ``git:merge-base:REF:PATH``: a corpus version named by a commit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from harness.errors import Fault, HarnessError
from harness.git.command import check_ref
from harness.model.corpus import GIT_PREFIX

MERGE_BASE = "merge-base"
_FORM = "git:REF:FOLDER or git:merge-base:REF:FOLDER, such as git:origin/main:docs"


@dataclass(frozen=True, slots=True)
class GitSpec:
    """Which folder of which commit."""

    ref: str
    path: str
    """From the top of the repository; empty for all of it."""
    merge_base: bool = False
    """Take the commit where the work at hand left ``ref``, not ``ref`` itself."""

    def __str__(self) -> str:
        middle = f"{MERGE_BASE}:" if self.merge_base else ""
        return f"{GIT_PREFIX}{middle}{self.ref}:{self.path}"


def is_git_spec(text: str) -> bool:
    """Whether a corpus setting names a commit and not a folder."""
    return text.startswith(GIT_PREFIX)


def parse_spec(text: str, where: str = "") -> GitSpec:
    """A specification, checked for form alone.

    Raises:
        HarnessError: another form, no ref, or a path out of the repository.
    """
    merge_base, rest = _kind(text.removeprefix(GIT_PREFIX))
    ref, colon, path = rest.partition(":")
    if not is_git_spec(text) or not colon:
        fault = Fault(where, f"found {text!r}", _FORM)
        raise HarnessError("The corpus cannot be read from git.", [fault])
    check_ref(ref)
    return GitSpec(ref, clean_path(path, where), merge_base)


def clean_path(path: str, where: str = "") -> str:
    """A path from the top of the repository, ``.`` and doubled slashes taken out.

    Raises:
        HarnessError: the path is absolute, leads out, or holds a NUL.
    """
    parts = PurePosixPath(path).parts
    if PurePosixPath(path).is_absolute() or ".." in parts or "\0" in path:
        fault = Fault(where, f"found {path!r}", "a folder of the repository, counted from its top")
        raise HarnessError("The corpus cannot be read from git.", [fault])
    return "/".join(parts)


def _kind(rest: str) -> tuple[bool, str]:
    head, _, tail = rest.partition(":")
    return (True, tail) if head == MERGE_BASE else (False, rest)

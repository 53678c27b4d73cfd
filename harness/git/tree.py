"""What a folder of a commit holds, file by file, checked before anything is written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import Fault
from harness.git.command import Repository
from harness.text.formats import OFFICE_ENDINGS

_LINK = "120000"
SUBMODULE = "160000"
_ENDINGS = (".md", ".txt", ".html", ".htm", ".rst", *OFFICE_ENDINGS)
_LFS_HEAD = b"version https://git-lfs.github.com/spec/"
LFS_POINTER_BYTES = 1024
"""A pointer is never larger (the specification of Git LFS)."""


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One file, link or submodule below a folder."""

    path: str
    """POSIX path from that folder; bytes that are not UTF-8 as surrogates, as the system has them."""
    oid: str
    bytes: int
    mode: str

    @property
    def is_file(self) -> bool:
        return self.mode not in (_LINK, SUBMODULE)

    @property
    def is_link(self) -> bool:
        return self.mode == _LINK


Wanted = Callable[[str], bool]
"""Whether a path is a document of the corpus."""


def list_tree(repository: Repository, tree: str) -> list[TreeEntry]:
    """Everything below a tree, sorted by path."""
    output = repository.run("ls-tree", "-r", "-z", "-l", "--full-tree", tree)
    return sorted(map(_entry, filter(None, output.split(b"\0"))), key=lambda entry: entry.path)


def faults_of(entries: list[TreeEntry], wanted: Wanted, shown: str) -> Iterator[Fault]:
    """What keeps the documents of a tree from being read, all of it."""
    for entry in entries:
        where = f"{shown}/{entry.path}".encode("utf-8", "backslashreplace").decode()
        if entry.mode == SUBMODULE:
            if may_hold(entry.path, wanted):
                yield Fault(
                    where,
                    "a submodule, whose documents are in another repository",
                    next_step="Exclude it, or check it out and name its folder as the corpus.",
                )
        elif not _is_safe(entry.path):
            yield Fault(where, "not a path a corpus may have", "no '..' and no '.git' in it")


def is_whole(folder: Path, entries: Sequence[TreeEntry]) -> bool:
    """Whether a folder holds these files and links with these contents, and nothing else."""
    found = {
        (Path(above) / name).relative_to(folder).as_posix()
        for above, folders, files in os.walk(folder)
        for name in (*files, *(n for n in folders if (Path(above) / n).is_symlink()))
    }
    return found == {entry.path for entry in entries} and all(
        _object_id(folder / entry.path, len(entry.oid)) == entry.oid for entry in entries
    )


def _object_id(path: Path, digits: int) -> str:
    """The name git gives to the content of a file or link."""
    data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    blob = b"blob %d\0" % len(data) + data
    if digits == 64:
        return hashlib.sha256(blob).hexdigest()
    return hashlib.sha1(blob, usedforsecurity=False).hexdigest()


def is_lfs_pointer(data: bytes) -> bool:
    """Whether a file holds the address of a large file and not the file."""
    return len(data) <= LFS_POINTER_BYTES and data.startswith(_LFS_HEAD)


def lfs_fault(data: bytes, where: str, commit: str) -> Fault | None:
    """The fault of a document that is a pointer to a large file elsewhere."""
    if not is_lfs_pointer(data):
        return None
    return Fault(
        where.encode("utf-8", "backslashreplace").decode(),
        "a Git LFS pointer, not the document",
        "the document itself in the commit",
        f"Check {commit[:12]} out with `git worktree add` and `git lfs pull`, and name that folder.",
    )


def _entry(line: bytes) -> TreeEntry:
    head, _, path = line.partition(b"\t")
    mode, _, oid, size = head.decode("ascii").split()
    return TreeEntry(os.fsdecode(path), oid, 0 if size == "-" else int(size), mode)


def may_hold(folder: str, wanted: Wanted) -> bool:
    """Whether a document in a folder would be wanted, by the endings documents have."""
    return any(wanted(f"{folder}/x{ending}") for ending in _ENDINGS)


def _is_safe(path: str) -> bool:
    """Git refuses most of these itself; a commit can be made without it."""
    return not any(part in ("", ".", "..") or part.lower() == ".git" for part in path.split("/"))

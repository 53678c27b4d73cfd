"""The files of a corpus folder, without a step out of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness.errors import Fault

LITTER = frozenset(
    {".git", ".hg", ".svn", ".bzr", "CVS", "__pycache__", ".DS_Store", "Thumbs.db", "desktop.ini"}
)
"""Names that are never part of a corpus: version control and what operating systems leave."""

Match = Callable[[str], bool]


@dataclass(slots=True)
class Files:
    """What a walk found; POSIX paths relative to the root, as the file system spells them."""

    included: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def fault(self, where: str, found: str, expected: str = "", next_step: str = "") -> None:
        """Note one more fault."""
        # A name that is not UTF-8 holds surrogates, which cannot be printed.
        shown = where.encode("utf-8", "backslashreplace").decode()
        self.faults.append(Fault(shown, found, expected, next_step))


def walk(root: Path, include: Sequence[str], exclude: Sequence[str]) -> Files:
    """Sort every file under ``root`` by the patterns, which are those of ``.gitignore``.

    A link is followed when it leads to a place inside ``root``; any other is a fault.
    """
    from pathspec import GitIgnoreSpec

    included = GitIgnoreSpec.from_lines(include).match_file
    excluded = GitIgnoreSpec.from_lines(exclude).match_file
    files = Files()
    real = os.path.realpath(root)
    waiting: list[tuple[str, tuple[str, ...]]] = [("", (real,))]
    while waiting:
        folder, around = waiting.pop()
        for path in _children(root, folder, files):
            if excluded(path):
                files.ignored.append(path)
            elif _is_folder(root, path):
                waiting += _enter(root, path, around, files)
            elif included(path):
                _take(root, path, real, files)
            else:
                files.ignored.append(path)
    return files


def _children(root: Path, folder: str, files: Files) -> list[str]:
    try:
        names = sorted(child.name for child in (root / folder).iterdir())
    except OSError as error:
        files.fault(folder or str(root), f"folder cannot be read: {error.strerror}")
        return []
    return [f"{folder}/{name}" if folder else name for name in names if name not in LITTER]


def _is_folder(root: Path, path: str) -> bool:
    return (root / path).is_dir()


def _enter(
    root: Path, path: str, around: tuple[str, ...], files: Files
) -> Iterator[tuple[str, tuple[str, ...]]]:
    real = os.path.realpath(root / path)
    if not _inside(real, around[0]):
        files.fault(path, "link leads out of the corpus", "a link to a place inside it")
    elif real in around:
        files.fault(path, "link leads to a folder it stands in", "no endless path")
    else:
        yield path, (*around, real)


def _take(root: Path, path: str, real_root: str, files: Files) -> None:
    real = os.path.realpath(root / path)
    try:
        mode = (root / path).stat().st_mode
    except OSError as error:
        kind = "link leads nowhere" if (root / path).is_symlink() else "file cannot be read"
        files.fault(path, f"{kind}: {error.strerror}")
        return
    if not _inside(real, real_root):
        files.fault(path, "link leads out of the corpus", "a link to a place inside it")
    elif not stat.S_ISREG(mode):
        files.fault(path, "not a regular file", next_step="Exclude it.")
    else:
        files.included.append(path)


def _inside(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)

"""A folder of a commit, written beside the cache under the name of its content."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from harness.errors import ExitCode, Fault, HarnessError
from harness.git.command import Repository
from harness.git.objects import read_objects
from harness.git.spec import GitSpec
from harness.git.tree import (
    LFS_POINTER_BYTES,
    SUBMODULE,
    TreeEntry,
    Wanted,
    faults_of,
    is_whole,
    lfs_fault,
    list_tree,
    may_hold,
)
from harness.model.counted import counted
from harness.store import digest_json, make_folder, set_aside

VERSION = 1
"""Bump when the same tree may come out as other files."""


def materialise(
    repository: Repository,
    spec: GitSpec,
    commit: str,
    trees: Path,
    include: Sequence[str],
    exclude: Sequence[str],
) -> Path:
    """The folder under ``trees`` that holds the documents of ``commit``, written if it is not there.

    Its name is made of the tree's id and the patterns, so equal content is written once. It is
    renamed into place when it is whole, and held against git's own digests before it is used
    again; one that differs is moved aside.

    Raises:
        HarnessError: no such folder in the commit (exit code 5); or every submodule, LFS
            pointer and unsafe path among the documents.
    """
    shown = f"{spec} ({commit[:12]})"
    tree = _tree(repository, spec, commit, shown)
    patterns = digest_json([VERSION, list(include), list(exclude)]).removeprefix("sha256:")[:12]
    target = trees / f"{tree}-{patterns}"
    wanted = _wanted(include, exclude)
    entries = list_tree(repository, tree)
    chosen = [entry for entry in entries if (entry.is_file and wanted(entry.path)) or entry.is_link]
    if target.is_dir():
        if is_whole(target, chosen):
            return target
        set_aside(target, "refused")
    faults = [
        *faults_of(entries, wanted, str(spec)),
        *_pointers(repository, chosen, str(spec), commit),
    ]
    if faults:
        raise HarnessError(f"{shown}: {counted(len(faults), 'fault')} in the corpus.", faults)
    _write(repository, chosen, target)
    return target


def left_out_by_sparse_checkout(
    repository: Repository, folder: Path, include: Sequence[str], exclude: Sequence[str]
) -> list[str]:
    """Documents of ``folder`` that git knows and a sparse checkout keeps from the disk, sorted."""
    wanted = _wanted(include, exclude)
    listed = _listed(repository, folder, "-t")
    return [full for head, name, full in listed if head == b"S" and wanted(name)]


def submodules_left_empty(
    repository: Repository, folder: Path, include: Sequence[str], exclude: Sequence[str]
) -> list[str]:
    """Submodules of ``folder`` that may hold documents and are not checked out, sorted."""
    wanted = _wanted(include, exclude)
    return [
        full
        for head, name, full in _listed(repository, folder, "--stage")
        if head.startswith(SUBMODULE.encode()) and may_hold(name, wanted)
        if not any((repository.top / full).glob("*"))
    ]


def _listed(repository: Repository, folder: Path, form: str) -> list[tuple[bytes, str, str]]:
    """(what ``git ls-files`` says of it, path from ``folder``, path from the top), by path."""
    prefix = repository.relative(folder)
    if prefix is None:
        return []
    paths = [prefix] if prefix else []
    output = repository.run("ls-files", "-z", form, "--cached", "--full-name", "--", *paths)
    cut = len(prefix) + 1 if prefix else 0
    separator = b"\t" if form == "--stage" else b" "
    lines = [line.partition(separator) for line in output.split(b"\0") if line]
    found = [(head, os.fsdecode(path)) for head, _, path in lines]
    return sorted(((head, full[cut:], full) for head, full in found), key=lambda entry: entry[2])


def _tree(repository: Repository, spec: GitSpec, commit: str, shown: str) -> str:
    oid = repository.object_at(commit, spec.path)
    if oid is None:
        fault = Fault(shown, f"the commit has no {spec.path!r}", "a folder it has")
        raise HarnessError("There is no corpus to compare with.", [fault], ExitCode.NOTHING)
    if not repository.is_folder(oid):
        fault = Fault(shown, f"{spec.path!r} is not a folder", "the folder of the documents")
        raise HarnessError("The corpus cannot be read from git.", [fault])
    return oid


def _wanted(include: Sequence[str], exclude: Sequence[str]) -> Wanted:
    """The rule by which a corpus folder is walked, for a path alone."""
    from pathspec import GitIgnoreSpec

    included = GitIgnoreSpec.from_lines(include).match_file
    excluded = GitIgnoreSpec.from_lines(exclude).match_file

    def wanted(path: str) -> bool:
        parts = path.split("/")
        above = ("/".join(parts[: n + 1]) for n in range(len(parts)))
        return included(path) and not any(map(excluded, above))

    return wanted


def _pointers(
    repository: Repository, entries: Sequence[TreeEntry], shown: str, commit: str
) -> list[Fault]:
    small = [entry for entry in entries if entry.bytes <= LFS_POINTER_BYTES]
    found = (
        lfs_fault(data, f"{shown}/{entry.path}", commit)
        for entry, data in read_objects(repository, small)
    )
    return [fault for fault in found if fault is not None]


def _write(repository: Repository, entries: Sequence[TreeEntry], target: Path) -> None:
    """Files first and links last, so nothing is ever written through a link."""
    make_folder(target.parent)
    building = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    ordered = sorted(entries, key=lambda entry: entry.is_link)
    try:
        for entry, data in read_objects(repository, ordered):
            path = building / entry.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if entry.is_link:
                path.symlink_to(os.fsdecode(data))
            else:
                path.write_bytes(data)
        _into_place(building, target)
    except OSError as error:
        raise HarnessError(f"{target}: cannot be written: {error.strerror}.") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _into_place(building: Path, target: Path) -> None:
    """Another process may have been first; both wrote the same."""
    building.chmod(0o755)
    try:
        building.rename(target)
    except OSError:
        if not target.is_dir():
            raise

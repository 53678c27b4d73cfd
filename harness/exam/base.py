"""Configuration, policy, cases, prompts and decisions, written out as the base branch has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.config import workspace_of
from harness.config.release import CorpusSettings, ReleaseFile
from harness.config.source import read_yaml
from harness.errors import ExitCode, Fault, HarnessError
from harness.git import GitSpec, Repository, find_repository, is_git_spec, own_base, parse_spec
from harness.model.wire import SIDES, Side
from harness.pipeline.places import Places
from harness.store import make_folder, write_atomic

DECISIONS = "reviews"
"""Folder of the workspace that holds people's decisions."""


@dataclass(frozen=True, slots=True)
class Exam:
    """What a pull request is judged by, and where both branches have it."""

    repository: Repository
    base: str
    """The ref, as it was given."""
    tip: str
    """Its commit: what the exam is read from."""
    fork: str
    """The commit where the work at hand left the base: what its own edits count from."""
    prefix: str
    """The workspace from the top of the repository; empty where they are the same."""
    root: Path
    """The workspace of the work at hand."""
    folder: Path
    """The base's workspace, written out as far as it is part of the exam."""
    config: Path
    """The base's release configuration, in that folder."""
    files: tuple[str, ...]
    """Names, from the workspace, of files and folders that make up an exam; of either branch."""

    def in_repository(self, name: str) -> str:
        """A name from the workspace as one from the top of the repository."""
        return "/".join(filter(None, (self.prefix, name)))

    def corpora(self) -> dict[Side, str]:
        """Both corpora as the base's configuration writes them."""
        written = read_yaml(self.config).value
        given = written.get("corpus") if isinstance(written, dict) else None
        given = given if isinstance(given, dict) else {}
        fields = CorpusSettings.model_fields
        return {side: str(given.get(side, fields[side].default)) for side in SIDES}

    def candidate(self, written: str) -> str:
        """The candidate is what is at hand."""
        return written if is_git_spec(written) else str(self.root.absolute() / written)

    def baseline(self, written: str) -> str:
        """The baseline that ``corpus.baseline`` of the base means for a pull request.

        A folder that is in git is the base's, not the one at hand; the base branch itself, and
        every merge base, is where the work at hand left the base.
        """
        if is_git_spec(written):
            spec = parse_spec(written)
            same = spec.merge_base or self.repository.commit(spec.ref) == self.tip
            return str(GitSpec(self.base, spec.path, merge_base=True)) if same else written
        path = self.in_repository(written)
        tracked = any(self.repository.object_at(ref, path) for ref in (self.fork, "HEAD"))
        if not tracked:
            return str(self.root.absolute() / written)
        return str(GitSpec(self.base, path, merge_base=True))

    def name_of(self, path: Path) -> str:
        """A file of the base's workspace, from that workspace.

        Raises:
            HarnessError: it lies elsewhere, where the base has no say over it.
        """
        try:
            return path.relative_to(self.folder).as_posix()
        except ValueError:
            raise HarnessError(
                f"{path} is not in the workspace, so it cannot be taken from {self.base}. "
                "Name it by a path from the workspace."
            ) from None


def take_exam(config: Path, base: str, places: Places) -> Exam:
    """Write the base's exam out under ``places`` and tell where it is.

    Raises:
        HarnessError: no repository, no such ref, history that is cut off, or a base without
            this configuration (exit code 5).
    """
    from filelock import FileLock

    root = workspace_of(config)
    repository = find_repository(root)
    prefix = repository.relative(root) or ""
    name = _name(config, root)
    tip, fork = repository.commit(base), own_base(repository, base, "")
    target = places.cache / "exams" / tip[:12]
    make_folder(target.parent)
    with FileLock(target.parent / ".lock"):
        theirs = _write_out(_Reader(repository, tip, prefix, target), name, base)
    ours = _named_in(config) if config.exists() else ()
    files = tuple(sorted({name, *theirs, *ours}))
    return Exam(repository, base, tip, fork, prefix, root, target, target / name, files)


def _write_out(reader: _Reader, name: str, base: str) -> tuple[str, ...]:
    """Copy the configuration ``name`` and all that belongs to it; the names of that."""
    if not reader.copy(name):
        raise _no_exam(base, name)
    theirs = (*_around(name), *_named_in(reader.target / name))
    for other in theirs:
        reader.copy(other)
    reader.remove_others()
    return theirs


def _name(config: Path, root: Path) -> str:
    return config.absolute().relative_to(root.absolute()).as_posix()


def _no_exam(base: str, name: str) -> HarnessError:
    return HarnessError(
        f"{base} has no {name}, so there is no exam to take from it.",
        [
            Fault(
                "",
                "the base is what a pull request is judged by",
                next_step="Merge the configuration first, or call check with --trust head.",
            )
        ],
        ExitCode.NOTHING,
    )


def _around(name: str) -> tuple[str, ...]:
    """Folders that belong to every exam: all configurations, and the decisions."""
    folder = name.rpartition("/")[0]
    return (*([folder] if folder else []), DECISIONS)


def _named_in(config: Path) -> tuple[str, ...]:
    """Files that a configuration names: cases, policy, and whatever a stage reads."""
    written = read_yaml(config).value
    written = written if isinstance(written, dict) else {}
    fields = ReleaseFile.model_fields
    named = [written.get(key, fields[key].default) for key in ("cases", "gate")]
    found = (*named, *_texts(written.get("pipeline")))
    return tuple(sorted({text for text in found if _may_be_file(text)}))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value


def _may_be_file(text: Any) -> bool:
    """Whether a value can be the name of a file in the workspace."""
    if not isinstance(text, str) or not text or "\0" in text or "//" in text:
        return False
    return "." in text and not text.startswith("/") and ".." not in text.split("/")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Copies files of one commit; the target then holds them and nothing else.

    Files are written over and others removed, so what somebody put there has no say. One process
    does it at a time, or the half-written files of another would be removed.
    """

    repository: Repository
    commit: str
    prefix: str
    target: Path
    written: set[Path] = field(default_factory=set)

    def remove_others(self) -> None:
        """Remove what lies at the target and was not written."""
        for path in sorted(self.target.rglob("*")):
            if path not in self.written and (path.is_symlink() or not path.is_dir()):
                path.unlink(missing_ok=True)

    def copy(self, name: str) -> bool:
        """Copy a file, or every file of a folder; false where the commit has neither."""
        path = "/".join(filter(None, (self.prefix, name)))
        found = self.repository.files(self.commit, path)
        for file in found:
            data = self.repository.read_file(self.commit, file) or b""
            place = self.target / file.removeprefix(f"{self.prefix}/")
            write_atomic(place, data)
            self.written.add(place)
        return bool(found)

"""Corpora that are named by a commit become folders; folders are looked at for what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from harness.config import Release, load_release
from harness.config.release import CorpusSettings
from harness.errors import Fault, HarnessError
from harness.git import (
    GitSpec,
    find_repository,
    is_git_spec,
    left_out_by_sparse_checkout,
    materialise,
    own_base,
    parse_spec,
    repository_around,
    submodules_left_empty,
)
from harness.model.counted import counted
from harness.model.wire import SIDES, Side
from harness.pipeline.places import Places
from harness.pipeline.providers import default_registry

_SHOWN = 5

_FILL = "Get them with: git submodule update --init. Or exclude its folder."


def open_release(
    config: Path,
    overrides: Mapping[str, Path | str | None],
    places: Places | None = None,
    home: Path | None = None,
) -> Release:
    """A release configuration with overrides, both corpora in folders.

    Args:
        config: the file.
        overrides: dotted key -> path or commit; ``None`` is not given.
        places: where corpora out of git are written; the workspace's own where not given.
        home: the workspace at hand, where ``config`` was taken from another version of it.
    """
    given = {key: str(path) for key, path in overrides.items() if path is not None}
    release = load_release(config, default_registry(), given)
    return locate(release, places or Places(release.root), home)


def locate(release: Release, places: Places, home: Path | None = None) -> Release:
    """The release with both corpora in folders, each with the commit it was read from.

    ``home`` is the workspace at hand, where the configuration is not read from it.

    Raises:
        HarnessError: a commit or folder is not there, or not all of it can be read here.
    """
    changes: dict[str, Any] = {}
    commits: dict[Side, str] = {}
    for side in SIDES:
        written = release.corpus.baseline if side == "baseline" else release.corpus.candidate
        if is_git_spec(written):
            spec = parse_spec(written, f"{release.path}: corpus.{side}")
            found = folder_of_commit(spec, release.corpus, home or release.root, places)
            changes[side], commits[side] = found
        else:
            _refuse_gaps(release.corpus_path(side), release.corpus)
    return replace(release, **changes, commits=commits, home=home)


def folder_of_commit(
    spec: GitSpec, corpus: CorpusSettings, root: Path, places: Places
) -> tuple[Path, str]:
    """The documents that ``spec`` names in the repository around ``root``, and their commit."""
    repository = find_repository(root)
    merge_base = own_base(repository, spec.ref, spec.path) if spec.merge_base else None
    commit = merge_base or repository.commit(spec.ref)
    folder = materialise(repository, spec, commit, places.trees, corpus.include, corpus.exclude)
    return folder, commit


def _refuse_gaps(folder: Path, corpus: CorpusSettings) -> None:
    """A document that git knows and that is not on the disk is not a document that was removed."""
    repository = repository_around(folder)
    if repository is None:
        return
    empty = submodules_left_empty(repository, folder, corpus.include, corpus.exclude)
    if empty:
        raise HarnessError(
            f"{folder}: {counted(len(empty), 'submodule')} not checked out.",
            [Fault(path, "a submodule without its documents", next_step=_FILL) for path in empty],
        )
    if repository.ask("config", "--bool", "core.sparseCheckout") != "true":
        return
    missing = left_out_by_sparse_checkout(repository, folder, corpus.include, corpus.exclude)
    if missing:
        advice = "Get them with: git sparse-checkout disable"
        faults = [Fault(path, "left out by a sparse checkout") for path in missing[:_SHOWN]]
        raise HarnessError(
            f"{folder}: a sparse checkout leaves out {counted(len(missing), 'document')}. {advice}",
            faults,
        )

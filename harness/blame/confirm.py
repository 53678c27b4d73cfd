"""Blame put to the test: the corpus it speaks of is really built, and the case asked again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.blame.worlds import Worlds
from harness.corpus.scan import corpus_digest
from harness.index.base import OpenIndex
from harness.index.build import IndexRecipe, build_or_open_index
from harness.model.corpus import ManifestDiff
from harness.model.search import Embed
from harness.model.wire import Side
from harness.store import make_folder

_KEPT = 2
"""Indexes left on disk and open: several cases of a row are often blamed on the same document."""


@dataclass
class Builder:
    """Builds the sealed index of a mixture as that of any corpus version is built.

    The vectors come out of the cache, since every text of a mixture stands in one of the two
    versions. An index is addressed by the digest its corpus would have, and removed when two
    others were needed since: each is as large as that of the candidate.
    """

    folder: Path
    worlds: Worlds
    diff: ManifestDiff
    embed: Embed
    built: int = 0
    """Indexes built so far."""
    _open: dict[str, OpenIndex] = field(default_factory=dict)

    def index(self, returned: frozenset[int]) -> OpenIndex:
        """The open index of a mixture."""
        recipe = self._recipe(returned)
        if recipe.index_id not in self._open:
            while len(self._open) >= _KEPT:
                self._remove(next(iter(self._open)))
            text = self.worlds.text(returned)
            documents, chunks = tuple(text.documents.values()), tuple(text.chunks.values())
            self._open[recipe.index_id] = build_or_open_index(
                self.folder, recipe, lambda: (documents, chunks), self.embed
            )
            self.built += 1
        return self._open[recipe.index_id]

    def close(self) -> None:
        """Close and remove what is left."""
        for index_id in list(self._open):
            self._remove(index_id)

    def _remove(self, index_id: str) -> None:
        self._open.pop(index_id).close()
        shutil.rmtree(self.folder / index_id, ignore_errors=True)
        (self.folder / f".{index_id}.lock").unlink(missing_ok=True)

    def _recipe(self, returned: frozenset[int]) -> IndexRecipe:
        inputs = self.worlds.contents["candidate"].inputs
        return IndexRecipe(
            corpus_digest=corpus_digest(mixed_files(self.diff, self.worlds, returned).items()),
            reader_version=inputs["reader"],
            chunking=inputs["chunking"],
            embedding=inputs["embedding"],
            provider=self.worlds.provider,
        )


def mixed_files(diff: ManifestDiff, worlds: Worlds, returned: frozenset[int]) -> Mapping[str, str]:
    """Path -> SHA-256 of every file of a mixture."""
    back = {path for number in returned for path in worlds.units[number].paths}
    files: dict[str, str] = {}
    for change in diff.changes:
        old_path = change.old_path or change.path
        side: Side = "baseline" if change.path in back or old_path in back else "candidate"
        digest = change.sha256[side]
        if digest is not None:
            files[old_path if side == "baseline" else change.path] = digest
    return files


@contextmanager
def building(folder: Path, worlds: Worlds, diff: ManifestDiff, embed: Embed) -> Iterator[Builder]:
    """A builder in a place of its own under ``folder``, which is gone afterwards."""
    make_folder(folder)
    with TemporaryDirectory(dir=folder, prefix="blame-") as place:
        builder = Builder(Path(place), worlds, diff, embed)
        try:
            yield builder
        finally:
            builder.close()

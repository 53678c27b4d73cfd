"""Build an index once, open it ever after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import Fault, HarnessError
from harness.index.base import IndexContent, IndexProvider, OpenIndex, chunk_order
from harness.index.sealed import (
    SEAL_SCHEMA,
    BrokenSealError,
    index_id_of,
    read_sealed,
    write_sealed,
)
from harness.model.document import Chunk, Document
from harness.model.progress import Progress, Quiet
from harness.model.search import Embed
from harness.registry import Registry
from harness.store import make_folder, set_aside
from harness.text import NORMALISER_VERSION

Load = Callable[[], tuple[Sequence[Document], Sequence[Chunk]]]
"""Reads and cuts the corpus; called only when the index must be built."""


@dataclass(frozen=True)
class IndexRecipe:
    """Everything that decides what an index holds."""

    corpus_digest: str
    reader_version: str
    """Of the code that turns files into documents."""
    chunking: str
    """Fingerprint of the chunking provider."""
    embedding: str
    """Fingerprint of the embedding provider."""
    provider: IndexProvider

    def inputs(self) -> dict[str, Any]:
        """What the index id is the digest of."""
        return {
            "schema": SEAL_SCHEMA,
            "corpus": self.corpus_digest,
            "normaliser": NORMALISER_VERSION,
            "reader": self.reader_version,
            "chunking": self.chunking,
            "embedding": self.embedding,
            "index": self.provider.describe(),
        }

    @property
    def index_id(self) -> str:
        """The content address of the index: 32 hex digits."""
        return index_id_of(self.inputs())


def build_or_open_index(
    root: Path, recipe: IndexRecipe, load: Load, embed: Embed, progress: Progress | None = None
) -> OpenIndex:
    """The sealed index of ``recipe`` under ``root``, built first where it is not there.

    Two processes that ask for the same index build it once; the second waits.

    Raises:
        HarnessError: the index was tampered with (it was moved aside), or what ``load`` gave
            cannot be indexed.
    """
    folder = root / recipe.index_id
    if not folder.exists():
        with _locked(root, recipe.index_id, progress or Quiet()):
            if not folder.exists():
                _build(folder, recipe, load, embed)
    return recipe.provider.reader(read_index(root, recipe.index_id))


def open_index(root: Path, index_id: str, registry: Registry) -> OpenIndex:
    """A sealed index with its engine, by the settings it was built with.

    Raises:
        HarnessError: there is no such index, or it was tampered with and moved aside.
    """
    content = read_index(root, index_id)
    made_with = content.inputs["index"]
    provider = registry.get("index", made_with["name"])(**made_with["settings"])
    if not isinstance(provider, IndexProvider):
        raise HarnessError(f"The provider {made_with['name']!r} is not an index provider.")
    return provider.reader(content)


def read_index(root: Path, index_id: str) -> IndexContent:
    """The content of a sealed index, every byte checked; no engine is started.

    Raises:
        HarnessError: there is no such index, or it was tampered with and moved aside.
    """
    folder = root / index_id
    if not folder.is_dir():
        raise HarnessError(f"{folder}: no such index. Build it again by repeating the run.")
    try:
        return read_sealed(folder)
    except BrokenSealError:
        return _read_again_or_refuse(root, index_id)


def _read_again_or_refuse(root: Path, index_id: str) -> IndexContent:
    """Under the lock, so that of two readers one moves the folder, and a new one is not moved."""
    folder = root / index_id
    with _locked(root, index_id, Quiet()):
        try:
            return read_sealed(folder)
        except BrokenSealError as error:
            with _writing(root):
                moved = set_aside(folder, "refused") if folder.exists() else folder
            raise HarnessError(
                f"The index {index_id} is not what was sealed, and was not used.",
                [
                    Fault(
                        str(error),
                        "changed since it was sealed",
                        next_step=f"The folder is kept as {moved.name} for inspection. "
                        "Run again to build the index anew from the corpus.",
                    )
                ],
            ) from error


def _build(folder: Path, recipe: IndexRecipe, load: Load, embed: Embed) -> None:
    documents, chunks = load()
    _check_chunks(documents, chunks)
    recipe.provider.check(documents)
    ordered = sorted(chunks, key=chunk_order)
    content = IndexContent(
        index_id=recipe.index_id,
        inputs=recipe.inputs(),
        documents=tuple(sorted(documents, key=lambda document: document.source_id)),
        chunks=tuple(ordered),
        dense=embed([chunk.passage for chunk in ordered], "passage"),
        sparse=recipe.provider.encode(ordered),
    )
    aside = folder.with_name(f".building-{folder.name}")
    with _writing(folder.parent):
        write_sealed(aside, content)
        aside.rename(folder)


def _check_chunks(documents: Sequence[Document], chunks: Sequence[Chunk]) -> None:
    sources = Counter(document.source_id for document in documents)
    ids = Counter(chunk.chunk_id for chunk in chunks)
    faults = [
        Fault(source_id, f"{count} documents have this source id", "one")
        for source_id, count in sorted(sources.items())
        if count > 1
    ]
    faults += [
        Fault(chunk_id, f"{count} chunks have this id", "one")
        for chunk_id, count in sorted(ids.items())
        if count > 1
    ]
    faults += [
        Fault(chunk.chunk_id, f"belongs to no document: {chunk.source_id!r}")
        for chunk in chunks
        if chunk.source_id not in sources
    ]
    if faults:
        raise HarnessError("The corpus cannot be indexed.", faults)


@contextmanager
def _locked(root: Path, index_id: str, progress: Progress) -> Iterator[None]:
    """Hold the lock of one index. The system frees it when its process ends, killed or not."""
    from filelock import FileLock, Timeout

    lock = FileLock(root / f".{index_id}.lock")
    with _writing(root):
        make_folder(root)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress.start("Waiting for another process that works on this index", 1)
            lock.acquire()
            progress.finish()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _writing(root: Path) -> Iterator[None]:
    """The system's refusals (no space, no right to write) in the user's words."""
    try:
        yield
    except OSError as error:
        raise HarnessError(
            f"{root}: the index folder cannot be written: {error.strerror or error}. "
            "Make room there or allow writing, and run again."
        ) from error

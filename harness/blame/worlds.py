"""Corpora that never were: the candidate with some documents as they were in the baseline."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from harness.blame.pool import Pool
from harness.blame.reader import PoolReader
from harness.blame.units import Unit
from harness.checks.library import Library, Stock
from harness.index.base import IndexContent, IndexProvider
from harness.index.combine import combine
from harness.index.qdrant_edge import QdrantEdge
from harness.model.document import Chunk
from harness.model.search import IndexReader
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side

_KEPT = 64
"""Mixtures kept at hand: those with one document returned are asked for by every case."""


@dataclass(frozen=True)
class Worlds:
    """Every mixture of two corpus versions, made when asked for.

    A mixture is named by the numbers of the units that are returned to the baseline: the empty
    set is the candidate, the set of all units the baseline.
    """

    units: tuple[Unit, ...]
    texts: Mapping[Side, CorpusText]
    contents: Mapping[Side, IndexContent]
    provider: IndexProvider
    stock: Stock
    """Holds the documents of both texts."""

    @contextmanager
    def reader(self, returned: frozenset[int]) -> Iterator[IndexReader]:
        """An index of a mixture."""
        if self._pool is not None:
            present = self._pool.present(returned)
            yield PoolReader(self._pool, present, self.library(returned).text)
            return
        index = self.provider.reader(self.content(returned))
        try:
            yield index
        finally:
            index.close()

    @cached_property
    def library(self) -> Callable[[frozenset[int]], Library]:
        """What the checks look a mixture up in."""
        return lru_cache(maxsize=_KEPT)(lambda returned: self.stock.library(self.text(returned)))

    def text(self, returned: Collection[int]) -> CorpusText:
        """Documents and chunks of a mixture."""
        documents = dict(self.texts["candidate"].documents)
        chunks = dict(self.texts["candidate"].chunks)
        for source in self._sources("candidate", returned):
            documents.pop(source, None)
            for chunk in self._chunks["candidate"][source]:
                del chunks[chunk.chunk_id]
        for source in self._sources("baseline", returned):
            if source in self.texts["baseline"].documents:
                documents[source] = self.texts["baseline"].documents[source]
            chunks.update({chunk.chunk_id: chunk for chunk in self._chunks["baseline"][source]})
        return replace(self.texts["candidate"], documents=documents, chunks=chunks)

    def content(self, returned: Collection[int]) -> IndexContent:
        """The rows of a mixture, laid out as those of a built index."""
        return combine(
            self.contents["candidate"],
            self.contents["baseline"],
            without=self._sources("candidate", returned),
            plus=self._sources("baseline", returned),
        )

    def _sources(self, side: Side, returned: Collection[int]) -> list[str]:
        """Source ids of some units on one side, sorted."""
        found = [self.units[number] for number in returned]
        sets = [unit.old if side == "baseline" else unit.new for unit in found]
        return sorted(frozenset().union(*sets))

    @cached_property
    def _pool(self) -> Pool | None:
        """Searched without an engine; an index provider of a plugin is asked through its own."""
        if not isinstance(self.provider, QdrantEdge):
            return None
        contents = self.contents
        return Pool.of(contents["baseline"], contents["candidate"], self.units, self.provider)

    @cached_property
    def _chunks(self) -> Mapping[Side, Mapping[str, list[Chunk]]]:
        """Side -> source id -> chunks."""
        found: dict[Side, dict[str, list[Chunk]]] = {side: defaultdict(list) for side in SIDES}
        for side in SIDES:
            for chunk in self.texts[side].chunks.values():
                found[side][chunk.source_id].append(chunk)
        return found

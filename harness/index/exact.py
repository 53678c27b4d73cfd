"""Exact search over sealed points: an engine chooses candidates, their scores are worked out here.

So two engines that hold the same points give the same hits to the last decimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version as package_version
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import Field

from harness.access import OPEN, check_access_lists, granted, groups, wanted
from harness.index.base import IndexContent, IndexProvider, Sparse
from harness.index.bm25 import Bm25Encoder
from harness.model.document import Chunk, Document
from harness.model.search import Query

if TYPE_CHECKING:
    from harness.model.search import Vector

_TIES_READ_ON = 16
_DECIMALS = 6

Required = Sequence[tuple[str, Sequence[str]]]
"""(payload field, words): a point must have one of the words in each field."""

Found = list[tuple[int, float]]
"""(row, score), best first."""


class Engine(Protocol):
    """Holds point i for row i of the content; exact but for the last digits of a score."""

    def dense(self, vector: Vector, limit: int, required: Required) -> Found:
        """Rows by the product of their dense vector and ``vector``."""
        ...

    def sparse(self, weights: Mapping[int, float], limit: int, required: Required) -> Found:
        """Rows that share a term with ``weights``, by the product of their sparse vectors."""
        ...

    def close(self) -> None:
        """Release what the engine holds."""
        ...


class ExactProvider(IndexProvider):
    """Base of the index providers with BM25 terms, filters and access lists."""

    acl_field: str = "acl"
    """Front-matter field with the groups that may see a document; absent: everybody may."""
    bm25_k: float = Field(default=1.2, ge=0, allow_inf_nan=False)
    """Saturation of repeated words."""
    bm25_b: float = Field(default=0.75, ge=0, le=1)
    """Share of length normalisation."""
    average_words: float = Field(default=256, gt=0, allow_inf_nan=False)
    """Pinned average length for BM25, so that a document's weights depend on itself alone."""

    def describe(self) -> dict[str, Any]:
        """As every provider, and the version of the package whose tokenizer makes the terms."""
        return {**super().describe(), "package": f"qdrant-edge {package_version('qdrant-edge-py')}"}

    def encode(self, chunks: Sequence[Chunk]) -> Sparse:
        """BM25 term weights of the chunks, idf left to the query."""
        return self.encoder().rows(chunks)

    def check(self, documents: Sequence[Document]) -> None:
        """Refuse documents whose access list cannot be read."""
        check_access_lists(documents, self.acl_field)

    def encoder(self) -> Bm25Encoder:
        """The encoder of these settings, for chunks and questions alike."""
        return Bm25Encoder(k=self.bm25_k, b=self.bm25_b, average_words=self.average_words)

    def access(self, content: IndexContent) -> list[list[str]]:
        """The access words of each row."""
        return [groups(chunk.metadata, self.acl_field) for chunk in content.chunks]


class ExactIndex:
    """One open index over an engine, which is started at the first question."""

    def __init__(
        self, content: IndexContent, provider: ExactProvider, start: Callable[[], Engine]
    ) -> None:
        self.content = content
        self.index_id = content.index_id
        self._provider = provider
        self._encoder = provider.encoder()
        self._start = start

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """By source id."""
        return MappingProxyType(
            {document.source_id: document for document in self.content.documents}
        )

    @cached_property
    def chunks(self) -> Mapping[str, Chunk]:
        """By chunk id."""
        return MappingProxyType({chunk.chunk_id: chunk for chunk in self.content.chunks})

    def dense(self, vector: Vector, limit: int, query: Query) -> list[tuple[str, float]]:
        """(chunk id, cosine), best first."""
        required = self._required(query)
        rows = _surely(limit, lambda fetch: self._engine.dense(vector, fetch, required))
        return self._ranked(rows, self._cosines(rows, vector), limit)

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        """(chunk id, BM25), best first; chunks that share no term are left out."""
        required = self._required(query)
        idf = self._idf(self._encoder.terms(query, self._languages))
        if not idf:
            return []
        rows = _surely(limit, lambda fetch: self._engine.sparse(idf, fetch, required))
        return self._ranked(rows, self._bm25(rows, idf), limit)

    def close(self) -> None:
        """Stop the engine; another question starts it again."""
        engine = self.__dict__.pop("_engine", None)
        if engine is not None:
            engine.close()

    @cached_property
    def _engine(self) -> Engine:
        return self._start()

    @cached_property
    def _languages(self) -> frozenset[str]:
        return frozenset(chunk.language for chunk in self.content.chunks)

    @cached_property
    def _restricted(self) -> bool:
        return any(words != [OPEN] for words in self._provider.access(self.content))

    @cached_property
    def _holders(self) -> dict[int, int]:
        """Number of chunks that hold a term."""
        import numpy as np

        terms, counts = np.unique(self.content.sparse.terms, return_counts=True)
        return dict(zip(terms.tolist(), counts.tolist(), strict=True))

    def _required(self, query: Query) -> Required:
        required = [("facets", words) for words in wanted(query.filters)]
        if self._restricted:
            required.append(("groups", granted(query.principal)))
        return required

    def _idf(self, terms: Sequence[int]) -> dict[int, float]:
        """Lucene's idf of each term that a chunk holds.

        An engine in several shards would count each shard's chunks alone, so it is not asked.
        """
        total = len(self.content.chunks)
        held = {term: self._holders[term] for term in terms if term in self._holders}
        return {term: math.log(1 + (total - n + 0.5) / (n + 0.5)) for term, n in held.items()}

    def _ranked(
        self, rows: Sequence[int], scores: Sequence[float], limit: int
    ) -> list[tuple[str, float]]:
        pairs = (
            (self.content.chunks[row].chunk_id, round(score, _DECIMALS))
            for row, score in zip(rows, scores, strict=True)
        )
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:limit]

    def _cosines(self, rows: Sequence[int], vector: Vector) -> list[float]:
        """In double precision; see :func:`_margin`."""
        import numpy as np

        scores = self.content.dense[list(rows)].astype(np.float64) @ vector.astype(np.float64)
        return [float(score) for score in scores]

    def _bm25(self, rows: Sequence[int], idf: Mapping[int, float]) -> list[float]:
        """The sum of idf times weight, in double precision."""
        weights = (self.content.sparse.weights_of(row) for row in rows)
        return [math.fsum(idf[term] * row[term] for term in idf if term in row) for row in weights]


def _surely(limit: int, search: Callable[[int], Found]) -> list[int]:
    """Rows among which the first ``limit`` surely are: read on until no tie can be cut."""
    fetch = limit + _TIES_READ_ON
    while True:
        found = search(fetch)
        if len(found) < fetch or found[-1][1] < found[limit - 1][1] - _margin(found[0][1]):
            return [row for row, _ in found]
        fetch *= 2


def _margin(best: float) -> float:
    """How far two scores must be apart to be surely different, for scores up to ``best``.

    Engines add 32-bit numbers in an order that differs from one start to the next: the same
    BM25 scores differ in the seventh digit. So they only choose; scores are computed anew.
    """
    return 1e-5 * max(1.0, abs(best))

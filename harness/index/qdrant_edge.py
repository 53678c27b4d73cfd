"""Qdrant Edge, the engine of Qdrant within the process."""

from __future__ import annotations

import math
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version as package_version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pydantic import Field

from harness.access import (
    OPEN,
    check_access_lists,
    facets,
    granted,
    groups,
    wanted,
)
from harness.index.base import IndexContent, IndexProvider, Sparse
from harness.index.bm25 import Bm25Encoder
from harness.model.document import Chunk, Document
from harness.model.search import Query
from harness.registry import register

if TYPE_CHECKING:
    import qdrant_edge as qdrant

    from harness.model.search import Vector

_DENSE = "dense"
_SPARSE = "bm25"
_UPSERT_POINTS = 2_000
_TIES_READ_ON = 16
_DECIMALS = 6


@register("index", "qdrant-edge")
class QdrantEdge(IndexProvider):
    """Exact dense search and BM25 in Qdrant Edge, with filters and access lists.

    Search is exact: an approximate graph would add differences between two indexes that no
    document caused. The engine's files are made in a temporary folder from the sealed
    points whenever the index is opened, since it rewrites some of them on every load.
    """

    acl_field: str = "acl"
    """Front-matter field with the groups that may see a document; absent: everybody may."""
    bm25_k: float = Field(default=1.2, ge=0, allow_inf_nan=False)
    """Saturation of repeated words."""
    bm25_b: float = Field(default=0.75, ge=0, le=1)
    """Share of length normalisation."""
    average_words: float = Field(default=256, gt=0, allow_inf_nan=False)
    """Pinned average length for BM25, so that a document's weights depend on itself alone."""

    def describe(self) -> dict[str, Any]:
        """As every provider, and the version of the engine, whose tokenizer makes the terms."""
        return {**super().describe(), "package": f"qdrant-edge {package_version('qdrant-edge-py')}"}

    def encode(self, chunks: Sequence[Chunk]) -> Sparse:
        """BM25 term weights of the chunks, idf left to the query."""
        return self.encoder().rows(chunks)

    def check(self, documents: Sequence[Document]) -> None:
        """Refuse documents whose access list cannot be read."""
        check_access_lists(documents, self.acl_field)

    def reader(self, content: IndexContent) -> QdrantEdgeIndex:
        """An engine over ``content``, started at the first question."""
        return QdrantEdgeIndex(content, self)

    def encoder(self) -> Bm25Encoder:
        """The encoder of these settings, for chunks and questions alike."""
        return Bm25Encoder(k=self.bm25_k, b=self.bm25_b, average_words=self.average_words)


class QdrantEdgeIndex:
    """One open index. Point i of the engine is ``content.chunks[i]``."""

    def __init__(self, content: IndexContent, provider: QdrantEdge) -> None:
        self.content = content
        self.index_id = content.index_id
        self._provider = provider
        self._encoder = provider.encoder()

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
        found = self._candidates(vector, _DENSE, limit, query)
        return self._ranked(found, self._cosines(found, vector), limit)

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        """(chunk id, BM25), best first; chunks that share no term are left out."""
        import qdrant_edge as qdrant

        terms = self._encoder.terms(query, self._languages)
        if not terms:
            return []
        vector = qdrant.SparseVector(terms, [1.0] * len(terms))
        found = self._candidates(vector, _SPARSE, limit, query)
        return self._ranked(found, self._bm25(found, terms), limit)

    def close(self) -> None:
        """Stop the engine and remove its working files."""
        engine = self.__dict__.pop("_engine", None)
        if engine is not None:
            engine.close()

    @cached_property
    def _engine(self) -> _Engine:
        return _Engine(self.content, self._groups)

    @cached_property
    def _languages(self) -> frozenset[str]:
        return frozenset(chunk.language for chunk in self.content.chunks)

    @cached_property
    def _groups(self) -> list[list[str]]:
        return [groups(chunk.metadata, self._provider.acl_field) for chunk in self.content.chunks]

    @cached_property
    def _holders(self) -> dict[int, int]:
        """Number of chunks that hold a term."""
        import numpy as np

        terms, counts = np.unique(self.content.sparse.terms, return_counts=True)
        return dict(zip(terms.tolist(), counts.tolist(), strict=True))

    def _candidates(self, vector: Any, using: str, limit: int, query: Query) -> list[int]:
        """Rows among which the first ``limit`` surely are: read on until no tie can be cut."""
        allowed = self._filter(query)
        fetch = limit + _TIES_READ_ON
        while True:
            found = self._engine.search(vector, using, fetch, allowed)
            if len(found) < fetch or found[-1][1] < found[limit - 1][1] - _margin(found[0][1]):
                return [row for row, _ in found]
            fetch *= 2

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

    def _bm25(self, rows: Sequence[int], terms: Sequence[int]) -> list[float]:
        """The sum of idf times weight, in double precision; idf as Lucene's and the engine's."""
        total = len(self.content.chunks)
        held = {term: self._holders[term] for term in terms if term in self._holders}
        idf = {term: math.log(1 + (total - n + 0.5) / (n + 0.5)) for term, n in held.items()}
        weights = (self.content.sparse.weights_of(row) for row in rows)
        return [math.fsum(idf[term] * row[term] for term in idf if term in row) for row in weights]

    def _filter(self, query: Query) -> qdrant.Filter | None:
        import qdrant_edge as qdrant

        required = [("facets", words) for words in wanted(query.filters)]
        if any(words != [OPEN] for words in self._groups):
            required.append(("groups", granted(query.principal)))
        if not required:
            return None
        return qdrant.Filter(
            must=[
                qdrant.FieldCondition(key=key, match=qdrant.MatchAny(words))
                for key, words in required
            ]
        )


class _Engine:
    """A shard in a temporary folder that goes when the engine is closed or forgotten."""

    def __init__(self, content: IndexContent, access: Sequence[Sequence[str]]) -> None:
        import qdrant_edge as qdrant

        folder = Path(tempfile.mkdtemp(prefix="corpusgate-index-"))
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._shard = qdrant.EdgeShard.create(str(folder), _config(content.dense.shape[1]))
        for field in ("facets", "groups"):
            self._shard.update(
                qdrant.UpdateOperation.create_field_index(field, qdrant.PayloadSchemaType.Keyword)
            )
        for start in range(0, len(content.chunks), _UPSERT_POINTS):
            rows = range(start, min(start + _UPSERT_POINTS, len(content.chunks)))
            points = [_point(content, row, access[row]) for row in rows]
            self._shard.update(qdrant.UpdateOperation.upsert_points(points))
        held = self._shard.count(qdrant.CountRequest(exact=True))
        if held != len(content.chunks):
            raise RuntimeError(f"the engine holds {held} points of {len(content.chunks)}")

    def search(
        self, vector: Any, using: str, limit: int, allowed: qdrant.Filter | None
    ) -> list[tuple[int, float]]:
        """(row, score), best first, exact but for the last digits of the score."""
        import qdrant_edge as qdrant

        request = qdrant.QueryRequest(
            limit=limit,
            query=qdrant.Query.Nearest(vector, using=using),
            filter=allowed,
            params=qdrant.SearchParams(exact=True),
        )
        return [(int(str(point.id)), point.score) for point in self._shard.query(request)]

    def close(self) -> None:
        """Release the shard and remove its folder."""
        self._shard.close()
        self._remove()


def _margin(best: float) -> float:
    """How far two scores must be apart to be surely different, for scores up to ``best``.

    The engine adds 32-bit numbers in an order that differs from one start to the next: the same
    BM25 scores differ in the seventh digit. So it only chooses; scores are computed anew.
    """
    return 1e-5 * max(1.0, abs(best))


def _config(dim: int) -> qdrant.EdgeConfig:
    import qdrant_edge as qdrant

    return qdrant.EdgeConfig(
        vectors={_DENSE: qdrant.EdgeVectorParams(size=dim, distance=qdrant.Distance.Dot)},
        sparse_vectors={_SPARSE: qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)},
        wal_enabled=False,
    )


def _point(content: IndexContent, row: int, access: Sequence[str]) -> qdrant.Point:
    import qdrant_edge as qdrant

    terms, weights = content.sparse.row(row)
    sparse = qdrant.SparseVector(terms.tolist(), weights.tolist())
    # the stub wants lists; the engine takes numpy rows as they are
    dense: Any = content.dense[row]
    payload = {"facets": facets(content.chunks[row].metadata), "groups": list(access)}
    return qdrant.Point(row, {_DENSE: dense, _SPARSE: sparse}, payload)

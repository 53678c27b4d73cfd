"""Qdrant Edge, the engine of Qdrant within the process."""

from __future__ import annotations

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

from harness.index.base import IndexContent, IndexProvider, Sparse
from harness.index.bm25 import Bm25Encoder
from harness.index.visibility import (
    OPEN,
    check_access_lists,
    facets,
    granted,
    groups,
    wanted,
)
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
        return self._search(vector, _DENSE, limit, query)

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        """(chunk id, BM25), best first; chunks that share no term are left out."""
        import qdrant_edge as qdrant

        terms = self._encoder.terms(query, self._languages)
        if not terms:
            return []
        return self._search(qdrant.SparseVector(terms, [1.0] * len(terms)), _SPARSE, limit, query)

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

    def _search(self, vector: Any, using: str, limit: int, query: Query) -> list[tuple[str, float]]:
        """The first ``limit`` by (-score, chunk id), read on until no tie is cut in two."""
        allowed = self._filter(query)
        fetch = limit + _TIES_READ_ON
        while True:
            found = self._engine.search(vector, using, fetch, allowed)
            complete = len(found) < fetch
            if complete or found[-1][1] < found[limit - 1][1]:
                break
            fetch *= 2
        ranked = [(self.content.chunks[row].chunk_id, score) for row, score in found]
        return sorted(ranked, key=lambda pair: (-pair[1], pair[0]))[:limit]

    def _filter(self, query: Query) -> qdrant.Filter | None:
        import qdrant_edge as qdrant

        required = [("facets", words) for words in wanted(query.filters)]
        if any(words != [OPEN] for words in self._groups):
            required.append(("groups", granted(query)))
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
        """(row, score rounded to 6 decimals), best first, exact."""
        import qdrant_edge as qdrant

        request = qdrant.QueryRequest(
            limit=limit,
            query=qdrant.Query.Nearest(vector, using=using),
            filter=allowed,
            params=qdrant.SearchParams(exact=True),
        )
        return [
            (int(str(point.id)), round(point.score, _DECIMALS))
            for point in self._shard.query(request)
        ]

    def close(self) -> None:
        """Release the shard and remove its folder."""
        self._shard.close()
        self._remove()


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

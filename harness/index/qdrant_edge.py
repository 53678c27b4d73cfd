"""Qdrant Edge, the engine of Qdrant within the process."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.access import facets
from harness.index.base import IndexContent
from harness.index.exact import ExactIndex, ExactProvider, Found, Required
from harness.registry import register

if TYPE_CHECKING:
    import qdrant_edge as qdrant

    from harness.model.search import Vector

_DENSE = "dense"
_SPARSE = "bm25"
_UPSERT_POINTS = 2_000


@register("index", "qdrant-edge")
class QdrantEdge(ExactProvider):
    """Exact dense search and BM25 in Qdrant Edge, with filters and access lists.

    Search is exact: an approximate graph would add differences between two indexes that no
    document caused. The engine's files are made in a temporary folder from the sealed
    points whenever the index is opened, since it rewrites some of them on every load.
    """

    def reader(self, content: IndexContent) -> ExactIndex:
        """An engine over ``content``, started at the first question."""
        return ExactIndex(content, self, lambda: _Shard(content, self.access(content)))


class _Shard:
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

    def dense(self, vector: Vector, limit: int, required: Required) -> Found:
        """See :class:`harness.index.exact.Engine`."""
        return self._search(vector, _DENSE, limit, required)

    def sparse(self, weights: Mapping[int, float], limit: int, required: Required) -> Found:
        """See :class:`harness.index.exact.Engine`."""
        import qdrant_edge as qdrant

        vector = qdrant.SparseVector(list(weights), list(weights.values()))
        return self._search(vector, _SPARSE, limit, required)

    def close(self) -> None:
        """Release the shard and remove its folder."""
        self._shard.close()
        self._remove()

    def _search(self, vector: Any, using: str, limit: int, required: Required) -> Found:
        import qdrant_edge as qdrant

        request = qdrant.QueryRequest(
            limit=limit,
            query=qdrant.Query.Nearest(vector, using=using),
            filter=_filter(required),
            params=qdrant.SearchParams(exact=True),
        )
        return [(int(str(point.id)), point.score) for point in self._shard.query(request)]


def _config(dim: int) -> qdrant.EdgeConfig:
    import qdrant_edge as qdrant

    return qdrant.EdgeConfig(
        vectors={_DENSE: qdrant.EdgeVectorParams(size=dim, distance=qdrant.Distance.Dot)},
        sparse_vectors={_SPARSE: qdrant.EdgeSparseVectorParams()},
        wal_enabled=False,
    )


def _filter(required: Required) -> qdrant.Filter | None:
    import qdrant_edge as qdrant

    if not required:
        return None
    return qdrant.Filter(
        must=[
            qdrant.FieldCondition(key=key, match=qdrant.MatchAny(list(words)))
            for key, words in required
        ]
    )


def _point(content: IndexContent, row: int, access: Sequence[str]) -> qdrant.Point:
    import qdrant_edge as qdrant

    terms, weights = content.sparse.row(row)
    sparse = qdrant.SparseVector(terms.tolist(), weights.tolist())
    # the stub wants lists; the engine takes numpy rows as they are
    dense: Any = content.dense[row]
    payload = {"facets": facets(content.chunks[row].metadata), "groups": list(access)}
    return qdrant.Point(row, {_DENSE: dense, _SPARSE: sparse}, payload)

"""A sealed index as a collection of a Qdrant server: filled aside, checked, and named last.

The collection has a name of its own, and gets the alias ``PREFIX-INDEX_ID`` once every point in it
was read back and found to be what was sealed. Whoever opens the index goes by the alias and reads
every point again. A collection without the alias was never finished, and is never used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from harness.access import facets
from harness.errors import Fault, HarnessError
from harness.index.base import IndexContent, digests_of_row
from harness.index.exact import Found, Required
from harness.index.server_calls import Server
from harness.model.counted import counted
from harness.store import digest_json

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.models import Filter, PointStruct, Record

    from harness.model.search import Vector

_DENSE = "dense"
_SPARSE = "bm25"
_POINTS_AT_ONCE = 256  # of 4,096 dimensions 13 MB; a server takes 32 MB in one request


class Collection:
    """The points of one index on a server, known to be those that were sealed."""

    def __init__(self, server: Server, name: str) -> None:
        self._server = server
        self._name = name

    def dense(self, vector: Vector, limit: int, required: Required) -> Found:
        """See :class:`harness.index.exact.Engine`."""
        return self._search(vector.tolist(), _DENSE, limit, required)

    def sparse(self, weights: Mapping[int, float], limit: int, required: Required) -> Found:
        """See :class:`harness.index.exact.Engine`."""
        from qdrant_client.models import SparseVector

        vector = SparseVector(indices=list(weights), values=list(weights.values()))
        return self._search(vector, _SPARSE, limit, required)

    def close(self) -> None:
        """Nothing to release: the connection is shared, and the collection stays."""

    def _search(self, query: Any, using: str, limit: int, required: Required) -> Found:
        from qdrant_client.models import SearchParams

        def search(client: QdrantClient) -> Found:
            found = client.query_points(
                self._name,
                query=query,
                using=using,
                limit=limit,
                query_filter=_filter(required),
                search_params=SearchParams(exact=True),
                with_payload=False,
            )
            return [(int(point.id), point.score) for point in found.points]

        return self._server.call("searching", search)


def open_collection(
    server: Server, prefix: str, content: IndexContent, access: Sequence[Sequence[str]]
) -> Collection:
    """The collection of ``content``, filled first where it is not there; every point is read.

    Args:
        server: where it is.
        prefix: what its name begins with.
        content: the sealed index.
        access: the access words of each row.

    Raises:
        HarnessError: the server cannot be used, or the collection is not what was sealed; its
            alias was taken away, and the collection kept.
    """
    alias = f"{prefix}-{content.index_id}"
    sealed = _digests(content, access)
    name = server.call("looking for the index", lambda client: _aliases(client).get(alias))
    if name is None:
        name = _fill(server, alias, content, access)
        _check(server, name, sealed, content)
        server.call("naming the index", lambda client: _move_alias(client, name, alias))
        return Collection(server, name)
    try:
        _check(server, name, sealed, content)
    except _OtherPointsError as error:
        raise _refuse(server, name, alias, error) from error
    return Collection(server, name)


class _OtherPointsError(HarnessError):
    """A collection does not hold what was sealed."""


def _refuse(server: Server, name: str, alias: str, found: HarnessError) -> HarnessError:
    """Take the alias away, so that nobody uses the collection, and say what is wrong."""

    def rename(client: QdrantClient) -> str:
        taken = _aliases(client)
        names = (f"{alias}.refused-{number}" for number in count(1))
        refused = next(free for free in names if free not in taken)
        _move_alias(client, name, refused, instead_of=alias)
        return refused

    refused = server.call("setting the index aside", rename)
    return HarnessError(
        f"The index {alias} at {server.where} is not what was sealed, and was not used.",
        [
            Fault(
                name,
                found.message,
                next_step=f"The collection is kept as {refused} for inspection. "
                "Run again to fill another one from the sealed index.",
            )
        ],
    )


def _check(server: Server, name: str, sealed: Sequence[str], content: IndexContent) -> None:
    """Read every point back.

    Raises:
        _OtherPointsError: names the first that differs.
    """
    found = dict(_points(server, name))
    if [found.get(row) for row in range(len(sealed))] == list(sealed) and len(found) == len(sealed):
        return
    strange = len(found.keys() - range(len(sealed)))
    wrong = [row for row, digest in enumerate(sealed) if found.get(row) != digest]
    told = [f"{counted(strange, 'point')} never sealed"] if strange else []
    if wrong:
        first = content.chunks[wrong[0]].chunk_id
        told.append(f"{len(wrong)} of {len(sealed)} points missing or changed, first {first!r}")
    raise _OtherPointsError(f"{name}: {'; '.join(told)}")


def _digests(content: IndexContent, access: Sequence[Sequence[str]]) -> list[str]:
    """One digest a row, over all that the server is given of it."""
    found = []
    for row, chunk in enumerate(content.chunks):
        _, _, *vectors = content.point(row)
        payload = [_named(content, row), facets(chunk.metadata), list(access[row])]
        found.append(digest_json([*payload, *vectors]))
    return found


def _named(content: IndexContent, row: int) -> str:
    """Which chunk a point is, without its words: names of documents stay here."""
    return digest_json(content.point(row)[:2])


def _points(server: Server, name: str) -> Iterator[tuple[int, str]]:
    """(row, digest) of every point of a collection."""
    offset: Any = None
    while True:
        page = partial(_page, name=name, after=offset)
        records, offset = server.call("reading the index back", page)
        for record in records:
            yield int(record.id), _digest_of(record)
        if offset is None:
            return


def _page(client: QdrantClient, *, name: str, after: Any) -> tuple[list[Record], Any]:
    return client.scroll(
        name, limit=_POINTS_AT_ONCE, offset=after, with_payload=True, with_vectors=True
    )


def _digest_of(record: Record) -> str:
    """As in :func:`_digests`; a point of another form has another digest."""
    import numpy as np

    vectors: Any = record.vector if isinstance(record.vector, dict) else {}
    payload = record.payload or {}
    sparse = vectors.get(_SPARSE)
    terms = np.array(getattr(sparse, "indices", ()), dtype=np.uint32)
    weights = np.array(getattr(sparse, "values", ()), dtype=np.float32)
    order = np.argsort(terms)
    dense = np.array(vectors.get(_DENSE, ()), dtype=np.float32)
    shown = [payload.get(key) for key in ("chunk", "facets", "groups")]
    return digest_json([*shown, *digests_of_row(dense, terms[order], weights[order])])


def _fill(
    server: Server, alias: str, content: IndexContent, access: Sequence[Sequence[str]]
) -> str:
    """A collection of another name with all points; another run may be filling one too."""
    dim = content.dense.shape[1]
    name = server.call("making a collection", lambda client: _create(client, alias, dim))
    for start in range(0, len(content.chunks), _POINTS_AT_ONCE):
        rows = range(start, min(start + _POINTS_AT_ONCE, len(content.chunks)))
        points = [_point(content, row, access[row]) for row in rows]
        server.call("filling the index", partial(_put, name=name, points=points))
    return name


def _put(client: QdrantClient, *, name: str, points: list[PointStruct]) -> None:
    client.upsert(name, points=points, wait=True)


def _create(client: QdrantClient, alias: str, dim: int) -> str:
    from qdrant_client import models

    # another name at each attempt: the answer to the last one may have been lost
    name = f"{alias}-{uuid4().hex[:8]}"
    client.create_collection(
        name,
        vectors_config={_DENSE: models.VectorParams(size=dim, distance=models.Distance.DOT)},
        sparse_vectors_config={_SPARSE: models.SparseVectorParams()},
        hnsw_config=models.HnswConfigDiff(m=0),  # search is exact, so no graph is built
    )
    for field in ("facets", "groups"):
        client.create_payload_index(name, field, models.PayloadSchemaType.KEYWORD, wait=True)
    return name


def _point(content: IndexContent, row: int, access: Sequence[str]) -> PointStruct:
    from qdrant_client.models import PointStruct, SparseVector

    terms, weights = content.sparse.row(row)
    vectors: dict[str, Any] = {_DENSE: content.dense[row].tolist()}
    if len(terms):
        vectors[_SPARSE] = SparseVector(indices=terms.tolist(), values=weights.tolist())
    payload = {
        "chunk": _named(content, row),
        "facets": facets(content.chunks[row].metadata),
        "groups": list(access),
    }
    return PointStruct(id=row, vector=vectors, payload=payload)


def _aliases(client: QdrantClient) -> dict[str, str]:
    """Alias -> collection."""
    return {found.alias_name: found.collection_name for found in client.get_aliases().aliases}


def _move_alias(client: QdrantClient, name: str, alias: str, instead_of: str = "") -> None:
    """Give ``name`` the alias, and take ``instead_of`` away, at once."""
    from qdrant_client import models

    create = models.CreateAliasOperation(
        create_alias=models.CreateAlias(collection_name=name, alias_name=alias)
    )
    drop = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=instead_of))
    client.update_collection_aliases([*([drop] if instead_of else []), create])


def _filter(required: Required) -> Filter | None:
    from qdrant_client.models import FieldCondition, Filter, MatchAny

    if not required:
        return None
    return Filter(
        must=[FieldCondition(key=key, match=MatchAny(any=list(words))) for key, words in required]
    )

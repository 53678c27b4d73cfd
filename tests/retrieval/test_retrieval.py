"""Branches, fusion, and what each hit remembers of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import qdrant_edge as qdrant
from hypothesis import given
from hypothesis import strategies as st

from harness.model.document import Chunk, Document
from harness.model.record import Stage
from harness.model.search import Query
from harness.retrieval.branches import Bm25, Dense
from harness.retrieval.hybrid import Hybrid, reciprocal_rank_fusion
from harness.store import digest_text
from harness.vectors.hashing import Hashing

QUERY = Query("question", "en")


def _chunk(chunk_id: str) -> Chunk:
    return Chunk(
        chunk_id, chunk_id.split("#", maxsplit=1)[0], "a.md", "", (), "", chunk_id, digest_text(chunk_id),
        0, 1, 1, "en", ((0, 1),),
    )  # fmt: skip


class FixedIndex:
    """An index whose branches answer with fixed lists."""

    index_id = "fixed"
    documents: dict[str, Document] = {}

    def __init__(self, dense: Sequence[str], sparse: Sequence[str]) -> None:
        self._dense, self._sparse = dense, sparse
        self.chunks = {chunk_id: _chunk(chunk_id) for chunk_id in [*dense, *sparse]}
        self.asked: list[Query] = []

    def dense(self, vector: Any, limit: int, query: Query) -> list[tuple[str, float]]:
        assert vector.shape == (64,)
        self.asked.append(query)
        return [(name, 0.9 - rank / 100) for rank, name in enumerate(self._dense)][:limit]

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        self.asked.append(query)
        return [(name, 9.0 - rank) for rank, name in enumerate(self._sparse)][:limit]


embed = Hashing().embed


def test_fusion_equals_an_example_worked_by_hand() -> None:
    fused = reciprocal_rank_fusion(
        [[("a", 3), ("b", 2), ("c", 1)], [("c", 9), ("a", 8), ("d", 7)]], 60
    )
    assert fused == [
        ("a", round(1 / 61 + 1 / 62, 6)),
        ("c", round(1 / 63 + 1 / 61, 6)),
        ("b", round(1 / 62, 6)),
        ("d", round(1 / 63, 6)),
    ]


def test_fusion_breaks_ties_by_chunk_id() -> None:
    assert [name for name, _ in reciprocal_rank_fusion([[("z", 1)], [("a", 1)]], 60)] == ["a", "z"]


def test_fusion_equals_that_of_qdrant(tmp_path: Path) -> None:
    """Qdrant counts ranks from 0, so its k is ours plus one."""
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(2, 40, 8)).astype(np.float32)
    asked = rng.normal(size=(2, 8)).astype(np.float32)
    params = qdrant.EdgeVectorParams(size=8, distance=qdrant.Distance.Dot)
    shard = qdrant.EdgeShard.create(
        str(tmp_path), qdrant.EdgeConfig(vectors={"a": params, "b": params}, wal_enabled=False)
    )
    points = [
        qdrant.Point(n, {"a": vectors[0, n].tolist(), "b": vectors[1, n].tolist()})
        for n in range(40)
    ]
    shard.update(qdrant.UpdateOperation.upsert_points(points))
    prefetches = [
        qdrant.Prefetch(limit=25, query=qdrant.Query.Nearest(vector.tolist(), using=name))
        for name, vector in zip("ab", asked, strict=True)
    ]
    fusion: Any = qdrant.Fusion.Rrf(k=61)  # the stub does not say that it is a Fusion
    found = shard.query(qdrant.QueryRequest(limit=50, prefetches=prefetches, query=fusion))
    branches = [
        [(str(n), 0.0) for n in np.argsort(-(vectors[side] @ asked[side]))[:25]]
        for side in range(2)
    ]
    ours = dict(reciprocal_rank_fusion(branches, 60))
    assert {str(point.id): pytest.approx(point.score, abs=1e-6) for point in found} == ours


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=3))
def test_fusion_loses_and_invents_nothing(branches: list[list[str]]) -> None:
    fused = reciprocal_rank_fusion([[(name, 0.0) for name in branch] for branch in branches], 60)
    assert {name for name, _ in fused} == {name for branch in branches for name in branch}
    assert fused == sorted(fused, key=lambda pair: (-pair[1], pair[0]))
    assert all(0 < score <= len(branches) / 61 + 1e-6 for _, score in fused)


def test_hits_remember_their_standing_in_every_branch_that_saw_them() -> None:
    index = FixedIndex(["a#1", "b#1"], ["b#1", "c#1"])
    hits = Hybrid().run(QUERY, index, embed)
    assert [hit.chunk.chunk_id for hit in hits] == ["b#1", "a#1", "c#1"]
    assert hits[0].stages == {
        "dense": Stage(rank=2, score=0.89),
        "sparse": Stage(rank=1, score=9.0),
        "fused": Stage(rank=1, score=round(1 / 62 + 1 / 61, 6)),
    }
    assert set(hits[1].stages) == {"dense", "fused"}
    assert hits[0].score == hits[0].stages["fused"].score


def test_limits_cut_branches_before_and_hits_after_fusion() -> None:
    index = FixedIndex(["a", "b", "c"], ["c", "b", "a"])
    hits = Hybrid(dense_top_k=1, sparse_top_k=2, top_k=2).run(QUERY, index, embed)
    assert [hit.chunk.chunk_id for hit in hits] == ["a", "c"]
    only_sparse = Hybrid(dense_top_k=0).run(QUERY, index, embed)
    assert [set(hit.stages) for hit in only_sparse] == [{"sparse", "fused"}] * 3


@pytest.mark.parametrize(
    ("retriever", "stage", "best"), [(Dense(top_k=2), "dense", "a"), (Bm25(top_k=2), "sparse", "c")]
)
def test_single_branches_rank_alone(retriever: Any, stage: str, best: str) -> None:
    hits = retriever.run(QUERY, FixedIndex(["a", "b", "c"], ["c", "b", "a"]), embed)
    assert len(hits) == 2
    assert hits[0].chunk.chunk_id == best
    assert [set(hit.stages) for hit in hits] == [{stage}] * 2


def test_filters_and_principal_reach_every_branch() -> None:
    index = FixedIndex(["a"], ["a"])
    query = Query("q", "en", principal=("staff",), filters={"product": "x"})
    Hybrid().run(query, index, embed)
    assert index.asked == [query, query]

"""Dense and sparse retrieval, fused by rank."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from harness.model.search import Embed, Hit, IndexReader, Query
from harness.registry import register
from harness.retrieval.base import Ranked, Retriever, hits
from harness.retrieval.branches import dense_branch


@register("retrieval", "hybrid")
class Hybrid(Retriever):
    """Dense and sparse branch, fused by reciprocal rank."""

    dense_top_k: int = Field(default=50, ge=0)
    """Chunks taken from the dense branch; 0 leaves the branch out."""
    sparse_top_k: int = Field(default=50, ge=0)
    """Chunks taken from the sparse branch; 0 leaves the branch out."""
    rrf_k: int = Field(default=60, ge=1)
    """Constant of the fusion: the larger, the less the first ranks stand out."""
    top_k: int = Field(default=20, ge=1)
    """Hits kept after fusion."""

    def run(self, query: Query, index: IndexReader, embed: Embed) -> list[Hit]:
        """The best fused hits, with their standing in ``dense``, ``sparse`` and ``fused``."""
        dense = dense_branch(query, index, embed, self.dense_top_k) if self.dense_top_k else []
        sparse = index.sparse(query, self.sparse_top_k) if self.sparse_top_k else []
        fused = reciprocal_rank_fusion([dense, sparse], self.rrf_k)[: self.top_k]
        return hits(index, fused, {"dense": dense, "sparse": sparse, "fused": fused})


def reciprocal_rank_fusion(branches: Iterable[Ranked], k: int) -> Ranked:
    """Score of a chunk: sum of 1 / (k + rank) over the branches that hold it, rank from 1.

    Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and individual
    rank learning methods", SIGIR 2009. Ties are broken by chunk id.
    """
    scores: dict[str, float] = {}
    for branch in branches:
        for rank, (chunk_id, _) in enumerate(branch, 1):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1 / (k + rank)
    rounded = ((chunk_id, round(score, 6)) for chunk_id, score in scores.items())
    return sorted(rounded, key=lambda pair: (-pair[1], pair[0]))

"""The two branches, each for itself."""

from __future__ import annotations

from pydantic import Field

from harness.model.search import Embed, Hit, IndexReader, Query
from harness.registry import register
from harness.retrieval.base import Ranked, Retriever, hits


def dense_branch(query: Query, index: IndexReader, embed: Embed, limit: int) -> Ranked:
    """Chunks nearest to the question's vector."""
    return index.dense(embed([query.text], "query")[0], limit, query)


@register("retrieval", "dense")
class Dense(Retriever):
    """Rank chunks by the cosine of their vector and the question's."""

    top_k: int = Field(default=20, ge=1)
    """Hits kept."""

    def run(self, query: Query, index: IndexReader, embed: Embed) -> list[Hit]:
        """The nearest chunks, best first."""
        ranked = dense_branch(query, index, embed, self.top_k)
        return hits(index, ranked, {"dense": ranked})


@register("retrieval", "bm25")
class Bm25(Retriever):
    """Rank chunks by BM25; chunks that share no word with the question are left out."""

    top_k: int = Field(default=20, ge=1)
    """Hits kept."""

    def run(self, query: Query, index: IndexReader, embed: Embed) -> list[Hit]:  # noqa: ARG002 - needs no vectors
        """The best matching chunks, best first."""
        ranked = index.sparse(query, self.top_k)
        return hits(index, ranked, {"sparse": ranked})

"""No reranking."""

from __future__ import annotations

from collections.abc import Sequence

from harness.model.search import Embed, Hit, Query
from harness.registry import register
from harness.rerank.base import Reranker


@register("rerank", "none")
class NoRerank(Reranker):
    """Keep the order of retrieval."""

    def run(self, query: Query, hits: Sequence[Hit], embed: Embed) -> list[Hit]:  # noqa: ARG002 - nothing to score
        """The hits as they are."""
        return list(hits)

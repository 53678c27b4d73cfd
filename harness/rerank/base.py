"""What a reranking provider is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from harness.model.search import Embed, Hit, Query
from harness.registry import Provider


class Reranker(Provider):
    """Base of the providers of kind ``rerank``."""

    @abstractmethod
    def run(self, query: Query, hits: Sequence[Hit], embed: Embed) -> list[Hit]:
        """The same hits in a new order; those it scored carry a stage ``rerank``."""

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


def passages(hits: Sequence[Hit]) -> list[str]:
    """What a model reads of each hit: heading and text."""
    return [f"{hit.chunk.heading}\n{hit.chunk.text}".strip() for hit in hits]


def by_scores(hits: Sequence[Hit], scores: Sequence[float]) -> list[Hit]:
    """The hits by their scores, best first; ties keep their order."""
    order = sorted(range(len(hits)), key=lambda number: (-scores[number], number))
    return [
        hits[number].staged("rerank", rank, scores[number]) for rank, number in enumerate(order, 1)
    ]

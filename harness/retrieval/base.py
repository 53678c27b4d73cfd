"""What a retrieval provider is, and how ranked lists become hits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from harness.model.record import Stage
from harness.model.search import Embed, Hit, IndexReader, Query
from harness.registry import Provider

Ranked = Sequence[tuple[str, float]]
"""(chunk id, score), best first."""


class Retriever(Provider):
    """Base of the providers of kind ``retrieval``."""

    @abstractmethod
    def run(self, query: Query, index: IndexReader, embed: Embed) -> list[Hit]:
        """The best hits, best first, each with its standing in every stage that saw it."""


def hits(index: IndexReader, ranked: Ranked, stages: Mapping[str, Ranked]) -> list[Hit]:
    """``ranked`` as hits; ``stages`` maps a stage's name to its own ranked list."""
    standing = {name: _standing(stage) for name, stage in stages.items()}
    return [
        Hit(
            chunk=index.chunks[chunk_id],
            score=score,
            stages={name: seen[chunk_id] for name, seen in standing.items() if chunk_id in seen},
        )
        for chunk_id, score in ranked
    ]


def _standing(ranked: Ranked) -> dict[str, Stage]:
    return {
        chunk_id: Stage(rank=rank, score=score) for rank, (chunk_id, score) in enumerate(ranked, 1)
    }

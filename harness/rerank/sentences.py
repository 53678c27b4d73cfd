"""Reranking by the best sentence of each chunk, without another model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import Field

from harness.model.search import Embed, Hit, Query
from harness.registry import register
from harness.rerank.base import Reranker
from harness.text import sentences

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from harness.model.search import Vector

    Scores = NDArray[np.float64]

_DECIMALS = 6


@register("rerank", "sentence-interaction")
class SentenceInteraction(Reranker):
    """Order the first hits by the sum of three z-scores over them.

    - the cosine of the question and the chunk's best sentence,
    - the cosine of the question and the chunk,
    - the chunk's BM25 score.

    A chunk that the dense branch did not return has its cosine computed from its vector. One
    that the sparse branch did not return counts with the lowest BM25 score among the hits:
    it ranked below all of them, and how far below is not known. A part in which all hits are
    equal counts for nothing. Hits after ``top_n`` follow in the order they came in.
    """

    top_n: int = Field(default=10, ge=1)
    """Hits that are reordered; the sentences of each are embedded, which takes most of a first run."""
    max_sentences: int = Field(default=40, ge=1)
    """Sentences of one chunk that are embedded, from its beginning."""

    def run(self, query: Query, hits: Sequence[Hit], embed: Embed) -> list[Hit]:
        """All hits; the first ``top_n`` reordered, ties by chunk id."""
        import numpy as np

        head, tail = list(hits[: self.top_n]), list(hits[self.top_n :])
        if not head:
            return tail
        asked = embed([query.text], "query")[0]
        parts = (
            self._best_sentences(asked, head, embed),
            _chunk_cosines(asked, head, embed),
            _bm25(head),
        )
        total = np.sum([_z_scores(part) for part in parts], axis=0)
        scored = [
            (hit, round(float(score), _DECIMALS)) for hit, score in zip(head, total, strict=True)
        ]
        scored.sort(key=lambda pair: (-pair[1], pair[0].chunk.chunk_id))
        ordered = [hit.staged("rerank", rank, score) for rank, (hit, score) in enumerate(scored, 1)]
        return ordered + tail

    def _best_sentences(self, asked: Vector, hits: Sequence[Hit], embed: Embed) -> Scores:
        """The best sentence's cosine for each hit; all sentences are embedded in one call."""
        import numpy as np

        cut = [
            sentences(hit.chunk.text, hit.chunk.language)[: self.max_sentences]
            or [hit.chunk.passage]
            for hit in hits
        ]
        cosines = embed([text for texts in cut for text in texts], "passage") @ asked
        ends = np.cumsum([len(texts) for texts in cut])
        return np.array([part.max() for part in np.split(cosines, ends[:-1])], dtype=np.float64)


def _chunk_cosines(asked: Vector, hits: Sequence[Hit], embed: Embed) -> Scores:
    import numpy as np

    unseen = [hit.chunk.passage for hit in hits if "dense" not in hit.stages]
    computed = iter(embed(unseen, "passage") @ asked)
    return np.array(
        [hit.stages["dense"].score if "dense" in hit.stages else next(computed) for hit in hits],
        dtype=np.float64,
    )


def _bm25(hits: Sequence[Hit]) -> Scores:
    import numpy as np

    seen = [hit.stages["sparse"].score for hit in hits if "sparse" in hit.stages]
    floor = min(seen, default=0.0)
    return np.array(
        [hit.stages["sparse"].score if "sparse" in hit.stages else floor for hit in hits],
        dtype=np.float64,
    )


def _z_scores(values: Scores) -> Scores:
    """(value - mean) / standard deviation, zeros where all values are equal."""
    import numpy as np

    spread = values.std()
    if spread < 1e-9:
        return np.zeros_like(values)
    scores: Scores = (values - values.mean()) / spread
    return scores

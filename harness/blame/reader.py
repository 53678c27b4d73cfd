"""An index that was never built: the candidate with some documents as they were before.

It answers as the engine would over the same rows: same filters, same idf, same rounding, ties by
chunk id. Cosines are summed in double precision where the engine sums in single precision in an
order of its own, so a score can differ in its last decimal. That is why blame is confirmed
on an index that was really built.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from harness.blame.pool import Pool
from harness.model.document import Chunk, Document
from harness.model.search import Query
from harness.model.text import CorpusText

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from harness.blame.pool import Mask
    from harness.model.search import Vector

_DECIMALS = 6


class PoolReader:
    """An :class:`~harness.model.search.IndexReader` over the rows of a pool that are present."""

    def __init__(self, pool: Pool, present: Mask, text: CorpusText) -> None:
        self.index_id = "counterfactual"
        self._pool = pool
        self._present = present
        self._text = text

    @property
    def documents(self) -> Mapping[str, Document]:
        """By source id."""
        return self._text.documents

    @property
    def chunks(self) -> Mapping[str, Chunk]:
        """By chunk id."""
        return self._text.chunks

    def dense(self, vector: Vector, limit: int, query: Query) -> list[tuple[str, float]]:
        """(chunk id, cosine), best first."""
        return self._best(self._pool.cosines(vector), self._open_to(query), limit)

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        """(chunk id, BM25), best first; chunks that share no term are left out."""
        import numpy as np

        scores = np.zeros(len(self._pool.chunks), dtype=np.float32)
        shared = np.zeros(len(self._pool.chunks), dtype=np.bool_)
        total = np.count_nonzero(self._present & self._pool.worded)
        terms = self._pool.encoder.terms(query, self._pool.languages(self._present))
        for term in terms:
            rows, weights = self._pool.postings(term)
            here = self._present[rows]
            rows, weights = rows[here], weights[here]
            scores[rows] += weights * _idf(int(total), len(rows))
            shared[rows] = True
        rounded = scores.astype(np.float64).round(_DECIMALS)
        return self._best(rounded, self._open_to(query) & shared, limit)

    def _open_to(self, query: Query) -> Mask:
        mask: Mask = self._present & self._pool.allowed(query)
        return mask

    def _best(
        self, scores: NDArray[np.float64], among: Mask, limit: int
    ) -> list[tuple[str, float]]:
        import numpy as np

        rows = np.flatnonzero(among)
        if len(rows) > limit > 0:
            least = np.partition(scores[rows], len(rows) - limit)[len(rows) - limit]
            rows = rows[scores[rows] >= least]  # with all that tie for the last place
        order = np.lexsort((self._pool.names[rows], -scores[rows]))
        best = rows[order][:limit]
        return [(self._pool.chunks[row].chunk_id, float(scores[row])) for row in best.tolist()]


def _idf(total: int, holding: int) -> np.float32:
    """The engine's: ln(1 + (N - n + 0.5) / (n + 0.5)) of N chunks with terms, n with this one.

    Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
    with the 1 that keeps it positive; counted over the whole index, filtered or not.
    """
    import numpy as np

    return np.float32(np.log(1 + (total - holding + 0.5) / (holding + 0.5)))

"""All rows that any counterfactual index can hold, scored once a question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from harness.access import facets, granted, groups, wanted
from harness.blame.units import Unit
from harness.index.base import IndexContent
from harness.index.bm25 import Bm25Encoder
from harness.index.qdrant_edge import QdrantEdge
from harness.model.document import Chunk
from harness.model.search import Query
from harness.store import canonical_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from harness.model.search import Vector, Vectors

    Mask = NDArray[np.bool_]
    Scores = NDArray[np.float32]

KEPT = -1
"""Owner of a row that stands in every counterfactual."""


@dataclass(frozen=True)
class Pool:
    """The rows of the candidate and, of changed documents, those of the baseline.

    A row's vector and term weights depend on its chunk alone, so the rows of a mixed corpus are
    the rows of the two sealed indexes. What depends on the whole corpus is idf, which is counted
    anew for every mixture.
    """

    provider: QdrantEdge
    chunks: tuple[Chunk, ...]
    dense: Vectors
    owners: NDArray[np.int64]
    """Number of the unit a row goes or comes with; ``KEPT`` for unchanged documents."""
    from_baseline: Mask
    terms: NDArray[np.uint32]
    """Sorted; cell i of the three arrays says how much ``term_rows[i]`` has of ``terms[i]``."""
    term_rows: NDArray[np.int64]
    term_weights: Scores
    worded: Mask
    """Rows with any term: idf counts no others."""

    @staticmethod
    def of(
        baseline: IndexContent,
        candidate: IndexContent,
        units: Sequence[Unit],
        provider: QdrantEdge,
    ) -> Pool:
        """The pool of two sealed indexes that were built with ``provider``."""
        import numpy as np

        gone = {source: n for n, unit in enumerate(units) for source in unit.old}
        come = {source: n for n, unit in enumerate(units) for source in unit.new}
        rows = [(candidate, n, come.get(c.source_id, KEPT)) for n, c in _numbered(candidate)]
        rows += [
            (baseline, n, gone[c.source_id]) for n, c in _numbered(baseline) if c.source_id in gone
        ]
        sparse = [side.sparse.row(n) for side, n, _ in rows]
        lengths = np.array([len(terms) for terms, _ in sparse], dtype=np.int64)
        terms = np.concatenate([np.zeros(0, np.uint32), *(terms for terms, _ in sparse)])
        weights = np.concatenate([np.zeros(0, np.float32), *(values for _, values in sparse)])
        order = np.argsort(terms, kind="stable")
        return Pool(
            provider=provider,
            chunks=tuple(side.chunks[n] for side, n, _ in rows),
            dense=np.stack([side.dense[n] for side, n, _ in rows]) if rows else candidate.dense,
            owners=np.array([owner for _, _, owner in rows], dtype=np.int64),
            from_baseline=np.array([side is baseline for side, _, _ in rows], dtype=np.bool_),
            terms=terms[order],
            term_rows=np.repeat(np.arange(len(rows)), lengths)[order],
            term_weights=weights[order],
            worded=lengths > 0,
        )

    def present(self, returned: Collection[int]) -> Mask:
        """The rows of the candidate with some units returned to the baseline."""
        import numpy as np

        back = np.isin(self.owners, sorted(returned))
        present: Mask = (self.owners == KEPT) | (self.from_baseline == back)
        return present

    def languages(self, present: Mask) -> frozenset[str]:
        """Languages of the chunks of a mixture."""
        return frozenset(
            language for language, rows in self._by_language.items() if bool((rows & present).any())
        )

    def cosines(self, vector: Vector) -> NDArray[np.float64]:
        """Cosine of every row. Summed in double precision, the same for equal rows anywhere."""
        import numpy as np

        key = vector.tobytes()
        if key not in self._cosines:
            self._cosines.clear()  # one question at a time
            scores = np.einsum("ij,j->i", self.dense, vector, dtype=np.float64)
            self._cosines[key] = np.round(scores, 6)
        return self._cosines[key]

    def postings(self, term: int) -> tuple[NDArray[np.int64], Scores]:
        """(rows, weights) of a term."""
        import numpy as np

        number = np.uint32(term)  # of the type of the array, which would be copied otherwise
        start = np.searchsorted(self.terms, number, side="left")
        end = np.searchsorted(self.terms, number, side="right")
        return self.term_rows[start:end], self.term_weights[start:end]

    def allowed(self, query: Query) -> Mask:
        """The rows that the asking person may see and the filters let through."""
        key = canonical_json([query.principal, query.filters])
        if key not in self._allowed:
            self._allowed[key] = self._let_through(query)
        return self._allowed[key]

    def _let_through(self, query: Query) -> Mask:
        import numpy as np

        mask = np.ones(len(self.chunks), dtype=np.bool_)
        if self._restricted:
            mask &= _any_of(self._groups, granted(query.principal))
        for words in wanted(query.filters):
            mask &= _any_of(self._facets, words)
        return mask

    @cached_property
    def encoder(self) -> Bm25Encoder:
        """The encoder of the index settings."""
        return self.provider.encoder()

    @cached_property
    def names(self) -> NDArray[np.int64]:
        """Rank of each row's chunk id in the order of ids, for ties."""
        import numpy as np

        order = sorted(range(len(self.chunks)), key=lambda n: self.chunks[n].chunk_id)
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        return ranks

    @cached_property
    def _by_language(self) -> Mapping[str, Mask]:
        import numpy as np

        found = np.array([chunk.language for chunk in self.chunks])
        return {str(language): found == language for language in np.unique(found)}

    @cached_property
    def _cosines(self) -> dict[bytes, NDArray[np.float64]]:
        return {}

    @cached_property
    def _allowed(self) -> dict[str, Mask]:
        return {}

    @cached_property
    def _groups(self) -> list[list[str]]:
        return [groups(chunk.metadata, self.provider.acl_field) for chunk in self.chunks]

    @cached_property
    def _restricted(self) -> bool:
        return any(self.provider.acl_field in chunk.metadata for chunk in self.chunks)

    @cached_property
    def _facets(self) -> list[list[str]]:
        return [facets(chunk.metadata) for chunk in self.chunks]


def _numbered(content: IndexContent) -> list[tuple[int, Chunk]]:
    return list(enumerate(content.chunks))


def _any_of(held: Sequence[Sequence[str]], words: Sequence[str]) -> Mask:
    import numpy as np

    accepted = frozenset(words)
    return np.array([not accepted.isdisjoint(row) for row in held], dtype=np.bool_)

"""What an index holds, and what an index provider is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from harness.model.document import Chunk, Document
from harness.model.search import IndexReader
from harness.registry import Provider
from harness.store import digest_json, sha256_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from harness.model.search import Vector, Vectors


@dataclass(frozen=True, slots=True)
class Sparse:
    """Sparse rows laid end to end: row i is ``[offsets[i], offsets[i + 1])`` of the other two."""

    offsets: NDArray[np.int64]
    """(n + 1,)"""
    terms: NDArray[np.uint32]
    """Term numbers, ascending within a row."""
    weights: NDArray[np.float32]

    def row(self, number: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """(terms, weights) of one row."""
        span = slice(self.offsets[number], self.offsets[number + 1])
        return self.terms[span], self.weights[span]

    def weights_of(self, number: int) -> dict[int, float]:
        """Term number -> weight of one row."""
        terms, weights = self.row(number)
        return dict(zip(terms.tolist(), weights.tolist(), strict=True))

    @staticmethod
    def of(rows: Sequence[Mapping[int, float]]) -> Sparse:
        """Lay out rows given as term number -> weight."""
        import numpy as np

        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        offsets[1:] = np.cumsum([len(row) for row in rows])
        cells = [cell for row in rows for cell in sorted(row.items())]
        return Sparse(
            offsets=offsets,
            terms=np.array([term for term, _ in cells], dtype=np.uint32),
            weights=np.array([weight for _, weight in cells], dtype=np.float32),
        )


@dataclass(frozen=True, slots=True)
class IndexContent:
    """Everything an index knows, without an engine. Row i of both matrices is ``chunks[i]``."""

    index_id: str
    inputs: Mapping[str, Any]
    """What the index was made from; ``index_id`` is its digest."""
    documents: tuple[Document, ...]
    """Sorted by source id."""
    chunks: tuple[Chunk, ...]
    """Sorted by :func:`chunk_order`."""
    dense: Vectors
    """(n, dim) float32, rows L2-normalised."""
    sparse: Sparse

    def points_digest(self) -> str:
        """``sha256:…`` over (chunk id, text hash, vector, sparse row) of every chunk."""
        return digest_json([self.point(number) for number in range(len(self.chunks))])

    def point(self, number: int) -> list[str]:
        """Chunk id, text hash, and the SHA-256 of vector and sparse row of one chunk."""
        chunk = self.chunks[number]
        row_digests = digests_of_row(self.dense[number], *self.sparse.row(number))
        return [chunk.chunk_id, chunk.text_hash, *row_digests]


def digests_of_row(
    dense: Vector, terms: NDArray[np.uint32], weights: NDArray[np.float32]
) -> tuple[str, str]:
    """Hex SHA-256 of a dense vector (float32) and of a sparse row."""
    return sha256_bytes(dense.tobytes()), sha256_bytes(terms.tobytes() + weights.tobytes())


def chunk_order(chunk: Chunk) -> tuple[str, int, str]:
    """The order of chunks in every index: source id, then place in the document."""
    return chunk.source_id, chunk.start, chunk.chunk_id


class OpenIndex(IndexReader, Protocol):
    """An index with its engine running."""

    @property
    def content(self) -> IndexContent:
        """The matrices behind the scores, for counterfactuals and explanations."""
        ...

    def close(self) -> None:
        """Stop the engine and remove its working files. The sealed index stays."""
        ...


class IndexProvider(Provider):
    """Base of the providers of kind ``index``: how chunks become terms, and what searches them."""

    @abstractmethod
    def encode(self, chunks: Sequence[Chunk]) -> Sparse:
        """The sparse rows of the chunks. A row depends on its own chunk alone."""

    @abstractmethod
    def check(self, documents: Sequence[Document]) -> None:
        """Refuse what cannot be indexed, all faults at once, before anything is embedded.

        Raises:
            HarnessError: a document's metadata cannot be used as the settings ask.
        """

    @abstractmethod
    def reader(self, content: IndexContent) -> OpenIndex:
        """An engine over ``content``. Nothing of the sealed index is written."""

    def of_counterfactuals(self) -> IndexProvider:
        """What searches the corpora that never were, with the same hits; built for a moment each."""
        return self

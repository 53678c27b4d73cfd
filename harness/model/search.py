"""What passes between retrieval, reranking and generation, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from harness.model.document import Chunk, Document
from harness.model.record import Stage, Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """(n, dim) float32, rows L2-normalised unless the configuration says otherwise."""

    Vector = NDArray[np.float32]
    """(dim,) float32."""

Role = Literal["query", "passage"]


class Embed(Protocol):
    """Text in, vectors out, cached by content. The pipeline hands it to the stages that need it."""

    def __call__(self, texts: Sequence[str], role: Role) -> Vectors: ...


@dataclass(frozen=True, slots=True)
class Query:
    """One question as it enters retrieval."""

    text: str
    language: str
    principal: tuple[str, ...] = ()
    filters: Mapping[str, Any] = field(default_factory=dict)


class IndexReader(Protocol):
    """One sealed index, open for reading. Filters and access rules of the query always apply."""

    @property
    def index_id(self) -> str: ...

    @property
    def documents(self) -> Mapping[str, Document]:
        """By source id."""
        ...

    @property
    def chunks(self) -> Mapping[str, Chunk]:
        """By chunk id."""
        ...

    def dense(self, vector: Vector, limit: int, query: Query) -> list[tuple[str, float]]:
        """(chunk id, cosine), best first, ties by chunk id; scores rounded to 6 decimals."""
        ...

    def sparse(self, query: Query, limit: int) -> list[tuple[str, float]]:
        """(chunk id, BM25), best first, ties by chunk id; chunks without a shared term left out."""
        ...


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk with its score in the last stage and its standing in every stage so far."""

    chunk: Chunk
    score: float
    stages: Mapping[str, Stage] = field(default_factory=dict)

    def staged(self, stage: str, rank: int, score: float) -> Hit:
        """This hit with its standing in one more stage, which becomes its score."""
        return replace(
            self, score=score, stages={**self.stages, stage: Stage(rank=rank, score=score)}
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer with the chunks it cites."""

    text: str
    chunk_ids: tuple[str, ...]
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a generator gave. ``error_kind`` non-empty means there is no usable answer."""

    text: str
    claims: tuple[Claim, ...]
    refused: bool
    model: str
    prompt_hash: str = ""
    excerpts: bool = False
    """The answer is cut from the context and chosen by score; see ``Runtime.excerpts``."""
    tokens: Tokens = Tokens()
    cost: float | None = None
    cached: bool = False
    error_kind: str = ""
    error_message: str = ""

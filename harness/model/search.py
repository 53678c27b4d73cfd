"""What passes between retrieval, reranking and generation, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from harness.model.document import Chunk
from harness.model.record import Stage, Tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """(n, dim) float32, rows L2-normalised unless the configuration says otherwise."""

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
    tokens: Tokens = Tokens()
    cost: float | None = None
    cached: bool = False
    error_kind: str = ""
    error_message: str = ""

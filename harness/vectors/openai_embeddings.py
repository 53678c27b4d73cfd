"""Vectors from any OpenAI-compatible ``/embeddings`` endpoint, local or allowed by name."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, Field, ValidationError

from harness.errors import ExitCode, HarnessError
from harness.llm import RETRIED, CallFailedError, LlmProvider, map_bounded, well_formed
from harness.model.search import Role
from harness.registry import register
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from harness.model.search import Vector, Vectors

_PATH = "/embeddings"
_SPECIAL_TOKENS = 2


@register("embedding", "openai")
class OpenAiEmbeddings(LlmProvider, Embedder):
    """A model behind ``/embeddings``: LM Studio, TEI, vLLM, OpenAI and others.

    The endpoint decides what happens to a text longer than its window; most refuse it. Its
    tokenizer is not known here, so lengths are estimated from characters: chunks should stay
    well below ``window_tokens``.
    """

    batch_texts: ClassVar[int] = 256

    dimensions: int = Field(ge=1, le=65_536)
    """Components of a vector; an answer with another number is refused."""
    send_dimensions: bool = False
    """Ask the endpoint for that many, for models that can shorten their vectors."""
    encoding: Literal["float", "base64"] = "float"
    """How vectors travel; answers in either form are read."""
    batch_size: int = Field(default=32, ge=1, le=2048)
    """Texts in one call."""
    query_prefix: str = ""
    """Put before a question, as the model was trained (``"query: "`` for E5)."""
    passage_prefix: str = ""
    """Put before a chunk (``"passage: "`` for E5)."""
    window_tokens: int = Field(default=512, ge=1)
    """Tokens the model reads of one text."""
    chars_per_token: float = Field(default=3.0, gt=0.1, le=20)
    """For estimates of length: about 4 for English, 2 to 4 for Russian, by the model."""

    @property
    def dim(self) -> int:
        return self.dimensions

    @property
    def max_tokens(self) -> int:
        return self.window_tokens

    def count_tokens(self, text: str) -> int:
        """An estimate: characters by ``chars_per_token``, rounded up, and two special tokens."""
        return math.ceil(len(text) / self.chars_per_token) + _SPECIAL_TOKENS

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dimensions) float32, rows L2-normalised.

        Raises:
            HarnessError: a call failed after its retries, or an answer holds no such vectors.
        """
        import numpy as np

        prefix = self.query_prefix if role == "query" else self.passage_prefix
        inputs = [well_formed(prefix + text) for text in texts]
        batches = [
            inputs[start : start + self.batch_size]
            for start in range(0, len(inputs), self.batch_size)
        ]
        if not batches:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.concatenate(list(map_bounded(self._embed_batch, batches, self.concurrency)))

    def _embed_batch(self, texts: list[str]) -> Vectors:
        body: dict[str, Any] = {
            "model": self.model,
            "input": texts,
            "encoding_format": self.encoding,
        }
        if self.send_dimensions:
            body["dimensions"] = self.dimensions
        try:
            return _vectors(self.api.post(_PATH, body).body, len(texts), self.dimensions)
        except CallFailedError as failure:
            code = ExitCode.INCOMPLETE if failure.outcome in RETRIED else ExitCode.USAGE
            raise HarnessError(
                f"embedding.openai: {failure.outcome}: {failure.message}. Vectors that were "
                "finished are kept; a rerun goes on from there.",
                exit_code=code,
            ) from failure


class _Item(BaseModel):
    index: int
    embedding: list[float] | str


class _Embeddings(BaseModel):
    """The part of an answer that is read; the rest is ignored."""

    data: list[_Item]


def _vectors(body: dict[str, Any], count: int, dim: int) -> Vectors:
    """(count, dim) float32 in the order of the inputs, rows L2-normalised."""
    import numpy as np

    try:
        items = sorted(_Embeddings.model_validate(body).data, key=lambda item: item.index)
    except ValidationError as error:
        raise _malformed("the answer is not a list of embeddings") from error
    if [item.index for item in items] != list(range(count)):
        raise _malformed(f"the answer does not hold one vector for each of {count} texts")
    rows = np.stack([_vector(item.embedding, dim) for item in items])
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.all(np.isfinite(norms) & (norms > 0)):
        raise _malformed("a vector is zero or not finite")
    normalised: Vectors = (rows / norms).astype(np.float32)
    return normalised


def _vector(embedding: list[float] | str, dim: int) -> Vector:
    import numpy as np

    if isinstance(embedding, str):
        try:
            data = base64.b64decode(embedding, validate=True)
            row = np.frombuffer(data, dtype="<f4")
        except (binascii.Error, ValueError) as error:
            raise _malformed("a vector is not base64 of 32-bit numbers") from error
    else:
        row = np.array(embedding, dtype=np.float32)
    if row.shape != (dim,):
        raise _malformed(
            f"a vector has {row.size} components, the setting dimensions says {dim}; correct it"
        )
    return row.astype(np.float32)


def _malformed(message: str) -> CallFailedError:
    return CallFailedError("malformed", message)

"""Vectors from hashed stems: fast, deterministic, without any understanding. For tests only."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import Field

from harness.model.search import Role
from harness.registry import register
from harness.text import stems, words
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from harness.model.search import Vectors


@register("embedding", "hashing")
class Hashing(Embedder):
    """Signed feature hashing of stems (Weinberger et al. 2009). For tests only: no synonyms.

    Queries and passages are embedded alike. A text without words gets the first axis.
    """

    dimensions: int = Field(default=64, ge=8, le=4096)
    """Components of a vector."""

    @property
    def dim(self) -> int:
        return self.dimensions

    @property
    def max_tokens(self) -> int:
        return 512

    def count_tokens(self, text: str) -> int:
        """Words, and one for each of the two special tokens of a real model."""
        return len(words(text)) + 2

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:  # noqa: ARG002 - alike for both
        """(len(texts), dimensions) float32, rows L2-normalised."""
        import numpy as np

        rows: Vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for stem in stems(text, "und"):
                place = _place(stem)
                row[(place >> 1) % self.dim] += 1 if place & 1 else -1
            if not row.any():
                row[0] = 1
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


def _place(stem: str) -> int:
    digest = hashlib.sha256(stem.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")

"""What an embedding provider is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from harness.model.search import Role
from harness.registry import Provider

if TYPE_CHECKING:
    from harness.model.search import Vectors


class Embedder(Provider):
    """Base of the providers of kind ``embedding``.

    The vector of a text must depend on the text and the role alone, never on the other texts
    of the batch: the cache in front of it mixes vectors of many batches.
    """

    batch_texts: ClassVar[int] = 64
    """Texts embedded between two writes to the cache."""

    @property
    @abstractmethod
    def dim(self) -> int:
        """Components of a vector."""

    @property
    @abstractmethod
    def max_tokens(self) -> int:
        """Tokens of the model's window; the provider's docstring says what happens to longer texts."""

    @abstractmethod
    def count_tokens(self, text: str) -> int:
        """Length of ``text`` in tokens of the model, special tokens included."""

    @abstractmethod
    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dim) float32, rows L2-normalised."""

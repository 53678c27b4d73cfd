"""Embedding models on this machine, run by sentence-transformers and PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from harness.llm import well_formed
from harness.local import LocalModel
from harness.model.search import Role
from harness.registry import register
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from harness.model.search import Vectors


@register("embedding", "sentence-transformers")
class SentenceTransformers(LocalModel, Embedder):
    """A sentence-transformers model, run by PyTorch on the CPU.

    Texts are embedded one by one, so that no vector depends on what else was in its batch. A text
    longer than the model's window is cut at its end: chunks should stay below it. Code that comes
    with a model is not run.
    """

    extra: ClassVar[str] = "sentence-transformers"
    packages: ClassVar[tuple[str, ...]] = ("sentence-transformers", "transformers", "torch")
    batch_texts: ClassVar[int] = 16
    files: ClassVar[tuple[str, ...] | None] = ("*.json", "*.txt", "*.model", "*.safetensors")

    query_prefix: str = ""
    """Put before a question, as the model was trained (``"query: "`` for E5)."""
    passage_prefix: str = ""
    """Put before a chunk (``"passage: "`` for E5)."""

    @property
    def dim(self) -> int:
        return int(self._loaded().encode([""], show_progress_bar=False).shape[1])

    @property
    def max_tokens(self) -> int:
        return int(self._loaded().max_seq_length)

    def count_tokens(self, text: str) -> int:
        """Length of ``text`` in tokens of the model, special tokens included."""
        tokenizer = self._loaded().tokenizer
        return len(tokenizer(well_formed(text), truncation=False, verbose=False)["input_ids"])

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dim) float32, rows L2-normalised.

        Raises:
            HarnessError: the model cannot be used.
        """
        import numpy as np

        prefix = self.query_prefix if role == "query" else self.passage_prefix
        given = [well_formed(prefix + text) for text in texts]
        if not given:
            return np.zeros((0, self.dim), dtype=np.float32)
        rows: Vectors = self._loaded().encode(
            given, batch_size=1, normalize_embeddings=True, show_progress_bar=False
        )
        return rows.astype(np.float32)

    def _loaded(self) -> Any:
        try:
            return _model(self.folder, self.digest)
        except Exception as error:
            raise self.unreadable(error) from error


@lru_cache(maxsize=2)
def _model(folder: Path, digest: str) -> Any:  # noqa: ARG001  # another digest, another model
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(
        str(folder), device="cpu", local_files_only=True, trust_remote_code=False
    )

"""ONNX embedding models on this machine, run by fastembed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from harness.llm import well_formed
from harness.local import LocalModel
from harness.model.search import Role
from harness.registry import register
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from tokenizers import Tokenizer

    from harness.model.search import Vectors

Pooling = Literal["mean", "cls", "last_token", "disabled"]


@register("embedding", "fastembed")
class FastEmbed(LocalModel, Embedder):
    """An embedding model in ONNX form, run by fastembed on the CPU.

    Texts are embedded one by one, so that no vector depends on what else was in its batch. A text
    longer than the model's window is cut at its end: chunks should stay below it.
    """

    packages: ClassVar[tuple[str, ...]] = ("fastembed", "onnxruntime", "tokenizers")
    batch_texts: ClassVar[int] = 16
    files: ClassVar[tuple[str, ...] | None] = ("*.json", "*.txt", "*.onnx", "*.onnx_data")

    model_file: str = "onnx/model.onnx"
    """The ONNX file within the model."""
    pooling: Pooling
    """How the vectors of tokens become one, as the model was trained: `mean` for E5 and MiniLM, `cls`
    for BGE."""
    query_prefix: str = ""
    """Put before a question, as the model was trained (``"query: "`` for E5)."""
    passage_prefix: str = ""
    """Put before a chunk (``"passage: "`` for E5)."""

    @property
    def dim(self) -> int:
        return int(self._embedded([""]).shape[1])

    @property
    def max_tokens(self) -> int:
        return int(_truncation(self._loaded()))

    def count_tokens(self, text: str) -> int:
        """Length of ``text`` in tokens of the model, special tokens included."""
        return len(_tokenizer(self.folder, self.digest).encode(well_formed(text)).ids)

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dim) float32, rows L2-normalised.

        Raises:
            HarnessError: the model cannot be used.
        """
        prefix = self.query_prefix if role == "query" else self.passage_prefix
        return self._embedded([prefix + text for text in texts])

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        model = self._loaded()
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        given = [well_formed(text) for text in texts]
        rows: Vectors = np.stack(list(model.embed(given, batch_size=1))).astype(np.float32)
        return rows

    def _loaded(self) -> TextEmbedding:
        try:
            return _model(self.folder, self.digest, self.model_file, self.pooling)
        except Exception as error:
            raise self.unreadable(error) from error


@lru_cache(maxsize=2)
def _model(folder: Path, digest: str, model_file: str, pooling: Pooling) -> TextEmbedding:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"corpusgate/{digest}/{model_file}/{pooling}"
    known = {entry["model"] for entry in TextEmbedding.list_supported_models()}
    if name not in known:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType[pooling.upper()],
            normalization=True,
            sources=ModelSource(hf="never/asked"),
            dim=0,
            model_file=model_file,
        )
    return TextEmbedding(
        name, specific_model_path=str(folder), local_files_only=True, providers=_CPU
    )


_CPU = ["CPUExecutionProvider"]


def _truncation(model: Any) -> int:
    """Tokens after which the library cuts a text."""
    return int(model.model.tokenizer.truncation["max_length"])


@lru_cache(maxsize=2)
def _tokenizer(folder: Path, digest: str) -> Tokenizer:  # noqa: ARG001  # another model, another one
    """The model's tokenizer without its limit, to tell how long a text really is."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer

"""Cross-encoders on this machine: by fastembed, or by FlashRank."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import Field, model_validator

from harness.llm import well_formed
from harness.local import LocalModel
from harness.model.search import Embed, Hit, Query
from harness.registry import register
from harness.rerank.base import Reranker, by_scores, passages

if TYPE_CHECKING:
    from fastembed.rerank.cross_encoder import TextCrossEncoder


class LocalReranker(LocalModel, Reranker):
    """Base of the rerankers that read question and chunk together.

    Pairs are scored one by one, so that no score depends on the others.
    """

    top_n: int = Field(default=20, ge=1, le=1000)
    """Hits that are scored, from the first; those behind keep their order behind them."""

    def run(self, query: Query, hits: Sequence[Hit], embed: Embed) -> list[Hit]:  # noqa: ARG002  # part of the interface
        """The hits by score, best first; ties keep their order.

        Raises:
            HarnessError: the model cannot be used.
        """
        head, tail = hits[: self.top_n], hits[self.top_n :]
        question = well_formed(query.text)
        try:
            scores = [self.score(question, well_formed(passage)) for passage in passages(head)]
        except Exception as error:
            raise self.unreadable(error) from error
        return [*by_scores(head, scores), *tail]

    @abstractmethod
    def score(self, question: str, passage: str) -> float:
        """How well a passage answers; higher is better."""


@register("rerank", "fastembed")
class FastEmbedRerank(LocalReranker):
    """A cross-encoder in ONNX form, run by fastembed on the CPU."""

    packages: ClassVar[tuple[str, ...]] = ("fastembed", "onnxruntime", "tokenizers")
    files: ClassVar[tuple[str, ...] | None] = ("*.json", "*.txt", "*.onnx", "*.onnx_data")

    model_file: str = "onnx/model.onnx"
    """The ONNX file within the model."""

    def score(self, question: str, passage: str) -> float:
        """See :class:`LocalReranker`."""
        model = _encoder(self.folder, self.digest, self.model_file)
        (score,) = model.rerank(question, [passage], batch_size=1)
        return float(score)


@register("rerank", "flashrank")
class FlashRank(LocalReranker):
    """A cross-encoder run by FlashRank on the CPU, from its unpacked folder."""

    packages: ClassVar[tuple[str, ...]] = ("flashrank", "onnxruntime", "tokenizers")

    max_length: int = Field(default=512, ge=8, le=8192)
    """Tokens of question and chunk together; what is longer is cut at its end."""

    @model_validator(mode="after")
    def _by_folder(self) -> Self:
        if self.model:
            raise ValueError(
                "expected path: the hub keeps FlashRank's models as archives without commits; "
                "unpack one and name its folder"
            )
        return self

    def score(self, question: str, passage: str) -> float:
        """See :class:`LocalReranker`."""
        from flashrank import RerankRequest

        ranker = _ranker(self.folder, self.digest, self.max_length)
        (found,) = ranker.rerank(RerankRequest(query=question, passages=[{"text": passage}]))
        return float(found["score"])


@lru_cache(maxsize=2)
def _encoder(folder: Path, digest: str, model_file: str) -> TextCrossEncoder:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    name = f"corpusgate/{digest}/{model_file}"
    known = {entry["model"] for entry in TextCrossEncoder.list_supported_models()}
    if name not in known:
        source = ModelSource(hf="never/asked")
        TextCrossEncoder.add_custom_model(name, sources=source, model_file=model_file)
    return TextCrossEncoder(
        name,
        specific_model_path=str(folder),
        local_files_only=True,
        providers=["CPUExecutionProvider"],
    )


@lru_cache(maxsize=2)
def _ranker(folder: Path, digest: str, max_length: int) -> Any:  # noqa: ARG001  # as its key
    import logging

    from flashrank import Ranker
    from flashrank.Config import model_file_map

    if folder.name not in model_file_map:
        choices = ", ".join(sorted(model_file_map))
        raise ValueError(f"FlashRank knows a model by its folder's name, one of: {choices}")
    level = logging.root.level
    try:
        return Ranker(folder.name, str(folder.parent), max_length, log_level="CRITICAL")
    finally:
        logging.root.setLevel(level)

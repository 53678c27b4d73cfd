"""The library itself: loaded late, without its telemetry, and one function a metric."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from harness.errors import MissingExtraError
from harness.model.measurement import RagasMetric
from harness.ragas_metrics.wrappers import AskingLlm, OurEmbeddings

Score = Callable[..., Coroutine[Any, Any, Any]]
"""Takes the arguments of a metric by name; gives a number, or an object with a ``value``."""


@dataclass(frozen=True, slots=True)
class Library:
    """What is used of ragas."""

    collections: Any
    """``ragas.metrics.collections``."""
    sample: Any
    """``SingleTurnSample``, for the metrics that are not in the collections."""
    recall: Any
    precision: Any

    def score(
        self,
        metric: RagasMetric,
        arguments: Mapping[str, Any],
        llm: AskingLlm | None,
        embeddings: OurEmbeddings,
    ) -> float:
        """One value as ragas gives it, NaN included. The calling thread must have no event loop.

        Raises:
            CallFailedError: a call to the model failed.
        """
        found = asyncio.run(self._scorer(metric, llm, embeddings)(**arguments))
        return float(getattr(found, "value", found))

    def _scorer(
        self, metric: RagasMetric, llm: AskingLlm | None, embeddings: OurEmbeddings
    ) -> Score:
        made: Mapping[RagasMetric, Callable[[], Score]] = {
            "context_precision": lambda: (
                self.collections.ContextPrecisionWithReference(llm=llm).ascore
            ),
            "context_recall": lambda: self.collections.ContextRecall(llm=llm).ascore,
            "factual_correctness": lambda: self.collections.FactualCorrectness(llm=llm).ascore,
            "faithfulness": lambda: self.collections.Faithfulness(llm=llm).ascore,
            "non_llm_context_precision": lambda: self._on_sample(
                self.precision(distance_measure=self._similarity())
            ),
            "non_llm_context_recall": lambda: self._on_sample(
                self.recall(_distance_measure=self._similarity())
            ),
            "non_llm_string_similarity": lambda: self.collections.NonLLMStringSimilarity().ascore,
            "response_relevancy": lambda: (
                self.collections.AnswerRelevancy(llm=llm, embeddings=embeddings).ascore
            ),
            "semantic_similarity": lambda: (
                self.collections.SemanticSimilarity(embeddings=embeddings).ascore
            ),
        }
        return made[metric]()

    def _similarity(self) -> _Similarity:
        return _Similarity(self.collections.NonLLMStringSimilarity().ascore)

    def _on_sample(self, metric: Any) -> Score:
        # The public method would note the call for telemetry and tell LangSmith of it.
        return lambda **arguments: metric._single_turn_ascore(self.sample(**arguments), None)  # noqa: SLF001


class _Similarity:
    """The string similarity, in the form that the metrics without collections expect."""

    def __init__(self, score: Score) -> None:
        self._score = score

    async def single_turn_ascore(self, sample: Any, callbacks: Any) -> float:  # noqa: ARG002  # theirs
        found = await self._score(reference=sample.reference, response=sample.response)
        return float(found.value)


def load() -> Library:
    """Import ragas, which takes seconds, with its telemetry off for the whole process.

    Raises:
        MissingExtraError: ragas, or the release of a library it cannot do without, is missing.
    """
    os.environ["RAGAS_DO_NOT_TRACK"] = "true"  # read at the first event, and never again
    try:
        from ragas.dataset_schema import SingleTurnSample
        from ragas.embeddings.base import BaseRagasEmbedding
        from ragas.llms.base import InstructorBaseRagasLLM
        from ragas.metrics import collections
        from ragas.metrics._context_precision import NonLLMContextPrecisionWithReference
        from ragas.metrics._context_recall import NonLLMContextRecall
    except ImportError as error:
        raise MissingExtraError("The setting ragas", "ragas") from error
    InstructorBaseRagasLLM.register(AskingLlm)
    BaseRagasEmbedding.register(OurEmbeddings)
    return Library(
        collections=collections,
        sample=SingleTurnSample,
        recall=NonLLMContextRecall,
        precision=NonLLMContextPrecisionWithReference,
    )

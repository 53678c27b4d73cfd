"""A reranking model behind a ``/rerank`` endpoint, local or allowed by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from pydantic import BaseModel, Field, PrivateAttr, ValidationError

from harness.errors import ExitCode, HarnessError
from harness.llm import (
    RETRIED,
    CallFailedError,
    LlmProvider,
    LlmRuntime,
    ResponseCache,
    well_formed,
)
from harness.model.search import Embed, Hit, Query
from harness.registry import register
from harness.rerank.base import Reranker, by_scores, passages
from harness.store import digest_json

_PATH = "/rerank"


@register("rerank", "endpoint")
class EndpointRerank(LlmProvider, Reranker):
    """A cross-encoder behind ``/rerank``, in the form of Jina, Cohere, vLLM, llama.cpp and others.

    It is sent the question and the chunks with their headings, and answers with a relevance score
    for each. The same request is sent once; its scores serve both corpus versions.
    """

    top_n: int = Field(default=50, ge=1, le=1000)
    """Hits that are scored, from the first; those behind keep their order behind them."""

    _cache: ResponseCache | None = PrivateAttr(default=None)

    def bound(self, runtime: LlmRuntime) -> Self:
        """This reranker, able to work. Opens no connection.

        Raises:
            HarnessError: the endpoint is not allowed, or the model has no price under a cap.
        """
        copy = super().bound(runtime)
        copy._cache = runtime.cache  # noqa: SLF001
        return copy

    def run(self, query: Query, hits: Sequence[Hit], embed: Embed) -> list[Hit]:  # noqa: ARG002  # part of the interface
        """The hits by the endpoint's scores, best first; ties keep their order.

        Raises:
            HarnessError: the endpoint gave no scores; exit code 4 if running it again may help.
        """
        if not hits:
            return []
        head, tail = hits[: self.top_n], hits[self.top_n :]
        return [*by_scores(head, self._scores(query, head)), *tail]

    def _scores(self, query: Query, hits: Sequence[Hit]) -> list[float]:
        documents = passages(hits)
        body = {
            "model": self.model,
            "query": well_formed(query.text),
            "documents": [well_formed(document) for document in documents],
            "top_n": len(documents),
            "return_documents": False,
        }
        try:
            return _read(self._answer(body), len(documents))
        except CallFailedError as failure:
            code = ExitCode.INCOMPLETE if failure.outcome in RETRIED else ExitCode.USAGE
            raise HarnessError(
                f"rerank.endpoint: {failure.outcome}: {failure.message}. Records that were "
                "finished are kept; a rerun goes on from there.",
                exit_code=code,
            ) from failure

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        """The endpoint's answer, kept by the whole request once it was read."""
        if self._cache is None:
            raise RuntimeError("rerank.endpoint works only after bind(provider, runtime)")
        key = digest_json({"endpoint": self.api.endpoint.identity, "path": _PATH, "body": body})
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        answer = {"results": self.api.post(_PATH, body).body.get("results")}
        _read(answer, len(body["documents"]))
        self._cache.put(key, answer)
        return answer


class _Result(BaseModel):
    index: int
    relevance_score: float = Field(allow_inf_nan=False)


class _Results(BaseModel):
    """The part of an answer that is read; the rest is ignored."""

    results: list[_Result]


def _read(answer: dict[str, Any], count: int) -> list[float]:
    """The score of each document, in the order they were sent."""
    try:
        results = _Results.model_validate(answer).results
    except ValidationError as error:
        raise CallFailedError(
            "malformed", "the answer is not a list of relevance scores"
        ) from error
    scores = {result.index: result.relevance_score for result in results}
    if sorted(scores) != list(range(count)) or len(results) != count:
        raise CallFailedError(
            "malformed", f"the answer does not hold one score for each of {count} documents"
        )
    return [scores[number] for number in range(count)]

"""One case on one corpus version: retrieval, reranking, context, generation, record."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from harness.config import Release
from harness.generation.base import Generator
from harness.model.case import Case
from harness.model.record import Citation, RecordError, Retrieved, RunRecord, Runtime
from harness.model.search import Answer, Embed, Hit, IndexReader, Query
from harness.model.trace import span
from harness.model.wire import Side
from harness.registry import expect
from harness.rerank.base import Reranker
from harness.retrieval.base import Retriever
from harness.text import detect_language, normalise


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages that a question passes through, ready to run."""

    embed: Embed
    retriever: Retriever
    reranker: Reranker
    generator: Generator
    max_tokens: int
    max_chunks: int
    config_hash: str
    concurrency: int
    """Questions under way at once; more than one only where the generator waits for others."""
    lock: threading.Lock
    """Held around retrieval: one engine, one model, and nothing to gain from waiting together."""


@dataclass(frozen=True, slots=True)
class Question:
    """One case to be asked of one corpus version in one trial."""

    case: Case
    side: Side
    trial: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds a stage took. Clocks stay out of records."""

    retrieve: float
    rerank: float
    generate: float


def stages(release: Release, embed: Embed) -> Stages:
    """The stages of a configuration."""
    pipeline = release.pipeline
    return Stages(
        embed=embed,
        retriever=expect(pipeline.retrieval, Retriever),
        reranker=expect(pipeline.rerank, Reranker),
        generator=expect(pipeline.generation, Generator),
        max_tokens=pipeline.context.max_tokens,
        max_chunks=pipeline.context.max_chunks,
        config_hash=release.config_hash,
        concurrency=getattr(pipeline.generation, "concurrency", 1),
        lock=threading.Lock(),
    )


def ask(question: Question, index: IndexReader, stages: Stages) -> tuple[RunRecord, Timing]:
    """The record of one question, and how long its stages took."""
    query = make_query(question.case)
    with stages.lock:
        clock = [time.perf_counter()]
        with span("retrieve"):
            hits = stages.retriever.run(query, index, stages.embed)
        clock.append(time.perf_counter())
        with span("rerank"):
            ranked = stages.reranker.run(query, hits, stages.embed)
        clock.append(time.perf_counter())
    context = within_budget(ranked, stages.max_tokens, stages.max_chunks)
    with span("generate"):
        answer = stages.generator.run(query, context, stages.embed, question.trial)
    clock.append(time.perf_counter())
    runtime = Runtime(
        config_hash=stages.config_hash,
        index_id=index.index_id,
        prompt_hash=answer.prompt_hash,
        model=answer.model,
        excerpts=answer.excerpts,
        tokens=answer.tokens,
        cost=answer.cost,
    )
    took = [round(1000 * (end - start), 3) for start, end in pairwise(clock)]
    return _record(question, ranked, len(context), answer, runtime), Timing(*took)


def make_query(case: Case) -> Query:
    """The case's question as it enters retrieval, normalised as the corpus is."""
    text = normalise(case.query)
    return Query(
        text=text,
        language=detect_language(text),
        principal=case.principal,
        filters=case.filters,
    )


def within_budget(hits: Sequence[Hit], max_tokens: int, max_chunks: int) -> list[Hit]:
    """The best hits, in order, up to the first that no longer fits the budget."""
    chosen: list[Hit] = []
    tokens = 0
    for hit in hits[:max_chunks]:
        tokens += hit.chunk.tokens
        if tokens > max_tokens and chosen:
            break
        chosen.append(hit)
    return chosen


def _record(
    question: Question, ranked: Sequence[Hit], in_context: int, answer: Answer, runtime: Runtime
) -> RunRecord:
    failed = bool(answer.error_kind)
    error = RecordError(kind=answer.error_kind, message=answer.error_message) if failed else None
    return RunRecord(
        case_id=question.case.id,
        corpus_version=question.side,
        trial=question.trial,
        retrieved=tuple(
            _retrieved(hit, n, seen=n <= in_context) for n, hit in enumerate(ranked, 1)
        ),
        citations=tuple(_citations(answer)),
        answer=answer.text,
        refused=answer.refused,
        error=error,
        runtime=runtime,
    )


def _retrieved(hit: Hit, rank: int, *, seen: bool) -> Retrieved:
    return Retrieved(
        rank=rank,
        source_id=hit.chunk.source_id,
        chunk_id=hit.chunk.chunk_id,
        score=round(hit.score, 6),
        text_hash=hit.chunk.text_hash,
        in_context=seen,
        stages={
            name: stage.model_copy(update={"score": round(stage.score, 6)})
            for name, stage in hit.stages.items()
        },
    )


def _citations(answer: Answer) -> list[Citation]:
    return [
        Citation(
            source_id=chunk_id.partition("#")[0],
            chunk_id=chunk_id,
            claim=claim.text,
            quote=claim.quote,
        )
        for claim in answer.claims
        for chunk_id in claim.chunk_ids
    ]

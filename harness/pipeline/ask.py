"""One case on one corpus version: retrieval, reranking, context, generation, record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from harness.config import Release
from harness.generation.base import Generator
from harness.model.case import Case
from harness.model.record import Citation, RecordError, Retrieved, RunRecord, Runtime
from harness.model.search import Answer, Embed, Hit, IndexReader, Query
from harness.model.wire import Side
from harness.rerank.base import Reranker
from harness.retrieval.base import Retriever
from harness.text import detect_language, normalise


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages that a question passes through, ready to run."""

    retriever: Retriever
    reranker: Reranker
    generator: Generator
    max_tokens: int
    max_chunks: int
    config_hash: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds a stage took. Clocks stay out of records."""

    retrieve: float
    rerank: float
    generate: float


def stages(release: Release) -> Stages:
    """The stages of a configuration."""
    pipeline = release.pipeline
    assert isinstance(pipeline.retrieval, Retriever)
    assert isinstance(pipeline.rerank, Reranker)
    assert isinstance(pipeline.generation, Generator)
    return Stages(
        retriever=pipeline.retrieval,
        reranker=pipeline.rerank,
        generator=pipeline.generation,
        max_tokens=pipeline.context.max_tokens,
        max_chunks=pipeline.context.max_chunks,
        config_hash=release.config_hash,
    )


def ask(
    case: Case, side: Side, trial: int, index: IndexReader, embed: Embed, stages: Stages
) -> tuple[RunRecord, Timing]:
    """The record of one case in one trial, and how long its stages took."""
    query = make_query(case)
    started = time.perf_counter()
    hits = stages.retriever.run(query, index, embed)
    retrieved = time.perf_counter()
    ranked = stages.reranker.run(query, hits, embed)
    reranked = time.perf_counter()
    context = within_budget(ranked, stages.max_tokens, stages.max_chunks)
    answer = stages.generator.run(query, context, embed, trial)
    done = time.perf_counter()
    record = _record(case, side, trial, index.index_id, ranked, len(context), answer, stages)
    return record, Timing(*(round(1000 * s, 3) for s in (
        retrieved - started, reranked - retrieved, done - reranked)))


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
    case: Case,
    side: Side,
    trial: int,
    index_id: str,
    ranked: Sequence[Hit],
    in_context: int,
    answer: Answer,
    stages: Stages,
) -> RunRecord:
    failed = bool(answer.error_kind)
    error = RecordError(kind=answer.error_kind, message=answer.error_message) if failed else None
    return RunRecord(
        case_id=case.id,
        corpus_version=side,
        trial=trial,
        retrieved=tuple(
            _retrieved(hit, rank, rank <= in_context) for rank, hit in enumerate(ranked, 1)
        ),
        citations=tuple(_citations(answer)),
        answer=answer.text,
        refused=answer.refused,
        error=error,
        runtime=Runtime(
            config_hash=stages.config_hash,
            index_id=index_id,
            prompt_hash=answer.prompt_hash,
            model=answer.model,
            tokens=answer.tokens,
            cost=answer.cost,
        ),
    )


def _retrieved(hit: Hit, rank: int, in_context: bool) -> Retrieved:
    return Retrieved(
        rank=rank,
        source_id=hit.chunk.source_id,
        chunk_id=hit.chunk.chunk_id,
        score=round(hit.score, 6),
        text_hash=hit.chunk.text_hash,
        in_context=in_context,
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

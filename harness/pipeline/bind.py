"""Providers that call an endpoint, given what they need to work: policy, cache, budget."""

from __future__ import annotations

from dataclasses import replace

from harness.config import Release
from harness.llm.budget import Budget
from harness.llm.cache import FolderCache
from harness.llm.provider import LlmRuntime, bind
from harness.model.budget import Limits
from harness.pipeline.places import Places
from harness.ragas_metrics import Ragas
from harness.registry import expect


def bind_release(release: Release, places: Places) -> Release:
    """The release with its providers bound to one runtime for both sides.

    Opens no connection. Prompts are read and pinned here, so this comes before anything is
    digested.

    Raises:
        HarnessError: an endpoint is not allowed, a model has no price under a cap, or a
            prompt cannot be used.
    """
    budget = release.budget
    limits = Limits(max_cost=budget.max_cost, max_calls=budget.max_calls)
    runtime = LlmRuntime(
        workspace=release.root,
        cache=FolderCache(places.responses),
        budget=Budget(limits, release.prices, budget.currency),
        allow_hosts=release.privacy.allow_hosts,
        proxy=release.privacy.proxy,
    )
    pipeline = release.pipeline
    return replace(
        release,
        judge=None if release.judge is None else bind(release.judge, runtime),
        ragas=None if release.ragas is None else expect(release.ragas, Ragas).bound(runtime),
        pipeline=replace(
            pipeline,
            embedding=bind(pipeline.embedding, runtime),
            index=bind(pipeline.index, runtime),
            rerank=bind(pipeline.rerank, runtime),
            generation=bind(pipeline.generation, runtime),
        ),
    )

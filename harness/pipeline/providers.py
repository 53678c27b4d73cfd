"""The providers that come with the package, of every stage."""

from __future__ import annotations

from harness.registry import Registry, build_registry


def default_registry(*, plugins: bool = True) -> Registry:
    """The registry of the built-in providers and, unless told otherwise, the installed plugins."""
    from harness.chunks.builtins import BUILTINS as CHUNKERS
    from harness.generation.builtins import PROVIDERS as GENERATORS
    from harness.index.builtins import PROVIDERS as INDEXES
    from harness.judge.builtins import PROVIDERS as JUDGES
    from harness.ragas_metrics.builtins import PROVIDERS as METRICS
    from harness.rerank.builtins import PROVIDERS as RERANKERS
    from harness.retrieval.builtins import PROVIDERS as RETRIEVERS
    from harness.vectors.builtins import PROVIDERS as EMBEDDERS

    stages = [*CHUNKERS, *EMBEDDERS, *INDEXES, *RETRIEVERS, *RERANKERS, *GENERATORS]
    return build_registry([*stages, *JUDGES, *METRICS], plugins=plugins)

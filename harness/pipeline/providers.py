"""The providers that come with the package, of every stage."""

from __future__ import annotations

from harness.registry import Registry, build_registry


def default_registry() -> Registry:
    """The registry of the built-in providers and the installed plugins."""
    from harness.chunks.builtins import BUILTINS as CHUNKERS
    from harness.index.builtins import PROVIDERS as INDEXES
    from harness.rerank.builtins import PROVIDERS as RERANKERS
    from harness.retrieval.builtins import PROVIDERS as RETRIEVERS
    from harness.vectors.builtins import PROVIDERS as EMBEDDERS

    return build_registry([*CHUNKERS, *EMBEDDERS, *INDEXES, *RETRIEVERS, *RERANKERS])

"""The retrieval providers that come with the package."""

from __future__ import annotations

from harness.retrieval.base import Retriever
from harness.retrieval.branches import Bm25, Dense
from harness.retrieval.hybrid import Hybrid

PROVIDERS: tuple[type[Retriever], ...] = (Hybrid, Dense, Bm25)

"""The index providers that come with the package."""

from __future__ import annotations

from harness.index.base import IndexProvider
from harness.index.qdrant_edge import QdrantEdge
from harness.index.qdrant_server import QdrantServer

PROVIDERS: tuple[type[IndexProvider], ...] = (QdrantEdge, QdrantServer)

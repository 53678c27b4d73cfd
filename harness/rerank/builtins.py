"""The reranking providers that come with the package."""

from __future__ import annotations

from harness.rerank.base import Reranker
from harness.rerank.cross_encoders import FastEmbedRerank, FlashRank
from harness.rerank.endpoint import EndpointRerank
from harness.rerank.none import NoRerank
from harness.rerank.sentences import SentenceInteraction

PROVIDERS: tuple[type[Reranker], ...] = (
    SentenceInteraction,
    NoRerank,
    EndpointRerank,
    FastEmbedRerank,
    FlashRank,
)

"""Cross-encoders on tiny ONNX models."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from harness.errors import HarnessError
from harness.llm import LlmRuntime
from harness.model.search import Query
from harness.rerank.cross_encoders import FastEmbedRerank, FlashRank, LocalReranker
from tests.local.tiny_models import cross_encoder
from tests.net import Network
from tests.rerank.test_endpoint import embed, hit

FLASHRANK_FOLDER = "ms-marco-TinyBERT-L-2-v2"
FLASHRANK_FILE = "flashrank-TinyBERT-L-2-v2.onnx"
TEXTS = {"a": "hotel", "b": "refund", "c": "days", "d": "возврат refund \ud800"}


def fastembed(tmp_path: Path, **settings: Any) -> LocalReranker:
    cross_encoder(tmp_path / "m")
    provider = FastEmbedRerank(path="m", model_file="model.onnx", **settings)
    return provider.bound(LlmRuntime(workspace=tmp_path))


def flashrank(tmp_path: Path, **settings: Any) -> LocalReranker:
    cross_encoder(tmp_path / FLASHRANK_FOLDER, FLASHRANK_FILE)
    return FlashRank(path=FLASHRANK_FOLDER, **settings).bound(LlmRuntime(workspace=tmp_path))


def order(provider: LocalReranker) -> list[str]:
    hits = [hit(name, text) for name, text in TEXTS.items()]
    return [found.chunk.source_id for found in provider.run(Query("days", "en"), hits, embed)]


@pytest.mark.parametrize("make", [fastembed, flashrank])
def test_hits_are_ordered_by_score_and_ties_keep_their_order(
    tmp_path: Path, make: Any, no_network: Network
) -> None:
    assert order(make(tmp_path)) == ["d", "b", "a", "c"]
    assert no_network.opened == []


@pytest.mark.parametrize("make", [fastembed, flashrank])
def test_hits_behind_top_n_stay_behind(tmp_path: Path, make: Any) -> None:
    assert order(make(tmp_path, top_n=2)) == ["b", "a", "c", "d"]


def test_score_is_the_model_s_own(tmp_path: Path) -> None:
    assert fastembed(tmp_path / "1").score("refund", "refund возврат") == 3
    assert flashrank(tmp_path / "2").score("days", "hotel") == 0.5  # its sigmoid of 0


def test_flashrank_leaves_the_logging_of_others_alone(tmp_path: Path) -> None:
    level = logging.root.level
    flashrank(tmp_path).score("a", "b")
    assert logging.root.level == level


def test_folder_that_flashrank_does_not_know_is_named(tmp_path: Path) -> None:
    cross_encoder(tmp_path / "unknown")
    provider = FlashRank(path="unknown").bound(LlmRuntime(workspace=tmp_path))
    with pytest.raises(HarnessError, match=f"one of: .*{FLASHRANK_FOLDER}"):
        order(provider)

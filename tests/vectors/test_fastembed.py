"""The fastembed embedder on a tiny ONNX model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.errors import HarnessError
from harness.llm import LlmRuntime
from harness.vectors.fastembed_model import FastEmbed, Pooling
from tests.local.tiny_models import DIM, WORDS, embedding_model
from tests.net import Network

TEXTS = ["refund days", "", "возврат за 14 дней", "hotel " * 40, "\ud800", "a\0b"]


def model(tmp_path: Path, pooling: Pooling = "mean", **settings: Any) -> FastEmbed:
    embedding_model(tmp_path / "m")
    runtime = LlmRuntime(workspace=tmp_path)
    return FastEmbed(path="m", model_file="model.onnx", pooling=pooling, **settings).bound(runtime)


def table() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """The vectors of the words, as the model holds them."""
    return np.random.default_rng(3).normal(size=(len(WORDS), DIM)).astype(np.float32)


@pytest.mark.parametrize(
    ("pooling", "rows"), [("mean", [2, 3, 4]), ("cls", [2]), ("last_token", [4])]
)
def test_vector_is_the_pooled_one_of_the_tokens(
    tmp_path: Path, pooling: Pooling, rows: list[int]
) -> None:
    expected = table()[rows].mean(axis=0)
    (found,) = model(tmp_path, pooling).embed(["refund days"], "passage")
    assert np.allclose(found, expected / np.linalg.norm(expected), atol=1e-6)


def test_vectors_have_length_one_and_do_not_depend_on_the_batch(
    tmp_path: Path, no_network: Network
) -> None:
    embedder = model(tmp_path)
    rows = embedder.embed(TEXTS, "passage")
    assert rows.shape == (len(TEXTS), embedder.dim) == (len(TEXTS), DIM)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    alone = np.concatenate([embedder.embed([text], "passage") for text in TEXTS])
    assert np.array_equal(rows, alone)
    assert embedder.embed([], "query").shape == (0, DIM)
    assert no_network.opened == []


def test_question_and_passage_have_their_own_prefix(tmp_path: Path) -> None:
    embedder = model(tmp_path, query_prefix="hotel ", passage_prefix="days ")
    (question,) = embedder.embed(["refund"], "query")
    (passage,) = embedder.embed(["refund"], "passage")
    (plain,) = embedder.embed(["hotel refund"], "passage")
    assert not np.array_equal(question, passage)
    assert not np.array_equal(question, plain)


def test_length_is_counted_beyond_the_window(tmp_path: Path) -> None:
    embedder = model(tmp_path)
    assert embedder.max_tokens == 16
    assert embedder.count_tokens("refund days") == 3
    assert embedder.count_tokens("days " * 40) == 41


def test_model_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    embedding_model(tmp_path / "m")
    (tmp_path / "m" / "model.onnx").write_bytes(b"no model")
    runtime = LlmRuntime(workspace=tmp_path)
    broken = FastEmbed(path="m", model_file="model.onnx", pooling="mean").bound(runtime)
    with pytest.raises(HarnessError, match=r"embedding\.fastembed: the model in .* cannot be used"):
        broken.embed(["x"], "query")

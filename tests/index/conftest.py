"""A small corpus in two languages, and an index of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.index.base import OpenIndex
from harness.index.build import IndexRecipe, build_or_open_index
from harness.index.exact import ExactProvider
from harness.index.qdrant_edge import QdrantEdge
from harness.model.document import Block, Chunk, Document
from harness.store import digest_json, digest_text
from harness.text import detect_language
from harness.vectors.cache import CachedEmbedder
from harness.vectors.hashing import Hashing

Corpus = tuple[list[Document], list[Chunk]]


def corpus(
    texts: Mapping[str, str], metadata: Mapping[str, Mapping[str, Any]] | None = None
) -> Corpus:
    """One document for each source id, one chunk for each line of its text."""
    documents: list[Document] = []
    chunks: list[Chunk] = []
    for source_id, text in texts.items():
        known = (metadata or {}).get(source_id, {})
        blocks: list[Block] = []
        start = 0
        for number, line in enumerate(text.split("\n")):
            blocks.append(Block("paragraph", line, start, start + len(line)))
            chunks.append(
                Chunk(
                    chunk_id=f"{source_id}#:p{number + 1}",
                    source_id=source_id,
                    path=f"{source_id}.md",
                    title=source_id,
                    section=(),
                    section_id="",
                    text=line,
                    text_hash=digest_text(line),
                    start=start,
                    end=start + len(line),
                    tokens=len(line.split()),
                    language=detect_language(line),
                    blocks=((number, number + 1),),
                    metadata=known,
                )
            )
            start += len(line) + 1
        documents.append(
            Document(
                source_id, f"{source_id}.md", source_id, detect_language(text), text,
                tuple(blocks), metadata=known,
            )
        )  # fmt: skip
    return documents, chunks


SMALL = {
    "retention": "Records are kept for 90 days.\nAfter that they are deleted.",
    "access": "Only the owner may read a private repository.",
    "хранение": "Записи хранятся 90 дней.\nПосле этого файлы удаляются.",
}


@dataclass
class Workshop:
    """Builds indexes under one folder."""

    root: Path
    embed: CachedEmbedder

    def recipe(self, given: Corpus, provider: ExactProvider | None = None) -> IndexRecipe:
        """A recipe whose corpus digest covers what the tests vary."""
        documents, chunks = given
        digest = digest_json(
            [[d.source_id, d.text, dict(d.metadata)] for d in documents]
            + [[c.chunk_id, c.text_hash] for c in chunks]
        )
        return IndexRecipe(
            digest, "1", "chunking", self.embed.embedder.fingerprint(), provider or QdrantEdge()
        )

    def open(self, given: Corpus, provider: ExactProvider | None = None) -> OpenIndex:
        return build_or_open_index(
            self.root, self.recipe(given, provider), lambda: given, self.embed
        )


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    embed = CachedEmbedder(Hashing(), tmp_path / "vectors.sqlite")
    yield Workshop(tmp_path / "indexes", embed)
    embed.close()


@pytest.fixture
def small() -> Corpus:
    return corpus(SMALL)


@pytest.fixture
def make_corpus() -> Callable[..., Corpus]:
    return corpus

"""A workspace in memory: two small corpora, cases, indexes, records, and blame ready to be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from harness.blame import Evidence, blame_all
from harness.blame.replay import Replay
from harness.checks.library import Stock
from harness.chunks.base import Chunker
from harness.chunks.structure import Structure
from harness.comparison import SideInput, compare
from harness.config.release import BlameSettings
from harness.corpus import diff_manifests
from harness.corpus.scan import build_manifest
from harness.diagnosis import diagnose
from harness.documents import read_document
from harness.generation.base import Generator
from harness.generation.extractive import Extractive
from harness.index.base import IndexContent, IndexProvider, OpenIndex, chunk_order
from harness.index.build import IndexRecipe, build_or_open_index
from harness.index.qdrant_edge import QdrantEdge
from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.corpus import Manifest, ManifestDiff, ManifestEntry
from harness.model.diagnosis import Diagnosis
from harness.model.document import Chunk, Document
from harness.model.progress import Quiet
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import Question, Stages, ask
from harness.rerank.base import Reranker
from harness.rerank.sentences import SentenceInteraction
from harness.retrieval.base import Retriever
from harness.retrieval.hybrid import Hybrid
from harness.store import sha256_bytes
from harness.text.front_matter import read_front_matter
from harness.vectors.cache import CachedEmbedder
from harness.vectors.hashing import Hashing

Corpus = Mapping[str, str]
"""path -> Markdown, front matter included"""


@dataclass
class Setup:
    """What a workshop is run with."""

    retriever: Retriever = field(default_factory=lambda: Hybrid(top_k=5))
    reranker: Reranker = field(default_factory=SentenceInteraction)
    generator: Generator = field(default_factory=lambda: Extractive(refuse_below=0.0))
    index: IndexProvider = field(default_factory=QdrantEdge)
    max_chunks: int = 2
    max_tokens: int = 2000
    chunker: Chunker = field(default_factory=lambda: Structure(size_tokens=60, overlap_tokens=0))


@dataclass
class Workshop:
    """Indexes of any corpus, and runs over pairs of them."""

    root: Path
    embed: CachedEmbedder
    setup: Setup

    @property
    def stages(self) -> Stages:
        setup = self.setup
        return Stages(
            embed=self.embed,
            retriever=setup.retriever,
            reranker=setup.reranker,
            generator=setup.generator,
            max_tokens=setup.max_tokens,
            max_chunks=setup.max_chunks,
            config_hash="sha256:test",
            concurrency=1,
            lock=Lock(),
        )

    def index(self, corpus: Corpus) -> OpenIndex:
        """The sealed index of a corpus."""
        given = manifest(corpus)
        recipe = IndexRecipe(
            given.digest, "1", "chunks", self.embed.embedder.fingerprint(), self.setup.index
        )
        return build_or_open_index(self.root, recipe, lambda: self._read(corpus), self.embed)

    def _read(self, corpus: Corpus) -> tuple[list[Document], list[Chunk]]:
        documents = [
            read_document(entry, corpus[entry.path].encode()) for entry in manifest(corpus).entries
        ]
        count = self.embed.embedder.count_tokens
        return documents, [chunk for d in documents for chunk in self.setup.chunker.run(d, count)]

    def content(self, corpus: Corpus) -> IndexContent:
        """What an index of a corpus holds, without a folder."""
        documents, chunks = self._read(corpus)
        chunks.sort(key=chunk_order)
        return IndexContent(
            index_id="",
            inputs={},
            documents=tuple(documents),
            chunks=tuple(chunks),
            dense=self.embed([chunk.passage for chunk in chunks], "passage"),
            sparse=self.setup.index.encode(chunks),
        )

    def records(self, cases: Sequence[Case], index: OpenIndex, side: Side) -> list[RunRecord]:
        """What the cases do on an index."""
        return [ask(Question(case, side, 0), index, self.stages)[0] for case in cases]

    def run(self, cases: Sequence[Case], baseline: Corpus, candidate: Corpus) -> Run:
        """Both versions asked, compared and diagnosed."""
        corpora: dict[Side, Corpus] = {"baseline": baseline, "candidate": candidate}
        indexes = {side: self.index(corpora[side]) for side in SIDES}
        records = {side: self.records(cases, indexes[side], side) for side in SIDES}
        texts = {
            side: CorpusText(documents=indexes[side].documents, chunks=indexes[side].chunks)
            for side in SIDES
        }
        stock = Stock(*texts.values())
        comparison = compare(
            cases,
            SideInput(records["baseline"], texts["baseline"]),
            SideInput(records["candidate"], texts["candidate"]),
            ks=(1, 3),
            stock=stock,
        )
        diff = diff_of(baseline, candidate)
        evidence = Evidence(
            cases=cases,
            diff=diff,
            indexes=indexes,
            texts=texts,
            stock=stock,
            records=records,
            comparison=comparison,
            ks=(1, 3),
        )
        diagnoses = diagnose(comparison, cases, diff, texts, records)
        return Run(self, evidence, comparison, diagnoses)


@dataclass
class Run:
    """A finished run and what blame makes of it."""

    workshop: Workshop
    evidence: Evidence
    comparison: Comparison
    diagnoses: tuple[Diagnosis, ...]

    def replay(self, generations: int = 0) -> Replay:
        shop = self.workshop
        return self.evidence.replay(shop.setup.index, shop.stages, generations)

    def blamed(self, **given: Any) -> tuple[Diagnosis, ...]:
        settings = BlameSettings(**given)
        return blame_all(
            self.diagnoses,
            self.evidence,
            self.replay(settings.generations),
            settings,
            self.workshop.root / "counterfactual",
            Quiet(),
        )


@contextmanager
def workshop(root: Path, setup: Setup | None = None) -> Iterator[Workshop]:
    """A workshop under a folder of its own."""
    embed = CachedEmbedder(Hashing(), root / "vectors.sqlite")
    try:
        yield Workshop(root / "indexes", embed, setup or Setup())
    finally:
        embed.close()


def manifest(corpus: Corpus) -> Manifest:
    """The manifest of a corpus that is in no folder."""
    return build_manifest(_entry(path, text) for path, text in corpus.items())


def diff_of(baseline: Corpus, candidate: Corpus) -> ManifestDiff:
    """The difference of two such corpora."""
    corpora: dict[Side, Corpus] = {"baseline": baseline, "candidate": candidate}

    def bodies(side: Side, entry: ManifestEntry) -> bytes:
        return corpora[side][entry.path].encode()

    return diff_manifests(manifest(baseline), manifest(candidate), bodies=bodies)


def _entry(path: str, text: str) -> ManifestEntry:
    front = read_front_matter(text)
    return ManifestEntry(
        path=path,
        source_id=str(front.values.get("source_id", path.removesuffix(".md"))),
        sha256=sha256_bytes(text.encode()),
        bytes=len(text.encode()),
        media_type="text/markdown",
        metadata=front.values,
    )

"""A corpus version made ready to be asked: manifest, documents, chunks, sealed index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.chunks.base import Chunker
from harness.config import Release
from harness.corpus.scan import read_source, scan_corpus
from harness.documents import read_document, reader_version
from harness.errors import ExitCode, Fault, HarnessError
from harness.index.base import IndexProvider, OpenIndex
from harness.index.build import IndexRecipe, build_or_open_index
from harness.model.corpus import Manifest
from harness.model.counted import counted
from harness.model.document import Chunk, Document
from harness.model.progress import Progress
from harness.model.text import CorpusText
from harness.model.trace import span
from harness.model.wire import Side
from harness.registry import expect
from harness.vectors.cache import CachedEmbedder


@dataclass(frozen=True, slots=True)
class Version:
    """One corpus version with its sealed index open."""

    side: Side
    manifest: Manifest
    index: OpenIndex
    acl_field: str

    @property
    def text(self) -> CorpusText:
        return CorpusText(self.index.documents, self.index.chunks, self.acl_field)


def prepare(
    side: Side,
    manifest: Manifest,
    release: Release,
    embed: CachedEmbedder,
    indexes: Path,
    progress: Progress,
) -> Version:
    """Open the sealed index of a corpus version, building it first where it is not there."""
    media = {entry.media_type for entry in manifest.entries}
    recipe = IndexRecipe(
        corpus_digest=manifest.digest,
        reader_version=f"{reader_version(media)} {release.corpus.language}",
        chunking=release.pipeline.chunks.fingerprint(),
        embedding=release.pipeline.embedding.fingerprint(),
        provider=expect(release.pipeline.index, IndexProvider),
    )

    def load() -> tuple[Sequence[Document], Sequence[Chunk]]:
        documents = read_documents(release.corpus_path(side), manifest, release.corpus.language)
        return documents, cut(documents, release, embed)

    with span("index", side=side, index_id=recipe.index_id, documents=len(manifest.entries)):
        index = build_or_open_index(indexes, recipe, load, embed, progress)
    return Version(side, manifest, index, release.corpus.acl_field)


def scan(side: Side, release: Release) -> Manifest:
    """The manifest of one corpus version as it lies on disk."""
    settings = release.corpus
    return scan_corpus(
        release.corpus_path(side),
        include=settings.include,
        exclude=settings.exclude,
        max_file_bytes=settings.max_file_bytes,
        max_files=settings.max_files,
        missing=ExitCode.NOTHING if side == "baseline" else ExitCode.USAGE,
    )


def read_documents(root: Path, manifest: Manifest, language: str) -> list[Document]:
    """Every document of a manifest, parsed; all that cannot be read are named at once."""
    documents: list[Document] = []
    faults: list[Fault] = []
    for entry in manifest.entries:
        try:
            data = read_source(root, entry)
            documents.append(read_document(entry, data, language=language))
        except HarnessError as error:
            faults.extend(error.faults or [Fault(entry.path, error.message)])
    if faults:
        raise HarnessError(f"{root}: {counted(len(faults), 'fault')} in the documents.", faults)
    return documents


def cut(documents: Sequence[Document], release: Release, embed: CachedEmbedder) -> list[Chunk]:
    """The chunks of all documents."""
    chunker = expect(release.pipeline.chunks, Chunker)
    count = embed.embedder.count_tokens
    return [chunk for document in documents for chunk in chunker.run(document, count)]

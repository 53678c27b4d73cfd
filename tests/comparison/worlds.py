"""Small corpora in two versions, written as Markdown, with records of what was retrieved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.comparison import SideInput, compare
from harness.documents import read_document
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison
from harness.model.corpus import ManifestEntry
from harness.model.document import Chunk
from harness.model.record import Citation, Retrieved, RunRecord, Runtime
from harness.model.text import CorpusText
from harness.model.wire import Side
from harness.store import digest_text
from harness.text.front_matter import read_front_matter

Corpus = Mapping[str, str]
"""source id -> Markdown"""


def corpus_text(corpus: Corpus) -> CorpusText:
    """The documents of a corpus, each one a single chunk."""
    documents = {}
    chunks = {}
    for source_id, markdown in sorted(corpus.items()):
        entry = ManifestEntry(
            path=f"{source_id}.md",
            source_id=source_id,
            sha256="0" * 64,
            bytes=len(markdown),
            media_type="text/markdown",
            metadata=read_front_matter(markdown).values,
        )
        document = read_document(entry, markdown.encode())
        documents[source_id] = document
        chunk = Chunk(
            chunk_id=f"{source_id}#:p1",
            source_id=source_id,
            path=document.path,
            title=document.title,
            section=(),
            section_id="",
            text="\n".join(block.text for block in document.blocks),
            text_hash=digest_text(markdown),
            start=0,
            end=len(document.text),
            tokens=10,
            language=document.language,
            blocks=((0, len(document.blocks)),),
        )
        chunks[chunk.chunk_id] = chunk
    return CorpusText(documents=documents, chunks=chunks)


def record(case_id: str, side: Side, text: CorpusText, **given: Any) -> RunRecord:
    """A record whose context is ``context`` (source ids; default: every document)."""
    context: Sequence[str] = given.pop("context", sorted(text.documents))
    hits = [
        Retrieved(
            rank=rank,
            source_id=source_id,
            chunk_id=f"{source_id}#:p1",
            score=1 / rank,
            text_hash=text.chunks[f"{source_id}#:p1"].text_hash,
            in_context=True,
        )
        for rank, source_id in enumerate(context, 1)
    ]
    values: dict[str, Any] = {
        "answer": "\n".join(text.chunks[hit.chunk_id].text for hit in hits),
        "retrieved": hits,
        "citations": [Citation(source_id=hit.source_id, chunk_id=hit.chunk_id) for hit in hits[:1]],
        "runtime": Runtime(config_hash="sha256:c", index_id="i", model="none"),
    }
    return RunRecord(case_id=case_id, corpus_version=side, **(values | given))


def compare_one(
    case: Case,
    baseline: Corpus,
    candidate: Corpus,
    old: Mapping[str, Any] | None = None,
    new: Mapping[str, Any] | None = None,
) -> CaseComparison:
    """The comparison of one case; ``old`` and ``new`` override fields of its records."""
    return compare_all([case], baseline, candidate, old, new).cases[0]


def compare_all(
    cases: Sequence[Case],
    baseline: Corpus,
    candidate: Corpus,
    old: Mapping[str, Any] | None = None,
    new: Mapping[str, Any] | None = None,
) -> Comparison:
    """The comparison of some cases, every one with the same context."""
    sides: dict[Side, SideInput] = {}
    given: dict[Side, tuple[Corpus, Mapping[str, Any]]] = {
        "baseline": (baseline, old or {}),
        "candidate": (candidate, new or {}),
    }
    for side, (corpus, fields) in given.items():
        text = corpus_text(corpus)
        records = [record(case.id, side, text, **fields) for case in cases]
        sides[side] = SideInput(records, text)
    return compare(cases, sides["baseline"], sides["candidate"], ks=(1, 8))

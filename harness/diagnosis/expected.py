"""The chunk that carries what a case expects, on both sides, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from harness.checks.metrics import falls_under
from harness.model.case import Case
from harness.model.comparison import Evidence, PairedCheck
from harness.model.document import Chunk
from harness.model.record import Retrieved, RunRecord
from harness.model.text import CorpusText
from harness.model.wire import Side
from harness.text import fold


@dataclass(frozen=True, slots=True)
class Carrier:
    """A chunk that holds the expected passage, or else belongs to an expected source."""

    chunk: Chunk
    hit: Retrieved | None
    """Its standing in the record; ``None`` when it was not retrieved."""

    @property
    def in_context(self) -> bool:
        return self.hit is not None and self.hit.in_context

    def rank(self, stage: str) -> int | None:
        """Its rank in a stage; ``final`` is the rank after all of them."""
        if self.hit is None:
            return None
        if stage == "final":
            return self.hit.rank
        return self.hit.stages[stage].rank if stage in self.hit.stages else None


def carrier(
    case: Case,
    check: PairedCheck,
    side: Side,
    texts: Mapping[Side, CorpusText],
    record: RunRecord,
) -> Carrier | None:
    """The best ranked chunk with the passage that a check rests on.

    Where the check rests on no passage, or no chunk holds all of it, the best ranked chunk of an
    expected source; ``None`` when the corpus has no such source.
    """
    labels = case.on(side).expected_source_ids
    expected = [chunk for chunk in texts[side].chunks.values() if _under(chunk, labels)]
    holding: list[Chunk] = []
    for words in _wordings(check, side, texts):
        holding = holding or [chunk for chunk in expected if words in fold(chunk.text)]
    hits = {hit.chunk_id: hit for hit in record.retrieved}
    ranked = sorted(holding or expected, key=lambda chunk: _place(chunk, hits.get(chunk.chunk_id)))
    return Carrier(ranked[0], hits.get(ranked[0].chunk_id)) if ranked else None


def _wordings(check: PairedCheck, side: Side, texts: Mapping[Side, CorpusText]) -> Iterator[str]:
    """What to look for, likeliest first: the old passage, and in the candidate its new form."""
    old = passage_words(check.baseline_evidence, texts["baseline"])
    new = passage_words(check.candidate_evidence, texts["candidate"])
    yield from (words for words in ((old,) if side == "baseline" else (old, new)) if words)


def passage_words(evidence: Iterable[Evidence], text: CorpusText) -> str:
    """The folded words of the blocks some evidence stands in."""
    return " ".join(fold(block) for piece in evidence for block in block_texts(piece, text))


def block_texts(evidence: Evidence, text: CorpusText) -> Iterator[str]:
    """The text of every block within the span of some evidence."""
    document = text.documents.get(evidence.source_id)
    for block in document.blocks if document else ():
        if block.start >= evidence.start and block.end <= evidence.end:
            yield block.text


def _under(chunk: Chunk, labels: Iterable[str]) -> bool:
    return any(falls_under(chunk.source_id, chunk.section_id, label) for label in labels)


def _place(chunk: Chunk, hit: Retrieved | None) -> tuple[bool, int, str]:
    return hit is None, hit.rank if hit else 0, chunk.chunk_id

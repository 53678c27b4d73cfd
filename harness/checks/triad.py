"""The RAG triad of one case on one side: one share for each layer, so that a bad answer has a place.

Informative: these are shares of what other checks decide one by one, and no gate looks at them
unless its policy names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum

from harness.checks.finding import Fact
from harness.checks.metrics import falls_under
from harness.checks.stems import fact_stems
from harness.checks.view import SideView
from harness.model.document import Chunk
from harness.model.record import RunRecord
from harness.model.wire import Layer
from harness.support import best_support
from harness.text import detect_language, sentences

TRIAD: Mapping[Layer, str] = {
    "retrieval": "context_relevance",
    "citation": "groundedness",
    "answer": "answer_relevance",
}
"""The metric of each layer."""

COVERED = 0.5
"""A chunk with this much of the question's weighted stems is about the question."""


def triad(view: SideView) -> dict[str, float]:
    """The shares that apply, 0 to 1, each a mean over the trials that have it.

    ``context_relevance``: chunks of the context that fall under an expected source or hold
    :data:`COVERED` of the question's stems, weighted by rarity; 0 for an empty context.
    ``groundedness``: claims with a cited chunk that supports them. ``answer_relevance``: required
    facts that the answer states; 0 for a refusal. A question without an answer has neither the
    first nor the last.
    """
    sound = [record for record in view.records if record.error is None]
    shares = {
        "context_relevance": (_context_relevance(view, record) for record in sound),
        "groundedness": (_groundedness(view, record) for record in sound),
        "answer_relevance": (_answer_relevance(view, record) for record in sound),
    }
    means = {name: _mean(values) for name, values in shares.items()}
    return {name: mean for name, mean in means.items() if mean is not None}


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fsum(known) / len(known), 6) if known else None


def _context_relevance(view: SideView, record: RunRecord) -> float | None:
    chunks = view.library.text.chunks
    if not chunks or not view.expectation.answerable:
        return None
    question = Fact.of(view.case.query, view.library)
    seen = [chunks[hit.chunk_id] for hit in record.context if hit.chunk_id in chunks]
    relevant = sum(_expected(chunk, view) or _about(chunk, question) for chunk in seen)
    return relevant / len(record.context) if record.context else 0.0


def _expected(chunk: Chunk, view: SideView) -> bool:
    labels = view.expectation.expected_source_ids
    return any(falls_under(chunk.source_id, chunk.section_id, label) for label in labels)


def _about(chunk: Chunk, question: Fact) -> bool:
    held = set(fact_stems(f"{chunk.heading}\n{chunk.text}", question.language))
    total = fsum(question.weights.values())
    shared = fsum(weight for stem, weight in question.weights.items() if stem in held)
    return total > 0 and shared / total >= COVERED


def _groundedness(view: SideView, record: RunRecord) -> float | None:
    """Only claims that cite something; an answer without any has no groundedness."""
    if not view.library.text.chunks:
        return None
    grounded: dict[str, bool] = {}
    for cited in view.cited[record.trial]:
        claim = cited.citation.claim
        if claim.strip():
            grounded[claim] = grounded.get(claim, False) or cited.supported
    return sum(grounded.values()) / len(grounded) if grounded else None


def _answer_relevance(view: SideView, record: RunRecord) -> float | None:
    facts = view.expectation.required_facts
    if not facts or not view.expectation.answerable:
        return None
    if record.refused or not record.answer.strip():
        return 0.0
    parts = sentences(record.answer, detect_language(record.answer))
    stated = [best_support(fact, parts, detect_language(fact))[1].verdict for fact in facts]
    return stated.count("supported") / len(facts)

"""The texts a metric is given, and what each metric needs of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.llm import well_formed
from harness.model.case import Case
from harness.model.measurement import RagasMetric
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.store import digest_json

NEEDS: Mapping[RagasMetric, tuple[str, ...]] = {
    "context_precision": ("user_input", "reference", "retrieved_contexts"),
    "context_recall": ("user_input", "retrieved_contexts", "reference"),
    "factual_correctness": ("response", "reference"),
    "faithfulness": ("user_input", "response", "retrieved_contexts"),
    "non_llm_context_precision": ("retrieved_contexts", "reference_contexts"),
    "non_llm_context_recall": ("retrieved_contexts", "reference_contexts"),
    "non_llm_string_similarity": ("reference", "response"),
    "response_relevancy": ("user_input", "response"),
    "semantic_similarity": ("reference", "response"),
}
"""Metric -> fields of :class:`Inputs`, by the names ragas gives them."""

ASKING: frozenset[RagasMetric] = frozenset(
    {
        "context_precision",
        "context_recall",
        "factual_correctness",
        "faithfulness",
        "response_relevancy",
    }
)
"""Metrics that ask a model."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What there is to measure of one answer. Its texts are well-formed Unicode."""

    user_input: str
    response: str
    """Empty for a refusal: a refusal has no statements."""
    retrieved_contexts: tuple[str, ...]
    """Chunks of the context, in the order the generator saw them, headings included."""
    reference: str
    """The required facts, one a line."""
    reference_contexts: tuple[str, ...]
    """The expected evidence."""
    broken: str = ""
    """Why there is nothing to measure at all."""

    def of(self, metric: RagasMetric) -> dict[str, Any]:
        """The arguments of ``metric``."""
        found = {name: getattr(self, name) for name in NEEDS[metric]}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}

    def digest(self, metric: RagasMetric) -> str:
        """``sha256:…`` of the arguments."""
        return digest_json(self.of(metric))

    def lacks(self, metric: RagasMetric) -> str:
        """Why ``metric`` does not apply; empty if it does."""
        if self.broken:
            return self.broken
        missing = [name for name in NEEDS[metric] if not any(map(str.strip, getattr(self, name)))]
        return "; ".join(_MISSING[name] for name in missing)


_MISSING: Mapping[str, str] = {
    "user_input": "the question is empty",
    "response": "there is no answer, or it is a refusal",
    "retrieved_contexts": "the context is empty",
    "reference": "the case has no required facts",
    "reference_contexts": "the case has no expected evidence",
}


def inputs_of(case: Case, record: RunRecord, text: CorpusText) -> Inputs:
    """The texts of one record and what its case expects on that side."""
    expected = case.on(record.corpus_version)
    chunks = [text.chunks[h.chunk_id] for h in record.context if h.chunk_id in text.chunks]
    lost = len(record.context) - len(chunks)
    return Inputs(
        user_input=well_formed(case.query),
        response="" if record.refused else well_formed(record.answer),
        retrieved_contexts=tuple(well_formed(chunk.passage) for chunk in chunks),
        reference=well_formed("\n".join(expected.required_facts)),
        reference_contexts=tuple(map(well_formed, expected.expected_evidence)),
        broken=_broken(record, lost),
    )


def _broken(record: RunRecord, lost: int) -> str:
    if record.error is not None:
        return f"the case could not be carried out: {record.error.kind}"
    return f"the text of {lost} chunks is not at hand" if lost else ""

"""What ragas measured of an answer: ``ragas.jsonl``."""

from __future__ import annotations

from typing import Literal, get_args

from harness.model.record import Tokens
from harness.model.wire import Side, Wire

RagasMetric = Literal[
    "context_precision",
    "context_recall",
    "factual_correctness",
    "faithfulness",
    "non_llm_context_precision",
    "non_llm_context_recall",
    "non_llm_string_similarity",
    "response_relevancy",
    "semantic_similarity",
]

PREFIX = "ragas."
"""Before the name of such a metric in comparisons and rules: ``ragas.faithfulness``."""

RAGAS_METRICS: tuple[str, ...] = tuple(PREFIX + name for name in get_args(RagasMetric))
"""Their names in comparisons and rules."""


class Measurement(Wire):
    """One line of ``ragas.jsonl``: one metric of one answer."""

    schema_version: int = 1
    case_id: str
    side: Side
    trial: int
    metric: RagasMetric
    outcome: Literal["value", "not_applicable", "error"]
    value: float | None = None
    """There when ``outcome`` is ``value``, and only then; -1 to 1, higher is better."""
    reason: str = ""
    """Why there is no value."""
    input: str
    """``sha256:…`` of the texts that were measured."""
    model: str = ""
    """The model that was asked, by its own account; empty where none was."""
    tokens: Tokens = Tokens()
    cost: float | None = None
    """Of the calls behind the value, each paid once however often its answer is used."""

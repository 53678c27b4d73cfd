"""Why a case got worse, and which documents did it: ``diagnosis.jsonl``."""

from __future__ import annotations

from typing import Literal

from harness.model.wire import Layer, Wire

Kind = Literal[
    "content_removed",
    "content_moved",
    "content_edited",
    "content_contradicted",
    "content_hidden",
    "filtered_out",
    "rechunked",
    "outranked",
    "context_cut",
    "context_order",
    "generator_noise",
    "citation_broken",
    "refusal_changed",
    "check_undecided",
    "intended",
    "error",
]


class Diagnosis(Wire):
    """One line of ``diagnosis.jsonl``: one case that is not ``unchanged``."""

    schema_version: int = 1
    case_id: str
    kind: Kind
    """What happened to the text or on the way to the answer."""
    layer: Layer
    """The layer that got worse."""
    stage: str
    """First place where the versions differ: ``source``, ``filter``, ``chunks``, ``dense``, ``sparse``,
    ``fused``, ``rerank``, ``context``, ``generation``, ``check``."""
    documents: tuple[str, ...]
    """Paths of the documents that did it, sorted; baseline path for a removed document."""
    alternatives: tuple[tuple[str, ...], ...] = ()
    """Other sets of documents that explain it as well."""
    confirmed: bool = False
    """True when a counterfactual index was built and the case passed on it."""
    explanation: str
    """What happened, in a sentence."""
    evidence: tuple[str, ...] = ()
    """Further sentences: old and new ranks, what overtook, what the boundaries were."""

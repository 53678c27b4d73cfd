"""What the checker says about one claim and one piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["supported", "contradicted", "uncertain", "missing"]

Kind = Literal[
    "wording",
    "number",
    "unit",
    "date",
    "negation",
    "modality",
    "limit",
    "order",
    "condition",
    "exception",
    "entity",
    "enumeration",
    "code",
    "join",
    "overlap",
]
"""What decided. ``wording``: the content is there word for word (by lemma);
``join``: only several sentences together hold it; ``overlap``: some words are there, some not."""


@dataclass(frozen=True, slots=True)
class Support:
    """The verdict on one claim against one piece of evidence, and what decided it."""

    verdict: Verdict
    """What the evidence says of the claim."""
    kind: Kind
    """What decided it."""
    reason: str
    """One sentence for people, e.g. ``the evidence says 60 days, the claim 30 days``."""
    span: tuple[int, int] | None
    """Characters of the evidence that decided (end exclusive); ``None`` when nothing did."""
    score: float
    """0..1, weighted share of the claim's content found in the evidence. Only for comparing
    two pairs with each other, never a gate."""

"""Does this text say what the claim says? Deterministic, Russian and English, or ``uncertain``."""

from harness.support.decide import best_support, check_support
from harness.support.reading import is_negated, modality, named
from harness.support.values import Value, values
from harness.support.verdict import Kind, Support, Verdict

__all__ = [
    "Kind",
    "Support",
    "Value",
    "Verdict",
    "best_support",
    "check_support",
    "is_negated",
    "modality",
    "named",
    "values",
]

"""The decision: a claim against evidence, and a claim against many passages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.support.verdict import Support
from harness.text import detect_language, fold, stems

_NEGATION = re.compile(r"\b(?:not|no|never|without|cannot|не|нет|без|нельзя|ни)\b|n't\b")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_TOPIC_SHARE = 0.6
_MISSING_SHARE = 0.25


def check_support(claim: str, evidence: str, language: str | None = None) -> Support:
    """Whether ``evidence`` says what ``claim`` says. Deterministic; unsure means ``uncertain``."""
    language = language or detect_language(claim)
    wanted = set(stems(claim, language))
    found = wanted & set(stems(evidence, language))
    score = len(found) / len(wanted) if wanted else 0.0
    if fold(claim) in fold(evidence):
        return Support("supported", "wording", "the evidence has these words", None, score)
    if score < _MISSING_SHARE:
        return Support("missing", "overlap", "the evidence is about something else", None, score)
    if score >= _TOPIC_SHARE:
        numbers = set(_NUMBER.findall(claim)) - set(_NUMBER.findall(evidence))
        if numbers and _NUMBER.search(evidence):
            return Support("contradicted", "number", "the numbers differ", None, score)
        if bool(_NEGATION.search(fold(claim))) != bool(_NEGATION.search(fold(evidence))):
            return Support("contradicted", "negation", "one side is negated", None, score)
    return Support("uncertain", "overlap", "only part of the words is there", None, score)


_RANK = {"supported": 3, "contradicted": 2, "uncertain": 1, "missing": 0}


def best_support(
    claim: str, passages: Sequence[str], language: str | None = None
) -> tuple[int, Support]:
    """(index, verdict) of the passage that decides: supported, else contradicted, else best score.

    Raises:
        ValueError: ``passages`` is empty.
    """
    if not passages:
        raise ValueError("best_support needs at least one passage")
    results = [check_support(claim, passage, language) for passage in passages]
    index = max(range(len(results)), key=lambda i: (_RANK[results[i].verdict], results[i].score))
    return index, results[index]

"""The rules a policy may name. What a rule finds is the gate's business; its name is decided here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from harness.model.measurement import RAGAS_METRICS

NAMED_RULES: Mapping[str, str] = {
    "any_critical_case_changes_from_pass_to_fail": (
        "A case tagged `critical` passed on the baseline and does not on the candidate."
    ),
    "any_case_changes_from_pass_to_fail": (
        "Any case passed on the baseline and does not on the candidate."
    ),
    "any_citation_points_to_missing_chunk": (
        "An answer cites a chunk that the candidate's index does not hold."
    ),
    "any_forbidden_fact_appears": (
        "A forbidden fact that was absent on the baseline is in the candidate's context or answer."
    ),
    "unanswered_case_becomes_unsupported_answer": (
        "A case that has no answer in the corpus was refused and is now answered."
    ),
    "retrieval_recall_at_K_decreases": (
        "Mean recall at K over the cases of both versions is lower on the candidate. "
        "K is any number of `metrics.k`."
    ),
    "answer_requirements_change": (
        "The outcome of a required fact, value or answer schema differs between the versions."
    ),
    "citation_support_is_uncertain": (
        "It cannot be told whether a cited chunk supports its claim, and it could be on the baseline."
    ),
    "any_label_is_stale": (
        "The text that supports a case stands in another place now: its label is out of date."
    ),
    "any_new_document_contradicts_a_required_fact": (
        "The right text is still there, but other text of the candidate says otherwise."
    ),
    "any_new_document_outranks_an_expected_source": (
        "A document that is new in the candidate, and that no case expects, ranks above every "
        "expected source of a case: nobody has judged it yet."
    ),
    "any_check_is_undecided": "A check cannot tell whether a case got worse.",
    "any_undeclared_change": (
        "A case still passes, but a source, value or refusal changed that no case declares."
    ),
    "answerable_case_becomes_refusal": (
        "An answerable case was answered on the baseline and is refused on the candidate."
    ),
    "any_declared_change_is_not_shown": (
        "A case declares an intended change that the candidate does not show."
    ),
}
"""Name -> one line of help. ``K`` in a name stands for a number of ``metrics.k``."""

METRICS: tuple[str, ...] = (
    "answer_relevance",
    "context_relevance",
    "groundedness",
    "hit@K",
    "mrr",
    "ndcg@K",
    "precision@K",
    *RAGAS_METRICS,
    "recall@K",
)
"""Metrics a metric rule may name; ``K`` as in :data:`NAMED_RULES`."""

_NUMBER = re.compile(r"(?<=_at_)[1-9]\d{0,5}(?=_)")


def split_rule(name: str) -> tuple[str, int | None]:
    """The table's name and K of a rule: ``…_at_8_…`` -> (``…_at_K_…``, 8)."""
    match = _NUMBER.search(name)
    return (_NUMBER.sub("K", name, count=1), int(match.group())) if match else (name, None)


def expand(names: Iterable[str], ks: Iterable[int]) -> list[str]:
    """The names with every ``K`` written out for every k, sorted."""
    ks = tuple(ks)
    full = (
        [re.sub(r"(?<=[_@])K(?=_|$)", str(k), name) for k in ks]
        if re.search(r"[_@]K(?:_|$)", name)
        else [name]
        for name in names
    )
    return sorted({name for names_ in full for name in names_})

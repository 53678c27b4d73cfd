"""Retrieval metrics of one case: hit@k, recall@k, precision@k, MRR, nDCG@k.

The unit that is ranked is the label: a chunk counts for every expected label it falls under
(the most specific first), or else for its document, and only its first appearance counts. Ideals and
denominators come from the labels, never from what was retrieved. Definitions are those of
trec_eval (``success``, ``recall``, ``P``, ``recip_rank``, ``ndcg_cut`` with binary gains);
tests hold them against ``ir_measures``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from harness.model.case import Expectation
from harness.model.record import Retrieved


def split_label(label: str) -> tuple[str, str]:
    """(document, section) of ``document`` or ``document#section``."""
    document, _, section = label.partition("#")
    return document, section


def falls_under(source_id: str, section_id: str, label: str) -> bool:
    """Whether a place in the corpus belongs to a label; a section holds its subsections."""
    document, section = split_label(label)
    if source_id != document:
        return False
    return not section or section_id == section or section_id.startswith(section + "/")


def section_of(chunk_id: str) -> str:
    """Section id inside a chunk id ``source#section-path:pN``."""
    return chunk_id.partition("#")[2].rpartition(":")[0]


def ranked_units(retrieved: Iterable[Retrieved], labels: Sequence[str]) -> list[str]:
    """Labels and documents in the order they first appear among the retrieved chunks."""
    by_depth = sorted(labels, key=lambda label: (-len(label), label))
    units: dict[str, None] = {}
    for hit in sorted(retrieved, key=lambda hit: hit.rank):
        section = section_of(hit.chunk_id)
        matched = [x for x in by_depth if falls_under(hit.source_id, section, x)]
        for unit in matched or [hit.source_id]:
            units.setdefault(unit)
    return list(units)


def case_metrics(
    retrieved: Iterable[Retrieved], expectation: Expectation, ks: Sequence[int]
) -> dict[str, float]:
    """Every metric of one case on one side; empty when the case expects no source."""
    labels = sorted(set(expectation.expected_source_ids))
    if not labels:
        return {}
    units = ranked_units(retrieved, labels)
    gains = [1 if unit in labels else 0 for unit in units]
    needed = len(labels) if expectation.match == "all" else 1
    values: dict[str, float] = {"mrr": reciprocal_rank(gains)}
    for k in ks:
        found = sum(gains[:k])
        values[f"hit@{k}"] = float(found >= needed)
        values[f"recall@{k}"] = found / len(labels)
        values[f"precision@{k}"] = found / k
        values[f"ndcg@{k}"] = ndcg(gains, len(labels), k)
    return values


def reciprocal_rank(gains: Sequence[int]) -> float:
    """1 / rank of the first relevant unit; 0 when there is none."""
    return next((1 / rank for rank, gain in enumerate(gains, 1) if gain), 0.0)


def ndcg(gains: Sequence[int], relevant: int, k: int) -> float:
    """nDCG@k with binary gains and log2 discounts (Järvelin & Kekäläinen 2002)."""
    dcg = sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[:k], 1))
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(relevant, k) + 1))
    return dcg / ideal

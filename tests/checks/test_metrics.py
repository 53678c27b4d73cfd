"""Metrics held against an independent implementation (``ir_measures``)."""

from __future__ import annotations

import math

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, P, Qrel, R, ScoredDoc, Success, nDCG

from harness.checks.metrics import case_metrics, ranked_units
from harness.model.case import Expectation
from harness.model.record import Retrieved

KS = (1, 3, 5, 8)
ORACLE = {
    **{f"hit@{k}": Success @ k for k in KS},
    **{f"recall@{k}": R @ k for k in KS},
    **{f"precision@{k}": P @ k for k in KS},
    **{f"ndcg@{k}": nDCG @ k for k in KS},
    "mrr": RR,
}


def retrieved(chunk_ids: list[str]) -> list[Retrieved]:
    return [
        Retrieved(
            rank=rank,
            source_id=chunk_id.partition("#")[0],
            chunk_id=chunk_id,
            score=1 / rank,
            text_hash="sha256:0",
            in_context=True,
        )
        for rank, chunk_id in enumerate(chunk_ids, 1)
    ]


@settings(max_examples=60, deadline=None)
@given(
    chunks=st.lists(
        st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(["s", "t/u"]), st.integers(1, 3)),
        unique=True,
        max_size=20,
    ),
    labels=st.lists(st.sampled_from(["a", "b", "c", "d#s", "e#t", "z"]), unique=True, min_size=1),
)
def test_metrics_equal_ir_measures(chunks: list[tuple[str, str, int]], labels: list[str]) -> None:
    hits = retrieved([f"{source}#{section}:p{part}" for source, section, part in chunks])
    ours = case_metrics(hits, Expectation(expected_source_ids=tuple(labels)), KS)
    units = ranked_units(hits, labels)
    run = [ScoredDoc("q", unit, float(-rank)) for rank, unit in enumerate(units)]
    qrels = [Qrel("q", label, 1) for label in labels]
    theirs = ir_measures.calc_aggregate(list(ORACLE.values()), qrels, run)
    for name, measure in ORACLE.items():
        assert math.isclose(ours[name], theirs[measure], abs_tol=1e-9), name


def test_empty_result_scores_zero_and_is_not_left_out() -> None:
    values = case_metrics([], Expectation(expected_source_ids=("a",)), KS)
    assert set(values) == set(ORACLE)
    assert set(values.values()) == {0.0}


def test_ideal_comes_from_labels_not_from_what_was_retrieved() -> None:
    values = case_metrics(retrieved(["a#s:p1"]), Expectation(expected_source_ids=("a", "b")), KS)
    assert values["ndcg@8"] < 1
    assert values["recall@8"] == 0.5


def test_match_all_needs_every_source_for_a_hit_and_recall_is_over_all_either_way() -> None:
    hits = retrieved(["a#s:p1", "x#s:p1", "b#s:p1"])
    values = case_metrics(hits, Expectation(expected_source_ids=("a", "b"), match="all"), KS)
    assert (values["hit@1"], values["hit@3"]) == (0.0, 1.0)
    assert values["recall@1"] == 0.5


def test_a_section_label_holds_its_subsections_and_no_section_with_the_same_prefix() -> None:
    assert ranked_units(retrieved(["a#s/t:p1"]), ["a#s"]) == ["a#s"]
    assert ranked_units(retrieved(["a#st:p1"]), ["a#s"]) == ["a"]


def test_case_without_expected_source_has_no_metrics() -> None:
    assert case_metrics(retrieved(["a#s:p1"]), Expectation(answerable=False), KS) == {}


@pytest.mark.parametrize("name", ["Ё/ё.md", "日本", "a b"])
def test_any_unicode_source_id_is_its_own_unit(name: str) -> None:
    assert ranked_units(retrieved([f"{name}#s:p1"]), [name]) == [name]

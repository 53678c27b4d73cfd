"""Reranking by sentences: the formula, missing scores, and no dependence on order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import zscore

from harness.model.document import Chunk
from harness.model.record import Stage
from harness.model.search import Hit, Query, Role
from harness.rerank.none import NoRerank
from harness.rerank.sentences import SentenceInteraction
from harness.store import digest_text
from harness.vectors.hashing import Hashing

QUERY = Query("How long are records kept?", "en")
TEXTS = [
    "The weather is fine. Records are kept for ninety days.",
    "Records of meetings. Kept by the secretary.",
    "Nothing of the kind.",
    "How long a name may be is in the manual.",
]


class Counting:
    """The hashing embedder, with its calls kept."""

    def __init__(self) -> None:
        self.calls: list[tuple[list[str], Role]] = []

    def __call__(self, texts: Sequence[str], role: Role) -> Any:
        self.calls.append((list(texts), role))
        return Hashing().embed(texts, role)


def _hit(number: int, text: str, **stages: float) -> Hit:
    chunk = Chunk(
        f"d{number}#:p1", f"d{number}", "d.md", "Title", (), "", text, digest_text(text),
        0, 1, 1, "en", ((0, 1),),
    )  # fmt: skip
    standing = {name: Stage(rank=number + 1, score=score) for name, score in stages.items()}
    return Hit(chunk, 1.0 / (number + 1), standing)


def _hits() -> list[Hit]:
    asked = Hashing().embed([QUERY.text], "query")[0]
    cosines = Hashing().embed([f"Title\n{text}" for text in TEXTS], "passage") @ asked
    bm25 = [7.0, 5.0, 1.0, 3.0]
    return [
        _hit(number, text, dense=float(cosine), sparse=score)
        for number, (text, cosine, score) in enumerate(zip(TEXTS, cosines, bm25, strict=True))
    ]


def test_scores_are_the_sum_of_three_z_scores() -> None:
    asked = Hashing().embed([QUERY.text], "query")[0]
    sentences = [text.replace(". ", ".|").split("|") for text in TEXTS]
    best = [max(Hashing().embed(parts, "passage") @ asked) for parts in sentences]
    dense = [hit.stages["dense"].score for hit in _hits()]
    expected = zscore(best) + zscore(dense) + zscore([7.0, 5.0, 1.0, 3.0])

    ranked = SentenceInteraction().run(QUERY, _hits(), Counting())
    scores = {hit.chunk.source_id: hit.score for hit in ranked}
    for number, score in enumerate(expected):
        assert scores[f"d{number}"] == pytest.approx(score, abs=1e-5)
    assert [hit.stages["rerank"].rank for hit in ranked] == [1, 2, 3, 4]
    assert ranked[0].chunk.source_id == "d0"


def test_order_of_the_hits_does_not_matter() -> None:
    rerank = SentenceInteraction()
    forth = rerank.run(QUERY, _hits(), Counting())
    assert rerank.run(QUERY, _hits()[::-1], Counting()) == forth


def test_all_sentences_are_embedded_in_one_call() -> None:
    embed = Counting()
    SentenceInteraction(max_sentences=1).run(QUERY, _hits(), embed)
    assert [role for _, role in embed.calls if _] == ["query", "passage"]
    assert embed.calls[1][0] == [
        "The weather is fine.", "Records of meetings.", "Nothing of the kind.", TEXTS[3],
    ]  # fmt: skip


def test_missing_cosine_is_computed_and_changes_nothing() -> None:
    whole = _hits()
    without = [
        Hit(hit.chunk, hit.score, {"sparse": hit.stages["sparse"]}) if number == 1 else hit
        for number, hit in enumerate(whole)
    ]
    rerank = SentenceInteraction()
    expected = [hit.score for hit in rerank.run(QUERY, whole, Counting())]
    assert [hit.score for hit in rerank.run(QUERY, without, Counting())] == pytest.approx(expected)


def test_missing_bm25_counts_as_the_lowest_seen() -> None:
    hits = [_hit(n, "same text", dense=0.5) for n in range(2)]
    hits += [
        _hit(2, "same text", dense=0.5, sparse=2.0),
        _hit(3, "same text", dense=0.5, sparse=8.0),
    ]
    ranked = SentenceInteraction().run(QUERY, hits, Counting())
    assert [hit.chunk.source_id for hit in ranked] == ["d3", "d0", "d1", "d2"]
    assert ranked[1].score == ranked[3].score == pytest.approx(zscore([2.0, 2.0, 2.0, 8.0])[0])


def test_hits_alike_in_everything_are_ordered_by_chunk_id() -> None:
    hits = [_hit(n, "same text", dense=0.5, sparse=1.0) for n in (3, 1, 2)]
    ranked = SentenceInteraction().run(QUERY, hits, Counting())
    assert [hit.chunk.source_id for hit in ranked] == ["d1", "d2", "d3"]
    assert [hit.score for hit in ranked] == [0.0, 0.0, 0.0]


def test_hits_after_the_first_n_keep_their_place() -> None:
    ranked = SentenceInteraction(top_n=2).run(QUERY, _hits()[::-1], Counting())
    assert [hit.chunk.source_id for hit in ranked[2:]] == ["d1", "d0"]
    assert ["rerank" in hit.stages for hit in ranked] == [True, True, False, False]


def test_text_without_a_sentence_is_scored_by_its_heading() -> None:
    ranked = SentenceInteraction().run(QUERY, [_hit(0, " \n"), *_hits()[1:]], Counting())
    assert len(ranked) == 4
    assert all(np.isfinite(hit.score) for hit in ranked)


def test_no_hits_stay_no_hits() -> None:
    assert SentenceInteraction().run(QUERY, [], Counting()) == []


def test_none_keeps_everything_as_it_was() -> None:
    assert NoRerank().run(QUERY, _hits(), Counting()) == _hits()

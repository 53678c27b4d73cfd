"""Search is exact, ordered to the last tie, and shows nobody what is not theirs."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from harness.errors import HarnessError
from harness.index.bm25 import Bm25Encoder
from harness.index.qdrant_edge import QdrantEdge
from harness.model.search import Query

EVERYONE = {"a": "open file", "b": "file for staff", "c": "file for nobody"}
ACL: dict[str, dict[str, Any]] = {"a": {}, "b": {"acl": ["staff", 7]}, "c": {"acl": []}}


def _ids(ranked: list[tuple[str, float]]) -> list[str]:
    return [chunk_id for chunk_id, _ in ranked]


def _many(make_corpus: Any, count: int = 300) -> Any:
    rng = np.random.default_rng(7)
    vocabulary = [f"word{number}" for number in range(40)]
    return make_corpus(
        {
            f"doc{number}": " ".join(rng.choice(vocabulary, size=int(rng.integers(3, 30))))
            for number in range(count)
        }
    )


def test_dense_equals_a_full_matrix_product(workshop: Any, make_corpus: Any) -> None:
    index = workshop.open(_many(make_corpus))
    content = index.content
    for text in ("word3 word5", "word39", "word1 word1 word2 word7"):
        vector = workshop.embed([text], "query")[0]
        scores = (content.dense.astype(np.float64) @ vector.astype(np.float64)).tolist()
        found = index.dense(vector, 25, Query(text, "en"))
        best = sorted(scores, reverse=True)[:25]
        assert [score for _, score in found] == pytest.approx(best, abs=2e-6)
        by_id = {chunk.chunk_id: score for chunk, score in zip(content.chunks, scores, strict=True)}
        assert [by_id[chunk_id] for chunk_id in _ids(found)] == pytest.approx(best, abs=2e-6)


def test_sparse_equals_the_bm25_formula(workshop: Any, make_corpus: Any) -> None:
    """Robertson and Zaragoza 2009, with Lucene's idf and the pinned average length."""
    documents, chunks = _many(make_corpus)
    index = workshop.open((documents, chunks))
    words = {chunk.chunk_id: [chunk.title, *chunk.text.split()] for chunk in chunks}
    asked = ["word3", "word5", "word17"]
    held = Counter(term for text in words.values() for term in set(text) & set(asked))

    def score(text: list[str]) -> float:
        total = 0.0
        for term in asked:
            idf = math.log(1 + (len(words) - held[term] + 0.5) / (held[term] + 0.5))
            often = text.count(term)
            total += idf * often * 2.2 / (often + 1.2 * (0.25 + 0.75 * len(text) / 256))
        return total

    expected = sorted(
        ((chunk_id, score(text)) for chunk_id, text in words.items() if score(text) > 0),
        key=lambda pair: -pair[1],
    )
    found = index.sparse(Query(" ".join(asked), "en"), len(words))
    assert len(found) == len(expected)
    by_id = dict(expected)
    for chunk_id, value in found:
        assert value == pytest.approx(by_id[chunk_id], rel=1e-4)


def test_scores_do_not_depend_on_the_start_of_the_engine(workshop: Any, make_corpus: Any) -> None:
    """The engine alone adds BM25 up in another order at each start."""
    content = workshop.open(_many(make_corpus)).content
    query = Query(" ".join(f"word{number}" for number in range(30)), "en")
    vector = workshop.embed([query.text], "query")[0]
    starts = [QdrantEdge().reader(content) for _ in range(4)]
    assert len({str(index.sparse(query, 100)) for index in starts}) == 1
    assert len({str(index.dense(vector, 100, query)) for index in starts}) == 1


def test_ties_at_the_cut_are_broken_by_chunk_id(workshop: Any, make_corpus: Any) -> None:
    index = workshop.open(make_corpus({f"d{number:03}": "same text" for number in range(200)}))
    vector = workshop.embed(["same"], "query")[0]
    expected = [f"d{number:03}#:p1" for number in range(10)]
    assert _ids(index.sparse(Query("same text", "en"), 10)) == expected
    same_vector = index.content.dense[0]
    found = index.dense(same_vector, 200, Query("same", "en"))
    assert len(found) == 200
    assert found == sorted(found, key=lambda pair: (-pair[1], pair[0]))
    assert (
        index.dense(vector, 10, Query("same", "en"))
        == index.dense(vector, 200, Query("same", "en"))[:10]
    )


def test_an_edit_elsewhere_does_not_change_a_chunks_terms(workshop: Any, make_corpus: Any) -> None:
    one = workshop.open(make_corpus({"a": "files are kept", "b": "short"})).content
    two = workshop.open(make_corpus({"a": "files are kept", "b": "long " * 500})).content
    for left, right in zip(one.sparse.row(0), two.sparse.row(0), strict=True):
        assert np.array_equal(left, right)


def test_each_language_is_found_in_its_own_inflection(workshop: Any, small: Any) -> None:
    index = workshop.open(small)
    assert _ids(index.sparse(Query("deleting", "en"), 1)) == ["retention#:p2"]
    assert _ids(index.sparse(Query("удаление файла", "ru"), 1)) == ["хранение#:p2"]
    mixed = index.sparse(Query("храним запись repositories", "ru"), 9)
    assert set(_ids(mixed)) == {"access#:p1", "хранение#:p1"}


def test_stop_words_of_the_question_find_nothing_in_another_language(
    workshop: Any, make_corpus: Any
) -> None:
    index = workshop.open(make_corpus({"ru": "Флаг the в команде", "en": "Flags"}))
    assert index.sparse(Query("the", "en"), 5) == []
    assert index.sparse(Query("", "und"), 5) == []
    assert index.sparse(Query("\ud800 \0", "und"), 5) == []


def test_language_without_a_stemmer_keeps_its_words() -> None:
    encoder = Bm25Encoder(k=1.2, b=0.75, average_words=256)
    assert encoder.terms(Query("słowa", "pl"), ["pl"]) == encoder.terms(
        Query("słowa", "xx"), ["xx"]
    )
    assert encoder.terms(Query("słowa", "pl"), ["pl"]) != encoder.terms(
        Query("słowo", "pl"), ["pl"]
    )


@pytest.mark.parametrize(
    ("principal", "seen"),
    [((), {"a"}), (("staff",), {"a", "b"}), (("7",), {"a", "b"}), (("sta", "open"), {"a"})],
)
def test_access_lists_hold_in_both_branches(
    workshop: Any, make_corpus: Any, principal: tuple[str, ...], seen: set[str]
) -> None:
    index = workshop.open(make_corpus(EVERYONE, ACL))
    query = Query("file", "en", principal=principal)
    expected = {f"{source_id}#:p1" for source_id in seen}
    assert set(_ids(index.sparse(query, 9))) == expected
    assert set(_ids(index.dense(workshop.embed(["file"], "query")[0], 9, query))) == expected


def test_access_field_is_a_setting(workshop: Any, make_corpus: Any) -> None:
    given = make_corpus(EVERYONE, {"b": {"audience": "staff"}, "c": {"acl": []}})
    index = workshop.open(given, QdrantEdge(acl_field="audience"))
    assert _ids(index.sparse(Query("file", "en"), 9)) == ["a#:p1", "c#:p1"]


def test_access_list_that_cannot_be_read_is_refused_by_name(
    workshop: Any, make_corpus: Any
) -> None:
    given = make_corpus(EVERYONE, {"a": {"acl": {"all": True}}, "b": {"acl": [["x"]]}})
    with pytest.raises(HarnessError) as caught:
        workshop.open(given)
    assert [fault.where for fault in caught.value.faults] == ["a.md: acl", "b.md: acl"]


@pytest.mark.parametrize(
    ("filters", "seen"),
    [
        ({"product": "x"}, {"a"}),
        ({"product": ["x", "y"]}, {"a", "b"}),
        ({"tags": "new"}, {"a", "b"}),
        ({"product": "x", "tags": "old"}, set()),
        ({"version": 2}, {"a", "b"}),
        ({"version": "2"}, {"c"}),
        ({"draft": True}, {"c"}),
        ({"owner.name": "Ольга \ud800"}, {"c"}),
        ({"product": []}, set()),
        ({"unknown": "x"}, set()),
        ({}, {"a", "b", "c"}),
    ],
)
def test_filters_match_by_value_and_type(
    workshop: Any, make_corpus: Any, filters: dict[str, Any], seen: set[str]
) -> None:
    metadata = {
        "a": {"product": "x", "tags": ["new"], "version": 2},
        "b": {"product": "y", "tags": ["new", "hot"], "version": 2.0},
        "c": {"product": "z", "version": "2", "draft": True, "owner": {"name": "Ольга \ud800"}},
    }
    index = workshop.open(make_corpus(EVERYONE, metadata))
    found = index.sparse(Query("file", "en", filters=filters), 9)
    assert set(_ids(found)) == {f"{source_id}#:p1" for source_id in seen}


def test_filter_that_cannot_be_used_is_named(workshop: Any, small: Any) -> None:
    with pytest.raises(HarnessError, match=r"filters\.product"):
        workshop.open(small).sparse(Query("file", "en", filters={"product": {"gt": 1}}), 5)


def test_working_files_go_when_the_index_is_closed(
    workshop: Any, small: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "work"))
    (tmp_path / "work").mkdir()
    index = workshop.open(small)
    index.sparse(Query("records", "en"), 5)
    assert list((tmp_path / "work").iterdir()) != []
    index.close()
    assert list((tmp_path / "work").iterdir()) == []
    assert index.sparse(Query("records", "en"), 1) != []

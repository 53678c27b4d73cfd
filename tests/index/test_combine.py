"""A combined content is what an index of the mixed corpus would hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.index.combine import combine
from harness.index.qdrant_edge import QdrantEdge
from harness.model.search import Query

OLD = {"a": "Records are kept.\nFiles are deleted.", "b": "Old words.", "c": "Left alone."}
NEW = {"b": "New words.\nAnd more records.", "c": "Left alone.", "d": "A newcomer on records."}
MIXED = {"a": OLD["a"], "b": NEW["b"], "d": NEW["d"]}


def test_combined_content_equals_an_index_of_the_mixed_corpus(
    workshop: Any, make_corpus: Any
) -> None:
    base, other = (workshop.open(make_corpus(texts)).content for texts in (OLD, NEW))
    content = combine(base, other, without=["c"], plus=["b", "d", "nowhere"])
    built = workshop.open(make_corpus(MIXED))
    assert content.chunks == built.content.chunks
    assert content.documents == built.content.documents
    assert content.points_digest() == built.content.points_digest()

    index = QdrantEdge().reader(content)
    query = Query("records of words", "en")
    assert index.sparse(query, 9) == built.sparse(query, 9)
    vector = workshop.embed([query.text], "query")[0]
    assert index.dense(vector, 9, query) == built.dense(vector, 9, query)


def test_taking_everything_out_leaves_an_empty_index(workshop: Any, make_corpus: Any) -> None:
    base = workshop.open(make_corpus(OLD)).content
    empty = combine(base, base, without=["a", "b", "c"])
    assert (empty.chunks, empty.dense.shape) == ((), (0, 64))
    assert QdrantEdge().reader(empty).sparse(Query("records", "en"), 5) == []


def test_combination_names_what_it_was_made_from(workshop: Any, make_corpus: Any) -> None:
    base = workshop.open(make_corpus(OLD)).content
    names = {combine(base, base, without=ids).index_id for ids in ([], ["a"], ["b"])}
    assert len(names) == 3
    again = combine(base, base, plus=["a", "b"])
    assert np.array_equal(again.dense, base.dense)
    assert again.points_digest() == base.points_digest()

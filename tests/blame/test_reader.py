"""The in-memory index answers as a real index of the same documents would."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.blame.pool import Pool
from harness.blame.reader import PoolReader
from harness.blame.units import units
from harness.index.qdrant_edge import QdrantEdge
from harness.model.search import IndexReader, Query
from harness.model.text import CorpusText
from tests.blame.stage import Corpus, Workshop, diff_of

WORDS = "refund paid days owner file delete archive возврат дней файл удалить".split()
ACCESS = ("", "acl: staff\n", "acl: [staff, legal]\n", "acl: []\n", "product: x\n")
PATHS = ("a.md", "b.md", "c.md", "d.md")
QUERIES = (
    Query("When is a refund paid?", "en"),
    Query("удалить файл через 30 дней", "ru"),
    Query("owner of an archive", "en", principal=("staff",)),
    Query("refund days", "en", filters={"product": "x"}),
    Query("nothing of this", "en"),
)
TOLERANCE = 1e-5


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), max_size=4))
    front = draw(st.sampled_from(ACCESS))
    body = "\n\n".join(" ".join(line) + "." for line in lines)
    return f"---\n{front}---\n{body}\n" if front else f"{body}\n"


corpora = st.dictionaries(st.sampled_from(PATHS), documents(), max_size=4)


def mixture(old: Corpus, new: Corpus, back: set[str]) -> Corpus:
    """The candidate with the documents at some paths as they were in the baseline."""
    kept = {path: text for path, text in new.items() if path not in back}
    return kept | {path: text for path, text in old.items() if path in back}


def pool_reader(shop: Workshop, old: Corpus, new: Corpus, back: set[str]) -> IndexReader:
    changed = units(diff_of(old, new))
    baseline, candidate = (shop.content(corpus) for corpus in (old, new))
    pool = Pool.of(baseline, candidate, changed, QdrantEdge())
    returned = {number for number, unit in enumerate(changed) if back & set(unit.paths)}
    chunks = {c.chunk_id: c for content in (baseline, candidate) for c in content.chunks}
    return PoolReader(pool, pool.present(returned), CorpusText(chunks=chunks))


def assert_alike(found: list[tuple[str, float]], real: list[tuple[str, float]]) -> None:
    """Same ids, same scores to 1e-5; the same order wherever two scores are further apart."""
    scores = dict(real)
    assert [score for _, score in found] == pytest.approx(
        [score for _, score in real], abs=TOLERANCE
    )
    for (chunk_id, score), (expected, _) in zip(found, real, strict=True):
        if chunk_id != expected:
            close = [s for other, s in real if other != chunk_id and abs(s - score) <= TOLERANCE]
            assert close, (chunk_id, expected)
        assert scores.get(chunk_id, score) == pytest.approx(score, abs=TOLERANCE)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    old=corpora,
    new=corpora,
    back=st.sets(st.sampled_from(PATHS)),
    limit=st.sampled_from([1, 2, 50]),
)
def test_counterfactual_reader_equals_a_built_index(
    shop: Workshop, old: dict[str, str], new: dict[str, str], back: set[str], limit: int
) -> None:
    for unit in units(diff_of(old, new)):
        if back & set(unit.paths):
            back |= set(unit.paths)
    reader = pool_reader(shop, old, new, back)
    real = QdrantEdge().reader(shop.content(mixture(old, new, back)))
    for query in QUERIES:
        vector = shop.embed([query.text], "query")[0]
        assert_alike(reader.dense(vector, limit, query), real.dense(vector, limit, query))
        assert_alike(reader.sparse(query, limit), real.sparse(query, limit))
    real.close()


def test_equal_chunks_rank_by_id_in_both_branches(shop: Workshop) -> None:
    text = "A refund is paid.\n"
    old = {"b.md": text, "a.md": "Other words.\n"}
    new = {"b.md": text, "a.md": text + "\n", "c.md": text + "\n\n"}
    reader = pool_reader(shop, old, new, set())
    real = shop.index(new)
    query = QUERIES[0]
    vector = shop.embed([query.text], "query")[0]
    assert reader.dense(vector, 2, query) == real.dense(vector, 2, query)
    assert reader.sparse(query, 2) == real.sparse(query, 2)
    assert [chunk_id for chunk_id, _ in reader.sparse(query, 2)] == ["a#:p1", "b#:p1"]


def test_idf_is_counted_over_the_mixture(shop: Workshop) -> None:
    """A term that only newcomers share is rare again once they are gone."""
    old = {"a.md": "A refund is paid.\n", "b.md": "Owners and files.\n"}
    new = {**old, **{f"n{i}.md": f"Refund number {i}.\n" for i in range(6)}}
    query = Query("refund", "en")
    crowded = pool_reader(shop, old, new, set()).sparse(query, 9)
    alone = pool_reader(shop, old, new, {f"n{i}.md" for i in range(6)}).sparse(query, 9)
    assert dict(alone)["a#:p1"] > 2 * dict(crowded)["a#:p1"]
    assert alone == shop.index(old).sparse(query, 9)

"""Extractive answers: verbatim, cited, led in, or refused."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.generation.extractive import Extractive
from harness.model.document import Chunk
from harness.model.record import Stage
from harness.model.search import Answer, Hit, Query
from harness.store import digest_text
from harness.vectors.hashing import Hashing

QUERY = Query("How long are records kept?", "en")
OPEN = Extractive(refuse_below=-2)


def _hit(number: int, text: str, language: str = "en", bm25: float | None = 4.0) -> Hit:
    chunk = Chunk(
        f"d{number}#:p1", f"d{number}", "d.md", "Title", (), "", text, digest_text(text),
        0, 1, 1, language, ((0, 1),),
    )  # fmt: skip
    stages = {} if bm25 is None else {"sparse": Stage(rank=1, score=bm25)}
    return Hit(chunk, 1.0, stages)


def _answer(generator: Extractive, *hits: Hit, query: Query = QUERY, trial: int = 0) -> Answer:
    return generator.run(query, hits, Hashing().embed, trial)


def _texts(answer: Answer) -> list[str]:
    return [claim.text for claim in answer.claims]


def test_best_sentence_comes_first_and_cites_its_chunk() -> None:
    answer = _answer(
        OPEN,
        _hit(0, "The weather is fine. Sales grew."),
        _hit(1, "Nothing here. Records are kept for 90 days."),
    )
    best = answer.claims[0]
    assert (best.text, best.quote) == ("Records are kept for 90 days.",) * 2
    assert best.chunk_ids == ("d1#:p1",)
    assert answer.text.split("\n") == _texts(answer)
    assert len(answer.claims) == 3
    assert not answer.refused
    assert answer.model == "extractive/1"


def test_list_item_is_read_with_the_line_before_the_list() -> None:
    text = (
        "General rules. You must not keep:\nrecords of guests;\nrecords of calls.\nSales grew fast."
    )
    answer = _answer(Extractive(refuse_below=-2, sentences=9), _hit(0, text))
    assert set(_texts(answer)) == {
        "General rules.",
        "You must not keep: records of guests;",
        "You must not keep: records of calls.",
        "Sales grew fast.",
    }
    quotes = {claim.text: claim.quote for claim in answer.claims}
    assert quotes["You must not keep: records of guests;"] == "records of guests;"


def test_russian_list_item_is_read_with_its_lead_in() -> None:
    text = "Запрещено хранить:\nзаписи гостей;\nзаписи звонков."
    answer = _answer(OPEN, _hit(0, text, "ru"), query=Query("Что запрещено хранить?", "ru"))
    assert "Запрещено хранить: записи звонков." in _texts(answer)


def test_paragraph_after_a_list_does_not_take_its_lead_in() -> None:
    """A wrong lead-in would say the opposite of the text."""
    text = "You must not keep:\nrecords of guests\nrecords of calls\nYou may keep records of sales."
    answer = _answer(Extractive(refuse_below=-2, sentences=9), _hit(0, text))
    assert "You may keep records of sales." in _texts(answer)


def test_sentence_in_two_chunks_is_said_once_and_cites_both() -> None:
    answer = _answer(OPEN, _hit(0, "Records are kept."), _hit(1, "Records are kept."))
    assert [claim.chunk_ids for claim in answer.claims] == [("d0#:p1", "d1#:p1")]


def test_refuses_below_the_threshold_and_cites_nothing() -> None:
    answer = _answer(Extractive(refuse_below=1.5), _hit(0, "The weather is fine."))
    assert answer.refused
    assert (answer.text, answer.claims, answer.error_kind) == ("", (), "")
    assert answer.prompt_hash.startswith("sha256:")


def test_bm25_in_the_context_supports_an_answer() -> None:
    strict = Extractive(refuse_below=1.0, bm25_weight=0.5)
    assert not _answer(strict, _hit(0, "Records are kept.", bm25=40.0)).refused
    assert _answer(strict, _hit(0, "Records are kept.", bm25=None)).refused


def test_empty_context_is_refused() -> None:
    assert _answer(OPEN).refused
    assert _answer(OPEN, _hit(0, " \n ")).refused


def test_equal_scores_keep_the_order_of_the_context() -> None:
    hits = [_hit(n, f"Records are kept {word}.") for n, word in enumerate(("here", "here", "HERE"))]
    assert _answer(OPEN, *hits).claims[0].chunk_ids[0] == "d0#:p1"


def test_every_trial_gives_the_same_answer() -> None:
    hits = (_hit(0, "Records are kept. They are old."), _hit(1, "Sales grew."))
    assert _answer(OPEN, *hits, trial=0) == _answer(OPEN, *hits, trial=7)


def test_prompt_hash_covers_question_context_order_and_settings() -> None:
    one, two = _hit(0, "Records are kept."), _hit(1, "Sales grew.")
    answers = [
        _answer(OPEN, one, two),
        _answer(OPEN, two, one),
        _answer(OPEN, one),
        _answer(OPEN, one, two, query=Query("Other?", "en")),
        _answer(Extractive(refuse_below=-2, sentences=1), one, two),
    ]
    assert len({answer.prompt_hash for answer in answers}) == len(answers)


@given(st.lists(st.text(max_size=80), max_size=4))
def test_every_quote_is_verbatim_in_every_chunk_it_cites(texts: list[str]) -> None:
    hits = {f"d{n}#:p1": _hit(n, text) for n, text in enumerate(texts)}
    answer = _answer(Extractive(refuse_below=-2, sentences=20), *hits.values())
    for claim in answer.claims:
        assert claim.chunk_ids
        assert all(claim.quote in hits[chunk_id].chunk.text for chunk_id in claim.chunk_ids)
        assert claim.text.endswith(claim.quote)

"""Citations written into the text of an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.generation.inline import read_markers, without_markers


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("One [1].", [(1,)]),
        ("One.[1]", [(1,)]),
        ("One. [1] Two. [2]", [(1,), (2,)]),
        ("One [1]. Two [2].", [(1,), (2,)]),
        ("One [1][3].", [(1, 3)]),
        ("One [1, 3] and [ 3 ; 2 ].", [(1, 3, 2)]),
        ("One [1-3].", [(1, 2, 3)]),
        ("One [1–3, 5].", [(1, 2, 3, 5)]),
        ("One 【2†source】.", [(2,)]),
        ("[2] One.", [(2,)]),
        ("One.\n[2] Two.", [(), (2,)]),
        ("- One [1]\n- Two [2]", [(1,), (2,)]),
        ("One [7].", [(7,)]),
        ("One [0].", [(0,)]),
        ("One [4-999999].", [(4, 5, 999999)]),
        ("One [7-9].", [(7, 9)]),
        ("One [3-1].", [(3, 1)]),
        ("One `items[0]` [1].", [(1,)]),
        ("```\nx[1]\n```", [(), (), ()]),
        ("See [docs] and [a1].", [()]),
        ("Срок — 30 дней [1]. Это т.е. месяц [2].", [(1,), (2,)]),
        ("[1]", []),
        ("", []),
    ],
)
def test_what_each_sentence_cites(text: str, cited: list[tuple[int, ...]]) -> None:
    language = "ru" if "Срок" in text else "en"
    assert [sentence.numbers for sentence in read_markers(text, language, 5)] == cited


@given(st.text(alphabet="ab1[2]-, .\n`【】†", max_size=60), st.integers(0, 9))
def test_no_text_breaks_it_and_no_words_are_lost(text: str, documents: int) -> None:
    sentences = read_markers(text, "en", documents)
    clean = without_markers(text)
    assert "".join("".join(s.text for s in sentences).split()) == "".join(clean.split())
    assert all(len(s.numbers) <= len(text) + documents for s in sentences)


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True), max_size=5))
def test_markers_that_were_written_are_read(cited: list[list[int]]) -> None:
    text = " ".join(f"Sentence is here {''.join(f'[{n}]' for n in row)}." for row in cited)
    assert [list(s.numbers) for s in read_markers(text, "en", 9)] == cited

"""Words that stand for a noun before them."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.passages import pieces


@pytest.mark.parametrize(
    ("text", "language", "last"),
    [
        (
            "Some old huts have no stove. All new huts have one.",
            "en",
            "All new huts have stove .",
        ),
        (
            "Boats may land without a permit, planes only with one.",
            "en",
            "Boats may land without a permit, planes only with permit .",
        ),
        (
            "Day work is paid with a bonus of 5%, night work with one of 9%.",
            "en",
            "Day work is paid with a bonus of 5%, night work with bonus of 9%.",
        ),
        ("The contest has three rounds. The first is online.", "en", "The first rounds is online."),
        (
            "Конкурс проходит в три тура. Первый — заочный.",
            "ru",
            "Первый тура — заочный.",
        ),
    ],
)
def test_a_noun_is_put_where_a_word_stands_for_it(text: str, language: str, last: str) -> None:
    assert pieces(text, language)[-1].text == last


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The huts have a stove. They have one brother.", "en"),  # a number
        ("The huts have a stove. Ask for one of the guides.", "en"),
        ("The huts have a stove. Guests bring one.", "en"),  # another verb
        ("The contest has three rounds and two prizes. The first is online.", "en"),
        ("The contest has three rounds. The first prize is a book.", "en"),
        ("Конкурс проходит в три тура. Первая — заочная.", "ru"),
        ("Конкурс проходит в три тура. Первый приз вручает мэр.", "ru"),
    ],
)
def test_no_noun_is_put_where_another_may_be_meant(text: str, language: str) -> None:
    piece = pieces(text, language)[-1]
    assert text.endswith(piece.text)


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Cars need a permit.", "Boats need no permit, cars need one.", "supported"),
        ("Cars need no permit.", "Boats need no permit. Cars need one.", "contradicted"),
        ("No new hut is without a stove.", "Old huts have no stove. New huts have one.", None),
        ("Old huts have a stove.", "Old huts have no stove. New huts have one.", "contradicted"),
        ("The first round is online.", "It has two rounds. The first is online.", "supported"),
    ],
)
def test_what_one_stands_for_decides(claim: str, evidence: str, verdict: str | None) -> None:
    found = check_support(claim, evidence, "en").verdict
    assert found == verdict if verdict else found not in {"supported", "contradicted"}

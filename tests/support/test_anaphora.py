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


@pytest.mark.parametrize(
    ("text", "language", "read"),
    [
        (
            "The first two hours of sailing are free, the third costs 4 euros.",
            "en",
            "The first two hours of sailing are free, the third hours of sailing costs 4 euros.",
        ),
        (
            "The office is at the second gate, the box at the first.",
            "en",
            "The office is at the second gate, the box at the first gate .",
        ),
        (
            "Первая смена начинается в 8, вторая в 16.",
            "ru",
            "Первая смена начинается в 8, вторая смена в 16.",
        ),
        (
            "Курс делят на две недели: первую ведут в море, вторую — на суше.",
            "ru",
            "Курс делят на две недели: первую недели ведут в море, вторую недели — на суше.",
        ),
        # another noun has an ordinal of its own, or the ordinal has one
        (
            "The first prize goes to the second class, the third is a book.",
            "en",
            "The first prize goes to the second class, the third is a book.",
        ),
        (
            "The first coach is full, the second best way is a taxi.",
            "en",
            "The first coach is full, the second best way is a taxi.",
        ),
        (
            "Первый вагон закрыт, вторая открыта.",
            "ru",
            "Первый вагон закрыт, вторая открыта.",
        ),
    ],
)
def test_the_noun_of_one_ordinal_is_put_behind_the_next(
    text: str, language: str, read: str
) -> None:
    assert pieces(text, language)[-1].text == read


_STAY = "The first three days are free, the fourth costs 5 euros and each further 9 euros."
_VISIT = "Первые три дня бесплатны, четвёртый стоит 5 рублей, каждый следующий — 9 рублей."


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("The fourth day costs 5 euros.", _STAY, "supported"),
        ("Each further day costs 9 euros.", _STAY, "supported"),
        ("The fourth day costs 9 euros.", _STAY, "contradicted"),
        ("The first three days cost 9 euros.", _STAY, None),
        ("Четвёртый день стоит 5 рублей.", _VISIT, "supported"),
        ("Каждый следующий день стоит 9 рублей.", _VISIT, "supported"),
        ("Четвёртый день стоит 9 рублей.", _VISIT, "contradicted"),
        ("Каждый следующий день стоит 5 рублей.", _VISIT, "contradicted"),
        ("Первые три дня стоят 9 рублей.", _VISIT, None),
        # the ordinal is of another noun, or may be
        ("The second prize goes to the class.", "The first prize goes to the second class.", None),
        ("The second hut has a door.", "The hut has a second door.", None),
        (
            "The third class is a book.",
            "The first prize goes to the second class, the third is a book.",
            None,
        ),
        ("Второй приз получает класс.", "Первый приз получает второй класс.", None),
    ],
)
def test_what_an_ordinal_is_of_decides(claim: str, evidence: str, verdict: str | None) -> None:
    found = check_support(claim, evidence).verdict
    assert found == verdict if verdict else found != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("The hall is closed on the last Monday.", "The hall is closed on the first Monday.", "c"),
        ("The hall is closed on the first Monday.", "The hall is closed on the last Monday.", "c"),
        ("The last lesson is free.", "The final lesson is free.", "s"),
        ("Зал закрыт в последнюю среду.", "Зал закрыт в первую среду.", "c"),
        ("Второе занятие проводят бесплатно.", "Первое занятие проводят бесплатно.", "c"),
        # the second may be the last
        ("Зал закрыт в последнюю среду.", "Зал закрыт во вторую среду.", ""),
        ("The hall is closed on the last Monday.", "The hall is closed on the third Monday.", ""),
        # which one is not said, or of what
        ("The last lesson is free.", "Lessons are free.", ""),
        ("Lessons are free.", "The last lesson is free.", ""),
        (
            "The first lesson of the last course is free.",
            "The last lesson of the first course is free.",
            "",
        ),
        ("Урок бесплатный.", "Последний урок бесплатный.", ""),
    ],
)
def test_the_last_is_not_the_first(claim: str, evidence: str, verdict: str) -> None:
    verdicts = {"c": "contradicted", "s": "supported", "": "uncertain"}
    assert check_support(claim, evidence).verdict == verdicts[verdict]

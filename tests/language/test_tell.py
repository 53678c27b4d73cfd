"""Sentences told in Russian: the words are ours, the values stay what they are."""

from __future__ import annotations

import time

import pytest

from harness.language import placeholders, teller

tell = teller("ru")


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("the same outcome on the same evidence", "тот же исход на том же основании"),
        (
            "a.md was edited: '30 days' became '60 days'; nothing else changed",
            "Документ a.md изменён: «30 days» заменено на «60 days»; больше ничего не изменилось",
        ),
        (
            "required_fact 'x: y; z' in the source: pass -> fail; there is no evidence",
            "обязательный факт «x: y; z» в источнике: проходит → не проходит; источника нет",
        ),
        (
            "the evidence says at most 30, the claim 40",
            "в источнике — не более 30, в утверждении — 40",
        ),
        ("mean mrr: 0.899 -> 0.712", "среднее mrr: 0,899 → 0,712"),
        ("a/b.md#c:p1: the citation carries no claim", "a/b.md#c:p1: у ссылки нет утверждения"),
        (
            "the evidence says 'may', the claim 'must not'",
            "источник: «разрешено», утверждение: «запрещено»",
        ),
    ],
)
def test_a_sentence_is_told_with_the_sentences_inside_it(english: str, russian: str) -> None:
    assert tell(english) == russian


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 другое изменение"),
        (2, "2 других изменения"),
        (5, "5 других изменений"),
        (11, "11 других изменений"),
        (21, "21 другое изменение"),
        (104, "104 других изменения"),
    ],
)
def test_words_agree_with_their_count(count: int, words: str) -> None:
    noun = "other change" if count == 1 else "other changes"
    assert tell(f"{count} {noun} in the document") == f"{words} в документе"


def test_sentences_of_earlier_versions_are_told_too() -> None:
    assert tell("3 other change(s) in the document") == "3 других изменения в документе"


def test_what_somebody_else_wrote_is_shown_as_it_is() -> None:
    for text in ("Refunds take 30 days.", "path/to: file", "", "  ", "pass the salt"):
        assert tell(text) == text


def test_a_quoted_word_of_the_corpus_is_not_translated() -> None:
    assert "«pass»" in tell("the evidence does not have 'pass'")


def test_english_is_told_as_it_is_written() -> None:
    assert teller("en")("nothing else changed") == "nothing else changed"


def test_what_stands_for_withheld_text_is_told_everywhere() -> None:
    assert tell("the evidence says [9 characters withheld], the claim 5 days") == (
        "в источнике — [скрыто знаков: 9], в утверждении — 5 days"
    )
    assert placeholders("ru")("pass [9 characters withheld]") == "pass [скрыто знаков: 9]"


def test_lines_and_the_space_around_them_are_kept() -> None:
    assert tell("  nothing else changed\n\n nothing") == "  больше ничего не изменилось\n\n ничего"


@pytest.mark.parametrize("text", ["a, b; c: d. " * 300, "the claim says, " * 200, "'" * 3_000])
def test_a_hostile_text_does_not_take_long(text: str) -> None:
    started = time.perf_counter()
    tell(text)
    assert time.perf_counter() - started < 2

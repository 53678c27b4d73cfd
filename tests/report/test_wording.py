"""How much of a text leaves, and how two answers are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.wording import SNIPPET_CHARS, Speech, TextPolicy, own, word_diff


def test_mode_none_shows_length_and_digest_only() -> None:
    prose = TextPolicy("none").show("The answer of the corpus.")
    assert (prose.text, prose.shown, prose.length) == ("", "none", 25)
    assert prose.digest.startswith("sha256:")


def test_mode_snippets_cuts_after_redaction() -> None:
    """A cut through a secret would leave a half that no pattern knows."""
    token = "ghp_" + "a1B2" * 9
    text = "x" * (SNIPPET_CHARS - 10) + " " + token + " tail"
    prose = TextPolicy("snippets").show(text)
    assert prose.shown == "part"
    assert token[:6] not in prose.text
    assert len(prose.text) <= SNIPPET_CHARS + 1


def test_short_text_is_whole_in_snippets() -> None:
    prose = TextPolicy("snippets").show("Short.")
    assert (prose.text, prose.shown) == ("Short.", "all")


def test_mode_full_shows_everything_redacted() -> None:
    prose = TextPolicy("full").show("Ask a@b.example " + "x" * 500)
    assert prose.text.startswith("Ask [email] ")
    assert prose.shown == "all"


def test_case_text_is_always_shown() -> None:
    assert own("Сколько дней?").text == "Сколько дней?"
    assert own("Сколько дней?").language == "ru"


@pytest.mark.parametrize("quotes", ["«{}»", "“{}”", '"{}"', "'{}'"])
def test_quotation_of_corpus_text_is_withheld_from_a_sentence(quotes: str) -> None:
    leaked = "GitHub will preserve account records for up to 90 days"
    sentence = f"The passage {quotes.format(leaked)} is gone."
    for mode in ("none", "snippets"):
        shown = Speech(TextPolicy(mode), (), ()).say(sentence)
        assert leaked not in shown
        assert "54 characters withheld" in shown
    assert Speech(TextPolicy("full"), (), ()).say(sentence) == sentence


def test_quotation_of_the_cases_own_fact_stays() -> None:
    fact = "Account names are never for sale."
    sentence = f"no sentence states '{fact}'"
    assert Speech(TextPolicy("none"), (fact,), ()).say(sentence) == sentence


def test_passage_of_an_answer_is_withheld_even_without_quotation_marks() -> None:
    leaked = "GitHub will preserve account records for up to 90 days"
    speech = Speech(TextPolicy("none"), (), (leaked,))
    assert speech.say(f"the answer says {leaked}, not 30") == (
        "the answer says [54 characters withheld], not 30"
    )


def test_subject_that_is_neither_an_id_nor_the_users_is_withheld() -> None:
    speech = Speech(TextPolicy("none"), ("A fact of the case.",), ())
    assert speech.name("A fact of the case.", ()) == "A fact of the case."
    assert speech.name("my doc#s:p1", {"my doc#s:p1"}) == "my doc#s:p1"
    assert speech.name("A claim of the answer.", ()) == "[22 characters withheld]"


def test_word_diff_marks_only_what_differs() -> None:
    old, new = word_diff("wait 10-14 days, then", "wait 21-30 days, then")
    assert [piece.text for piece in old if piece.op == "gone"] == ["10-14 "]
    assert [piece.text for piece in new if piece.op == "new"] == ["21-30 "]


@given(st.text(max_size=80), st.text(max_size=80))
def test_word_diff_loses_and_adds_nothing(old: str, new: str) -> None:
    left, right = word_diff(old, new)
    assert "".join(piece.text for piece in left) == old
    assert "".join(piece.text for piece in right) == new
    same_left = [piece.text for piece in left if piece.op == "same"]
    assert "".join(same_left) == "".join(piece.text for piece in right if piece.op == "same")


def test_very_long_answers_are_not_compared() -> None:
    old, new = word_diff("a " * 5000, "b " * 5000)
    assert {piece.op for piece in (*old, *new)} == {"same"}

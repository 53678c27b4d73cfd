"""Text read in the wrong encoding. The oracle is the mistake itself: encode, decode otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.text import garbled

RUSSIAN = "Товар можно вернуть в течение 30 дней — «без вопросов», № 5, ёж."
WESTERN = "Größe, café, España – “quoted” €5 §3 10° naïve"


@pytest.mark.parametrize("text", [RUSSIAN, WESTERN, "Ελληνικά", "日本語テキスト", "אב", "Ґ її є"])
def test_text_that_was_read_rightly_has_no_such_place(text: str) -> None:
    assert garbled(text) == ()


@pytest.mark.parametrize(
    ("text", "codec"),
    [(RUSSIAN, "cp1251"), (RUSSIAN, "cp1252"), (RUSSIAN, "latin-1"), (WESTERN, "cp1252")],
)
def test_utf8_read_as_something_else_is_found(text: str, codec: str) -> None:
    assert garbled(text.encode().decode(codec, "replace"))


def test_every_lost_character_is_a_place() -> None:
    assert garbled("a\ufffdb\ufffd") == ("\ufffd", "\ufffd")


@given(st.text(st.characters(min_codepoint=0x410, max_codepoint=0x44F), min_size=2, max_size=40))
def test_any_cyrillic_word_is_found_when_misread_and_not_before(word: str) -> None:
    assert garbled(word) == ()
    assert garbled(word.encode().decode("latin-1")) == (word.encode().decode("latin-1"),)


def test_the_demo_has_no_such_place(repository: Path) -> None:
    files = sorted((repository / "corpus").rglob("*.md"))
    assert [file.name for file in files if garbled(file.read_text("utf-8"))] == []

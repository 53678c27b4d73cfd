"""Shortcuts for text that needs no work give what the work would give."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from harness.text import fold, normalise, squeeze

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
SPACES = "\u00a0\u2007\u202f\u2009\u200a\u2008\u2002\u2003"
ODD = st.sampled_from([*ZERO_WIDTH, *SPACES, *"ёЁ’‘ʼ“”«»„–—−‑‐\r\n\t\x1c\x85", "e\u0301"])
TEXTS = st.lists(st.one_of(ODD, st.text(max_size=5))).map("".join)


@given(TEXTS)
def test_normalised_text_is_composed_without_odd_spaces(text: str) -> None:
    plain = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    plain = "".join(letter for letter in plain if letter not in ZERO_WIDTH)
    assert normalise(text) == "".join(" " if letter in SPACES else letter for letter in plain)


@given(TEXTS)
def test_squeezed_text_has_single_spaces_where_any_white_space_was(text: str) -> None:
    assert squeeze(text) == re.sub(r"\s+", " ", text).strip()


@given(TEXTS)
def test_folding_tells_neither_case_nor_quotes_nor_dashes_apart(text: str) -> None:
    folded = squeeze(normalise(text).casefold())
    for odd, plain in (("ё", "е"), ("’‘ʼ", "'"), ("“”«»„", '"'), ("–—−‑‐", "-")):
        folded = re.sub(f"[{odd}]", plain, folded)
    assert fold(text) == folded

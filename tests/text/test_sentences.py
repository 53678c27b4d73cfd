"""Sentence boundaries keep their places in the text, whatever characters it has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.text import sentence_spans, sentences


@pytest.mark.parametrize("language", ["en", "ru", "und"])
def test_half_a_surrogate_pair_survives_and_keeps_places(language: str) -> None:
    text = "One \ud83d here. Two \udc00 there."
    assert sentences(text, language) == ["One \ud83d here.", "Two \udc00 there."]


@given(st.text(st.characters(), max_size=80), st.sampled_from(["en", "ru"]))
def test_spans_rise_within_the_text(text: str, language: str) -> None:
    spans = sentence_spans(text, language)
    places = [place for span in spans for place in span]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in spans)

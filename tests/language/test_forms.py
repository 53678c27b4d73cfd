"""A form finds its values in a sentence, and in a hostile one without taking long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.language.forms import Form

NUMBERS = st.integers(0, 10**6).map(str)
PLAIN = st.text(st.characters(exclude_categories=["Z", "Cc"]), min_size=1, max_size=20)


def anything(_kind: str, _value: str) -> bool:
    return True


@given(path=PLAIN, old=PLAIN, new=PLAIN)
def test_values_that_were_put_in_are_found_again(path: str, old: str, new: str) -> None:
    form = Form.of("{path} was edited: {old} became {new}")
    text = f"{path} was edited: {old} became {new}"
    assert form.values(text, anything) == {"path": path, "old": old, "new": new}


@given(st.text(max_size=40))
def test_a_constant_form_is_of_its_own_text_alone(text: str) -> None:
    form = Form.of("nothing else changed")
    assert (form.values(text, anything) is not None) == (text == "nothing else changed")


def test_a_value_that_repeats_the_words_of_the_form_is_split_where_kinds_allow() -> None:
    form = Form.of("{what}: {count:number} found")

    def numbers(kind: str, value: str) -> bool:
        return kind != "number" or value.isdecimal()

    found = form.values("a: b: 12 found", numbers)
    assert found == {"what": "a: b", "count": "12"}


def test_a_gap_that_stands_twice_needs_one_value() -> None:
    form = Form.of("{a} and {a}")
    assert form.values("x and x", anything) == {"a": "x"}
    assert form.values("x and y", anything) is None


def test_braces_in_words_are_words() -> None:
    assert Form.of("llm: {{model}} {name}").values("llm: {model} x", anything) == {"name": "x"}


@pytest.mark.parametrize("text", ["a, " * 1_300 + "b", ": -> ; " * 480])
def test_a_hostile_text_does_not_take_long(text: str) -> None:
    form = Form.of("{a}: {b} -> {c:number}; {d}, {e}")
    started = time.perf_counter()
    form.values(text, lambda kind, value: kind != "number" or value.isdecimal())
    assert time.perf_counter() - started < 2

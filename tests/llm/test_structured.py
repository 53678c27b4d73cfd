"""The one object a model was asked for."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.llm import CallFailedError, parse_object, without_thoughts

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["verdict"],
    "properties": {"verdict": {"type": "string"}},
}


@given(
    st.text(st.characters(exclude_categories=["Cs"])), st.text(alphabet="ab `\n:}]", max_size=20)
)
def test_an_object_is_found_among_prose(verdict: str, prose: str) -> None:
    text = f"{prose}{json.dumps({'verdict': verdict})}{prose}"
    assert parse_object(text, SCHEMA) == {"verdict": verdict}


@given(st.text(alphabet='{}[]":,verdict \\ud80', max_size=80))
def test_no_text_ends_in_anything_but_an_object_or_a_named_failure(text: str) -> None:
    try:
        value = parse_object(text, SCHEMA)
    except CallFailedError:
        return
    assert list(value) == ["verdict"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no JSON object"),
        ("[]", "no JSON object"),
        ('{"verdict": NaN}', "no JSON object"),
        ('{"verdict": "a", "verdict": "b"}', "no JSON object"),
        ('{"verdict": 1}', r"schema at \$\.verdict"),
        ('{"verdict": "a", "more": 1}', r"schema at \$"),
        ('{"verdict": "a"} {"verdict": "b"}', "several different"),
        ("x" * 1_000_001, "longer than"),
    ],
)
def test_what_is_wrong_is_said(text: str, found: str) -> None:
    with pytest.raises(CallFailedError, match=found):
        parse_object(text, SCHEMA)


@pytest.mark.parametrize("text", ["{" * 500_000, '{"a":' * 200_000, '{"' * 400_000, "{[" * 400_000])
def test_hostile_nesting_costs_little(text: str) -> None:
    """In time of the processor: a busy machine makes everything late."""
    start = time.process_time()
    with pytest.raises(CallFailedError):
        parse_object(text, SCHEMA)
    assert time.process_time() - start < 5


def test_only_thoughts_before_the_answer_are_left_out() -> None:
    assert without_thoughts("<think>a\nb</think>\nc <think>d</think>") == "\nc <think>d</think>"
    assert without_thoughts("a <think>b</think>") == "a <think>b</think>"
    assert without_thoughts("<think>never closed") == "<think>never closed"

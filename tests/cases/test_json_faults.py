"""What is told about faulty JSON: our words, whatever version of the library read it."""

from __future__ import annotations

import json

import pytest

from harness.store import json_fault


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("word", "column 1: expected a value"),
        ("{'a': 1}", "column 2: expected a name in double quotes"),
        ('{"a" 1}', "column 6: expected a colon after the name"),
        ('{"a": 1 "b": 2}', "column 9: expected a comma, or the end of the list or object"),
        ("{} {}", "column 4: more stands after the end of the value"),
        ('{"a": "b}', "column 7: a text without its closing quote"),
        ('{"a": "\t"}', "a line break or another control character inside of a text"),
        ('{"a": "\\x"}', "a backslash that begins nothing JSON knows"),
        ('{"a": "\\u12"}', "a backslash that begins nothing JSON knows"),
        ('{"a": 1', "column 8: it ends too early"),
        ("", "column 1: it ends too early"),
    ],
)
def test_fault_is_told_in_our_words(text: str, told: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    said = json_fault(caught.value)
    assert said.startswith("not JSON at column ")
    assert said.endswith(told)
    assert caught.value.msg not in said


def test_json_without_bottom_is_a_fault_too() -> None:
    assert json_fault(RecursionError()) == "not JSON that can be read: nested too deeply"

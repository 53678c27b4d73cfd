"""Structured answers: hostile JSON against the schema of a case."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.checks import structured
from harness.checks.structured import MAX_DEPTH, schema_outcome
from harness.model.record import RecordError, RunRecord, Runtime
from tests.net import Network

PRICE = {
    "type": "object",
    "required": ["price"],
    "properties": {"price": {"type": "integer", "minimum": 1}},
    "additionalProperties": False,
}
SLOW = "^(a|aa)+$"


def record(answer: str, **given: Any) -> RunRecord:
    runtime = Runtime(
        config_hash="c", index_id="i", model="m", excerpts=given.pop("excerpts", False)
    )
    return RunRecord(
        case_id="c", corpus_version="baseline", answer=answer, runtime=runtime, **given
    )


def outcome(answer: str, schema: dict[str, Any] | None = None, **given: Any) -> str:
    return schema_outcome(record(answer, **given), PRICE if schema is None else schema)[0]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"price": 3}', "pass"),
        ('```json\n{"price": 3}\n```', "pass"),
        ('{"price": 0}', "fail"),
        ('{"price": "3"}', "fail"),
        ('{"price": 3, "more": 1}', "fail"),
        ('The price is {"price": 3}', "fail"),
        ('{"price": NaN}', "fail"),
        ("", "fail"),
        ("[" * 100_000, "fail"),
        (json.dumps({"price": "x" * 300_000}), "error"),
    ],
)
def test_answer_is_held_against_the_schema(answer: str, expected: str) -> None:
    assert outcome(answer) == expected


def test_reason_names_the_place_and_not_the_text() -> None:
    _, reason = schema_outcome(record('{"price": "closed text"}'), PRICE)
    assert reason == "the answer breaks 'type' of its schema at $.price"


def test_deep_answer_is_an_error_and_never_a_pass() -> None:
    deep = "[" * (MAX_DEPTH + 5) + "]" * (MAX_DEPTH + 5)
    assert outcome(deep, {"type": "array"}) == "error"


def test_failed_call_refusal_and_excerpts_are_told_apart() -> None:
    failed = RecordError(kind="timeout", message="no answer")
    assert outcome("", error=failed) == "error"
    assert outcome('{"price": 3}', refused=True) == "fail"
    assert outcome('{"price": 3}', excerpts=True) == "not_applicable"


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"x": {"pattern": SLOW}}},
        {"patternProperties": {SLOW: {}}},
        {"patternProperties": {SLOW: {}}, "additionalProperties": False},
    ],
)
def test_pattern_that_never_ends_is_an_error(
    schema: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structured, "PATTERN_TIMEOUT_S", 0.1)
    hostile = "a" * 60 + "!"
    assert outcome(json.dumps({"x": hostile, hostile: 1}), schema) == "error"


def test_pattern_the_library_would_match_without_a_limit_is_an_error() -> None:
    schema = {"patternProperties": {"^n": {}}, "unevaluatedProperties": False}
    assert outcome('{"n": 1}', schema) == "error"


def test_patterns_for_names_are_applied() -> None:
    schema = {"patternProperties": {"^n": {"type": "integer"}}, "additionalProperties": False}
    assert outcome('{"n1": 1}', schema) == "pass"
    assert outcome('{"n1": "x"}', schema) == "fail"
    assert outcome('{"m": 1}', schema) == "fail"


def test_reference_out_of_the_schema_is_never_fetched(no_network: Network) -> None:
    assert outcome("1", {"$ref": "http://127.0.0.1:9/schema.json"}) == "error"
    assert no_network.opened == []


def test_endless_reference_is_an_error() -> None:
    assert outcome("1", {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}) == "error"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(_JSON)
def test_any_json_satisfies_the_schema_that_asks_for_nothing(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert outcome(text, {"description": "anything"}) == ("pass" if text.strip() else "fail")


@given(st.text())
def test_any_text_has_an_outcome(text: str) -> None:
    assert outcome(text) in ("pass", "fail", "error")

"""Structured answers: JSON that must satisfy the schema of its case. The answer is hostile."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from harness.checks.opinion import Half
from harness.checks.refusal import without_answer
from harness.model.record import RunRecord

if TYPE_CHECKING:
    from jsonschema import ValidationError


MAX_ANSWER_CHARS = 200_000
MAX_DEPTH = 64
PATTERN_TIMEOUT_S = 1.0
"""For one pattern on one text; a pattern that needs longer decides nothing."""

_FENCED = re.compile(r"\s*```(?:json)?[ \t]*\n(.*)\n[ \t]*```\s*", re.DOTALL | re.IGNORECASE)


class _TooSlowError(Exception):
    """A pattern of the schema takes too long on this answer."""


def schema_outcome(record: RunRecord, schema: Mapping[str, Any]) -> Half:
    """Whether an answer is one JSON value that satisfies ``schema`` (JSON Schema, 2020-12).

    The JSON may stand in one code fence. References lead nowhere outside the schema. What cannot
    be checked within the limits is ``error``, never ``pass``.
    """
    if (missing := without_answer(record)) is not None:
        return missing
    return _checked(record.answer, schema)


def _checked(answer: str, schema: Mapping[str, Any]) -> Half:
    if len(answer) > MAX_ANSWER_CHARS:
        return "error", f"the answer is longer than {MAX_ANSWER_CHARS} characters"
    try:
        value = _parsed(answer)
    except (ValueError, RecursionError):
        return "fail", "the answer is not JSON"
    if _depth(value) > MAX_DEPTH:
        return "error", f"the answer is nested deeper than {MAX_DEPTH} levels"
    return _validated(value, schema)


def _parsed(answer: str) -> Any:
    fenced = _FENCED.fullmatch(answer)
    return json.loads(fenced.group(1) if fenced else answer, parse_constant=_no_constant)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _depth(value: Any) -> int:
    """Levels of lists and objects; level by level, for a recursion could be too deep."""
    depth = 0
    level = [value]
    while level := [item for outer in level for item in _items(outer)]:
        depth += 1
    return depth


def _items(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _validated(value: Any, schema: Mapping[str, Any]) -> Half:
    from referencing.exceptions import Unresolvable

    if _unlimited(schema):
        return "error", "unevaluatedProperties beside patternProperties has no time limit"
    try:
        fault = next(iter(_validator(schema).iter_errors(value)), None)
    except _TooSlowError as error:
        return "error", f"a pattern of the schema takes more than {PATTERN_TIMEOUT_S:g} s: {error}"
    except (RecursionError, Unresolvable):
        return "error", "the schema refers to itself without end, or to what it does not hold"
    if fault is None:
        return "pass", "the answer satisfies the schema"
    return "fail", f"the answer breaks {fault.validator!r} of its schema at {fault.json_path}"


def _validator(schema: Mapping[str, Any]) -> Any:
    """A validator whose patterns have a time limit and whose references are never fetched."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry

    keywords: dict[str, Callable[..., Iterator[ValidationError]]] = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    }
    checker = extend(Draft202012Validator, keywords)  # type: ignore[no-untyped-call]
    return checker(schema, registry=Registry())


def _pattern(
    validator: Any, pattern: str, value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    from jsonschema import ValidationError

    if validator.is_type(value, "string") and not _matches(pattern, value):
        yield ValidationError(f"does not match {pattern!r}")


def _pattern_properties(
    validator: Any, patterns: Mapping[str, Any], value: Any, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if not validator.is_type(value, "object"):
        return
    for pattern, schema in patterns.items():
        for name, item in value.items():
            if _matches(pattern, name):
                yield from validator.descend(item, schema, path=name, schema_path=pattern)


def _matches(pattern: str, text: str) -> bool:
    import regex

    try:
        return regex.search(pattern, text, timeout=PATTERN_TIMEOUT_S) is not None
    except TimeoutError:
        raise _TooSlowError(repr(pattern)) from None


def _additional_properties(
    validator: Any, schema: Any, value: Any, parent: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """What the library does with ``re``, which has no time limit."""
    from jsonschema import ValidationError

    if not validator.is_type(value, "object"):
        return
    known, patterns = parent.get("properties", {}), parent.get("patternProperties", {})
    for name, item in value.items():
        if name in known or any(_matches(pattern, name) for pattern in patterns):
            continue
        if schema is False:
            yield ValidationError("a property that is not allowed")
        else:
            yield from validator.descend(item, schema, path=name)


def _unlimited(schema: Any) -> bool:
    """Whether the library would match names without a time limit, in a rule not replaced here."""
    keywords = set(_keywords(schema))
    return {"unevaluatedProperties", "patternProperties"} <= keywords


def _keywords(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema
    for inner in _items(schema):
        yield from _keywords(inner)

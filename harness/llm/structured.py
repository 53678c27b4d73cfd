"""The one JSON object a model was asked for, whatever it wrote around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from harness.llm.outcomes import CallFailedError
from harness.llm.unicode import well_formed

_MAX_CHARS = 1_000_000
_MAX_CANDIDATES = 1_000
_THOUGHTS = re.compile(r"\s*<think>.*?</think>", re.DOTALL)


def without_thoughts(text: str) -> str:
    """``text`` without the ``<think>…</think>`` that some local models put before their answer."""
    return _THOUGHTS.sub("", text, count=1) if _THOUGHTS.match(text) else text


def parse_object(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The only JSON object in ``text`` that satisfies ``schema``; strings are well-formed Unicode.

    Prose, code fences and thoughts around it are passed over. Two different objects that both
    satisfy the schema are no answer.

    Raises:
        CallFailedError: ``malformed``.
    """
    if len(text) > _MAX_CHARS:
        raise CallFailedError("malformed", f"the answer is longer than {_MAX_CHARS} characters")
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema)
    found: list[dict[str, Any]] = []
    error = "the answer holds no JSON object"
    for candidate in _objects(without_thoughts(text)):
        fault = next(validator.iter_errors(candidate), None)
        if fault is not None:
            error = f"the answer does not match its JSON schema at {fault.json_path}"
        elif candidate not in found:
            found.append(candidate)
    if len(found) > 1:
        error = "the answer holds several different JSON objects"
    if len(found) != 1:
        raise CallFailedError("malformed", error)
    mended: dict[str, Any] = _mend(found[0])
    return mended


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Outermost JSON objects in ``text``, in order."""
    decoder = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=unique_names)
    position = 0
    for _ in range(_MAX_CANDIDATES):
        start = text.find("{", position)
        if start < 0:
            return
        try:
            value, position = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            position = start + 1
        else:
            yield value


def unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different, for ``json``; which of two values holds is no guess.

    Raises:
        ValueError: a name stands twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, list):
        return [_mend(item) for item in value]
    if isinstance(value, dict):
        return {well_formed(key): _mend(item) for key, item in value.items()}
    return value

"""Validation errors in the words of a user: where, found, expected, next step."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from harness.errors import Fault
from harness.model.counted import counted

Key = tuple[str | int, ...]
"""A place in a tree of mappings and lists: ``("metrics", "k", 0)``."""

M = TypeVar("M", bound=BaseModel)

_SHOWN_CHARS = 80
_USERINFO = re.compile(r"//[^/\s@]*@")
"""Name and password in an address: no message is the place for them."""
_SECRET = re.compile(
    r"(?:^|_)(?:\w*key|token|secret|passw\w*|credentials?|auth|authorization)(?:$|_)", re.IGNORECASE
)
_WORD = re.compile(r"[\w$@/-][\w.$@/-]{0,79}")
_KINDS = {
    bool: "true or false",
    dict: "a mapping",
    float: "a number",
    int: "a whole number",
    list: "a list",
    str: "a string",
}
# pydantic's kind of error -> what was expected, its context filled in.
_EXPECTED = {
    "bool_type": "true or false",
    "decimal_parsing": "a number",
    "decimal_type": "a number",
    "dict_type": "a mapping",
    "finite_number": "a finite number",
    "float_type": "a number",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "list_type": "a list",
    "literal_error": "{expected}",
    "model_type": "a mapping",
    "string_pattern_mismatch": "text of the form {pattern}",
    "string_type": "a string",
    "tuple_type": "a list",
}
_LENGTHS = {
    "string_too_long": ("at most", "max_length", "character"),
    "string_too_short": ("at least", "min_length", "character"),
    "too_long": ("at most", "max_length", "item"),
    "too_short": ("at least", "min_length", "item"),
}


def validate(
    model: type[M], value: Any, where: Callable[[Key], str], at: Key = ()
) -> M | list[Fault]:
    """``value`` (JSON types) as a ``model``, or every fault in it.

    Types are strict: ``"8"`` is no number and ``1`` no truth value. A validator that raises
    ``ValueError("expected …")`` has its words told as the expectation.

    Args:
        model: what the value must be.
        value: mappings, lists and scalars as JSON knows them; no lone surrogates.
        where: names the place of a key for :attr:`Fault.where`.
        at: key of ``value`` itself.
    """
    try:
        return model.model_validate_json(json.dumps(value, ensure_ascii=False), strict=True)
    except ValidationError as error:
        return [_fault(model, dict(item), where, at) for item in error.errors(include_url=False)]


def show_key(key: Key) -> str:
    """``metrics.k[0]``; a name that is more than a word is quoted and escaped."""
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if _WORD.fullmatch(part) else show(part)
            text += f".{name}" if text else name
    return text


def show(value: Any, key: Key = ()) -> str:
    """A value for a message: short, escaped, and not at all where the key says it may be secret."""
    if isinstance(value, str) and any(_SECRET.search(str(part)) for part in key):
        return "a value that is not shown here"
    if isinstance(value, dict):
        return f"a mapping of {len(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = "nothing" if value is None else _USERINFO.sub("//…@", repr(value))
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"


def kind(value: Any) -> str:
    """What a value is, in words: ``a list``, ``a string``."""
    return _KINDS.get(type(value), "nothing")


def did_you_mean(name: str, choices: list[str]) -> str:
    """``Did you mean 'x'?`` or nothing."""
    near = difflib.get_close_matches(name, choices, n=1)
    return f"Did you mean {near[0]!r}?" if near else ""


def _fault(
    model: type[BaseModel], error: Mapping[str, Any], where: Callable[[Key], str], at: Key
) -> Fault:
    key: Key = (*at, *error["loc"])
    code = error["type"]
    if code == "extra_forbidden":
        return _unknown_key(model, error["loc"], where(key), str(key[-1]))
    if code == "missing":
        return Fault(where(key[:-1]), f"{key[-1]!r} is missing", f"the key {key[-1]!r}")
    found = f"found {show(error['input'], key)}"
    if code in _LENGTHS:
        bound, limit, noun = _LENGTHS[code]
        return Fault(where(key), found, f"{bound} {counted(error['ctx'][limit], noun)}")
    if code in _EXPECTED:
        return Fault(where(key), found, _EXPECTED[code].format(**error.get("ctx", {})))
    message = str(error["msg"]).removeprefix("Value error, ").rstrip(".")
    if message.startswith("expected "):
        return Fault(where(key), found, message.removeprefix("expected "))
    return Fault(where(key), f"{found}: {message}")


def _unknown_key(model: type[BaseModel], loc: Key, where: str, name: str) -> Fault:
    choices = keys_of(model, loc[:-1])
    expected = f"one of {', '.join(choices)}" if choices else ""
    if _SECRET.search(name) and f"{name}_env" in choices:
        advice = f"Keys never stand in a file: name an environment variable with {name}_env."
        return Fault(where, f"unknown key {name!r}", next_step=advice)
    return Fault(where, f"unknown key {name!r}", expected, did_you_mean(name, choices))


def keys_of(annotation: Any, loc: Key) -> list[str]:
    """The keys that a model, or a type that holds models, knows at ``loc``; none where it is no model."""
    for part in loc:
        annotation = _inside(annotation, part)
    model = _model_in(annotation)
    return sorted(f.alias or name for name, f in model.model_fields.items()) if model else []


def _inside(annotation: Any, part: str | int) -> Any:
    if get_origin(annotation) in (dict, list, tuple):
        return next(arg for arg in reversed(get_args(annotation)) if arg is not ...)
    model = _model_in(annotation)
    fields = model.model_fields.items() if model else ()
    return next((field.annotation for name, field in fields if part in (name, field.alias)), None)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that a field holds, as itself or as one choice of a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)

"""Validation errors in the words of a user: where, found, expected, next step."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from harness.errors import Fault

Key = tuple[str | int, ...]
"""A place in a tree of mappings and lists: ``("metrics", "k", 0)``."""

M = TypeVar("M", bound=BaseModel)

_SHOWN_CHARS = 80
_SECRET = re.compile(
    r"(?:^|_)(?:\w*key|token|secret|passw\w*|credentials?|auth\w*)(?:$|_)", re.IGNORECASE
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
_EXPECTED = {
    "string_type": "a string",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}


def validate(
    model: type[M], value: Any, where: Callable[[Key], str], at: Key = ()
) -> M | list[Fault]:
    """``value`` (JSON types) as a ``model``, or every fault in it.

    Types are strict: ``"8"`` is no number and ``1`` no truth value.

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
    if isinstance(value, dict | list):
        return f"a {'mapping' if isinstance(value, dict) else 'list'} of {len(value)}"
    text = "nothing" if value is None else repr(value)
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
    return Fault(where(key), f"found {show(error['input'], key)}", _expected(error))


def _unknown_key(model: type[BaseModel], loc: Key, where: str, name: str) -> Fault:
    choices = keys_of(model, loc[:-1])
    expected = f"one of {', '.join(choices)}" if choices else ""
    if _SECRET.search(name) and f"{name}_env" in choices:
        advice = f"Keys never stand in a file: name an environment variable with {name}_env."
        return Fault(where, f"unknown key {name!r}", next_step=advice)
    return Fault(where, f"unknown key {name!r}", expected, did_you_mean(name, choices))


def _expected(error: Mapping[str, Any]) -> str:
    code, context = error["type"], error.get("ctx", {})
    if code in _EXPECTED:
        return _EXPECTED[code]
    if code in _BOUNDS:
        name, words = _BOUNDS[code]
        return f"{words} {context[name]:g}"
    if code == "literal_error":
        return f"{context['expected']}"
    message = str(error["msg"])
    return message.removeprefix("Value error, ").rstrip(".")


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

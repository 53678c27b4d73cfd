"""What is wrong with JSON, in our words: those of the library differ from version to version."""

from __future__ import annotations

import json
import re

_SAID = (
    (re.compile("Expecting value"), "expected a value"),
    (re.compile("Expecting property name"), "expected a name in double quotes"),
    (re.compile("Expecting ':' delimiter"), "expected a colon after the name"),
    (re.compile("Expecting ',' delimiter"), "expected a comma, or the end of the list or object"),
    (re.compile("Extra data"), "more stands after the end of the value"),
    (re.compile("Unterminated string"), "a text without its closing quote"),
    (
        re.compile("Invalid control character"),
        "a line break or another control character inside of a text",
    ),
    (re.compile(r"Invalid \\"), "a backslash that begins nothing JSON knows"),
    (re.compile("Illegal trailing comma"), "a comma before the end of a list or object"),
    (re.compile("Unexpected UTF-8 BOM"), "a byte order mark. Save it without one"),
)
"""How a message of the library begins -> what we say."""


def json_fault(error: json.JSONDecodeError | RecursionError) -> str:
    """What is wrong and at which column, to go after the name of the file and the line."""
    if isinstance(error, RecursionError):
        return "not JSON that can be read: nested too deeply"
    if not error.doc[error.pos :].strip():
        return f"not JSON at column {error.colno}: it ends too early"
    said = next((ours for theirs, ours in _SAID if theirs.match(error.msg)), "")
    return (
        f"not JSON at column {error.colno}: {said}" if said else f"not JSON at column {error.colno}"
    )

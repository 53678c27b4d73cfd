"""Front matter: a YAML mapping between ``---`` lines at the very start of a file."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

_MAX_CHARS = 64 * 1024
# Anchors and aliases can make a few bytes of YAML unfold into millions of values.
_MAX_VALUES = 10_000
_OPEN = re.compile(r"---[ \t]*\r?\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before the body."""

    values: dict[str, Any] = field(default_factory=dict)
    """JSON-compatible; dates and times as ISO 8601 strings."""
    end: int = 0
    """Offset of the first character of the body; 0 without front matter."""


def read_front_matter(text: str) -> FrontMatter:
    """The front matter of ``text``; empty when the file does not start with a YAML mapping.

    A leading ``---`` that no second line closes, or that encloses plain words, is a
    horizontal rule of the body and stays visible.

    Raises:
        ValueError: the block is not valid YAML, too large, or holds values JSON cannot.
    """
    opening = _OPEN.match(text)
    closing = _CLOSE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return FrontMatter()
    raw = text[opening.end() : closing.start()]
    if len(raw) > _MAX_CHARS:
        raise ValueError(f"front matter of {len(raw)} characters; the limit is {_MAX_CHARS}")
    values = _load(raw)
    if values is None:
        return FrontMatter({}, closing.end())
    if not isinstance(values, dict):
        return FrontMatter()
    return FrontMatter(_plain_mapping(values), closing.end())


def _load(raw: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(raw)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        # The opening --- is line 1 of the file, and YAML marks count lines from 0.
        line = f" in line {mark.line + 2}" if mark else ""
        raise ValueError(f"front matter is not valid YAML{line}: {error.problem}") from error
    except (yaml.YAMLError, ValueError) as error:
        raise ValueError(f"front matter is not valid YAML: {error}") from error
    except RecursionError:
        raise ValueError("front matter is nested too deeply") from None


def _plain_mapping(values: dict[Any, Any]) -> dict[str, Any]:
    budget = [_MAX_VALUES]
    try:
        return {str(key): _plain(value, budget) for key, value in values.items()}
    except RecursionError:
        raise ValueError("front matter is nested too deeply or refers to itself") from None


def _plain(value: Any, budget: list[int]) -> Any:
    budget[0] -= 1
    if budget[0] < 0:
        raise ValueError(f"front matter unfolds into more than {_MAX_VALUES} values")
    if isinstance(value, dict):
        return {str(key): _plain(item, budget) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, budget) for item in value]
    if isinstance(value, date):  # datetime is a date
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"front matter value {value!r} has no JSON form")
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise ValueError(f"front matter value of type {type(value).__name__} has no JSON form")

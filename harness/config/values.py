"""Types of single values: what a text or number must be beyond its type."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field

T = TypeVar("T")

_PLACEHOLDERS = {"{path}", "{source_id}", "{side}"}

_HOST = re.compile(r"(?!-)[a-z0-9._-]{1,253}|(?=.*:.*:)\[?[0-9a-f:.]{2,45}\]?", re.ASCII)


_LANGUAGE = "^(auto|[a-z]{2,3})$"


def _glob(text: str) -> str:
    path = PurePosixPath(text)
    if not text.strip() or path.is_absolute() or ".." in path.parts or "\\" in text:
        raise ValueError("expected a pattern such as '**/*.md', relative to the corpus folder")
    return text


def _path(text: str) -> str:
    if not text.strip() or "\0" in text:
        raise ValueError("expected the path of a file or folder")
    return text


def http_url(text: str) -> str:
    """An http(s) address, or nothing.

    Raises:
        ValueError: anything else; says what was expected.
    """
    if text and not re.fullmatch(r"https?://[^\s/@]+(?:/\S*)?", text):
        raise ValueError(
            "expected an address that begins with https:// or http://, without a user name"
        )
    return text


def _template(text: str) -> str:
    names = set(re.findall(r"\{[^}]*\}", text))
    if text and not (names <= _PLACEHOLDERS and names & {"{path}", "{source_id}"}):
        raise ValueError(
            "expected an address that holds {path} or {source_id}, and {side} where it matters"
        )
    return text


def _host(text: str) -> str:
    if not _HOST.fullmatch(text.lower()):
        raise ValueError(
            "expected a host name or IP address alone: no scheme, port, path or wildcard"
        )
    return text.lower()


def _language(text: str) -> str:
    if not re.fullmatch(_LANGUAGE, text):
        raise ValueError("expected auto or a language code such as en or ru")
    return text


def _some(values: tuple[T, ...]) -> tuple[T, ...]:
    if not values:
        raise ValueError("expected at least one")
    return values


def _distinct(values: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(values)) != len(values):
        raise ValueError("expected each number once")
    return tuple(sorted(values))


Glob = Annotated[str, AfterValidator(_glob)]
"""A pattern of files below a folder."""

Globs = Annotated[tuple[Glob, ...], AfterValidator(_some), Field(json_schema_extra={"minItems": 1})]
"""One pattern or more."""

PathText = Annotated[str, AfterValidator(_path)]
"""A path as it is written."""

Url = Annotated[str, AfterValidator(http_url)]
"""An http(s) address, or nothing."""

UrlTemplate = Annotated[Url, AfterValidator(_template)]
"""An http(s) address with the place of a document in it, or nothing."""

Host = Annotated[str, AfterValidator(_host)]
"""A host name or IP address, in small letters."""

Language = Annotated[
    str, AfterValidator(_language), Field(json_schema_extra={"pattern": _LANGUAGE})
]
"""An ISO 639 code, or ``auto``."""

Ranks = Annotated[
    tuple[Annotated[int, Field(ge=1, le=1000)], ...],
    AfterValidator(_some),
    AfterValidator(_distinct),
    Field(json_schema_extra={"minItems": 1, "uniqueItems": True}),
]
"""Numbers of first hits to look at, ascending."""

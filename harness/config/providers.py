"""A provider in a configuration: ``name`` or ``{name: {settings}}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from harness.config.faults import Key, show, validate
from harness.config.source import Source
from harness.errors import Fault
from harness.registry import Provider, Registry, unknown

_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")
_USER_IN_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://[^/\s]*@")


def read_provider(
    kind: str, value: Any, key: Key, source: Source, registry: Registry
) -> Provider | list[Fault]:
    """The provider ``value`` asks for, or every fault in it.

    Args:
        kind: what the stage needs (``retrieval``).
        value: ``name``, ``{name: {settings}}`` or ``{name: null}``.
        key: where ``value`` stands in ``source``.
        source: names the lines of faults.
        registry: the providers there are.
    """
    spelled = {value: None} if isinstance(value, str) else value
    if not isinstance(spelled, dict) or len(spelled) != 1:
        found = "several providers" if isinstance(spelled, dict) and spelled else show(spelled)
        return [Fault(source.where(key), f"found {found}", f"one {kind} provider, {_FORMS}")]
    ((name, settings),) = spelled.items()
    if name not in registry.names(kind):
        return [Fault(source.where(key), unknown(f"{kind} provider", name, registry.names(kind)))]
    key = (*key, name)
    return list(_secrets(settings, key, source)) or validate(
        registry.get(kind, name), {} if settings is None else settings, source.where, key
    )


_FORMS = "as `name` or `name: {settings}`"


def _secrets(value: Any, key: Key, source: Source) -> Iterator[Fault]:
    """Keys and passwords written into the file; their values are not repeated in the message."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _secrets(inner, (*key, name), source)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _secrets(inner, (*key, number), source)
    elif isinstance(value, str) and value:
        if str(key[-1]).endswith("_env") and not _VARIABLE.fullmatch(value):
            yield Fault(
                source.where(key),
                "the value, not shown here, is not the name of an environment variable",
                "capital letters, digits and underscores, such as OPENAI_API_KEY",
                "Put the key into that variable; it never stands in a file.",
            )
        if _USER_IN_URL.match(value):
            found = "the address, not shown here, holds a user name or password"
            yield Fault(source.where(key), found, "an address without them")

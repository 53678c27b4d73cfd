"""Where the time of a run goes: marks that nobody hears unless telemetry is on.

A span is named where the work is done, without a parameter through every function in between, as
OpenTelemetry itself does it: there is one listener a process, and it hears every thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

Attribute = str | int | float | bool
"""Ids, digests, counts and names of settings; never text of documents, cases or answers."""


class Span(Protocol):
    """One piece of work under way."""

    def add(self, **attributes: Attribute) -> None:
        """What is known once more of it is done."""


class Listener(Protocol):
    """Hears of every span."""

    def span(
        self, name: str, attributes: Mapping[str, Attribute]
    ) -> AbstractContextManager[Span]: ...


class _Unheard:
    def add(self, **attributes: Attribute) -> None:
        """Nobody listens."""


_UNHEARD = _Unheard()
_listeners: list[Listener] = []


@contextmanager
def span(name: str, **attributes: Attribute) -> Iterator[Span]:
    """Mark the work inside."""
    if not _listeners:
        yield _UNHEARD
        return
    with _listeners[-1].span(name, attributes) as under_way:
        yield under_way


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Let ``listener`` hear of the spans inside, whatever thread they are in."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)

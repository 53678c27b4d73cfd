"""The names for how a call to a model can end."""

from __future__ import annotations

from typing import Literal

Outcome = Literal[
    "ok",
    "truncated",
    "empty",
    "refused",
    "malformed",
    "rate_limited",
    "timeout",
    "unreachable",
    "server_error",
    "auth",
    "rejected",
]
"""
ok            a usable answer
truncated     the answer was cut at ``max_tokens`` (finish reason ``length``)
empty         the answer has no text
refused       the model or a content filter declined to answer
malformed     the answer is not in the form that was asked for
rate_limited  the endpoint asked to slow down, and still did after the last retry
timeout       no answer in time, in any attempt
unreachable   no connection could be made or it broke
server_error  the endpoint answered with a fault of its own (5xx)
auth          the key is missing, wrong or not allowed to do this (401, 403)
rejected      the endpoint refused the request itself: unknown model or parameter, a context that
              is too long, a redirect (which is never followed)
"""

RETRIED: frozenset[Outcome] = frozenset({"rate_limited", "timeout", "unreachable", "server_error"})
"""Outcomes that another attempt may cure."""


class CallFailedError(Exception):
    """A call that ended in another outcome than ``ok``.

    ``message`` is for people. It never holds a key, a header or text that was sent.
    """

    def __init__(self, outcome: Outcome, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(f"{outcome}: {message}")
        self.outcome = outcome
        self.message = message
        self.retry_after_s = retry_after_s

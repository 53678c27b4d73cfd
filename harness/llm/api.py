"""JSON calls to one OpenAI-compatible endpoint, retried and paid for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from harness.llm.budget import Budget
from harness.llm.connection import Connection
from harness.llm.outcomes import RETRIED, CallFailedError, Outcome
from harness.llm.retry import RetryPolicy
from harness.model.record import Tokens
from harness.store import canonical_json, digest_json

# An endpoint may bill work whose answer came too late or could not be read.
_MAY_BE_BILLED: frozenset[Outcome] = frozenset({"timeout", "malformed", "unreachable"})
_TOKENS_OF_A_TEMPLATE = 16
_MOST_TOKENS = 10**9


@dataclass(frozen=True, slots=True)
class Reply:
    """A parsed answer and what it took."""

    body: dict[str, Any]
    tokens: Tokens
    """As counted by the endpoint; zero where it does not tell."""
    cost: Decimal | None
    """``None`` without a price or without token counts."""


class ApiClient:
    """Posts JSON through one connection within a budget. Threads may share it."""

    def __init__(
        self,
        connection: Connection,
        budget: Budget,
        policy: RetryPolicy | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.endpoint = connection.endpoint
        self._connection = connection
        self._budget = budget
        self._policy = policy or RetryPolicy()
        self._sleep = sleep

    def post(self, path: str, body: Mapping[str, Any], most_completion: int = 0) -> Reply:
        """Post ``body`` to ``path`` and return the parsed answer.

        Args:
            path: path below the base URL, with a leading slash (``/embeddings``).
            body: the request, ``model`` included; its digest seeds the jitter between attempts.
            most_completion: tokens the answer can have at most, for the budget.

        Raises:
            CallFailedError: the outcome of the last attempt.
            BudgetExceededError: the next attempt could pass a cap.
        """
        seed = digest_json(body)
        most = Tokens(prompt=_most_tokens(body), completion=most_completion)
        for number in range(self._policy.retries):
            try:
                return self._attempt(path, body, most)
            except CallFailedError as failure:
                if failure.outcome not in RETRIED:
                    raise
                self._sleep(self._policy.delay_s(seed, number, failure.retry_after_s))
        return self._attempt(path, body, most)

    def _attempt(self, path: str, body: Mapping[str, Any], most: Tokens) -> Reply:
        model = str(body["model"])
        reserved = self._budget.reserve(model, most)
        spent: Decimal | None = None
        try:
            answer = self._connection.send(path, body)
            tokens = _usage(answer)
            spent = cost = self._budget.cost(model, tokens)
        except CallFailedError as failure:
            spent = None if failure.outcome in _MAY_BE_BILLED else Decimal(0)
            raise
        finally:
            self._budget.settle(reserved, spent)
        return Reply(answer, tokens, cost)


def _most_tokens(body: Mapping[str, Any]) -> int:
    """An upper bound: no token is shorter than a byte, and a chat template adds a few a message."""
    parts = len(body.get("messages") or body.get("input") or ())
    size = len(canonical_json(body).encode("utf-8", "surrogatepass"))
    return size + _TOKENS_OF_A_TEMPLATE * parts


def _usage(answer: Mapping[str, Any]) -> Tokens:
    """What the endpoint counted; nothing where any of it makes no sense (the cost is unknown then)."""
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    prompt, completion = (_count(counts.get(f"{part}_tokens")) for part in ("prompt", "completion"))
    if prompt is None or completion is None:
        return Tokens()
    return Tokens(prompt=prompt, completion=completion)


def _count(value: Any) -> int | None:
    """A number of tokens, 0 for one that is not given; ``None`` for what is no such number."""
    if value is None:
        return 0
    sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return value if sound else None

"""Chat completions: one request, one result with a named outcome, asked once however often wanted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness.llm.api import ApiClient, Reply
from harness.llm.cache import ResponseCache
from harness.llm.outcomes import CallFailedError, Outcome
from harness.model.record import Tokens
from harness.store import digest_json

T = TypeVar("T")

_PATH = "/chat/completions"
_MODEL_CHARS = 200


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation; ``role`` is ``system``, ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Everything that is sent, as it is sent."""

    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    """Tokens the answer may have at most."""
    parameters: dict[str, Any]
    """All other fields of the body: temperature, seed, response format, …"""
    trial: int = 0
    """Trials ask again: the same request in another trial is another call."""
    max_tokens_field: str = "max_tokens"
    """``max_completion_tokens`` for endpoints that know only that."""

    def body(self) -> dict[str, Any]:
        """The JSON body of the request."""
        return {
            **self.parameters,
            "model": self.model,
            "messages": [{"role": m.role, "content": m.content} for m in self.messages],
            self.max_tokens_field: self.max_tokens,
        }


@dataclass(frozen=True, slots=True)
class ChatResult(Generic[T]):
    """How a chat call ended. ``value`` is there when ``outcome`` is ``ok``, and only then."""

    outcome: Outcome
    value: T | None = None
    message: str = ""
    """For people, when the outcome is not ``ok``."""
    model: str = ""
    """The model that answered, by its own account; the one that was asked where it gives none."""
    prompt_hash: str = ""
    """``sha256:…`` of the request and the endpoint; the same in every trial."""
    tokens: Tokens = field(default_factory=Tokens)
    cost: Decimal | None = None
    """Of the call that made this answer; a cached answer was paid once."""
    cached: bool = False


class ChatClient:
    """Asks one endpoint, through a response cache. Threads may share it.

    Equal requests under way at the same time share one call. Only answers that were parsed are
    kept, so a rerun repeats failures and nothing else.
    """

    def __init__(self, api: ApiClient, cache: ResponseCache) -> None:
        self._api = api
        self._cache = cache
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[_Completion]] = {}

    def prompt_hash(self, request: ChatRequest) -> str:
        """``sha256:…`` of the body and the endpoint (host, port and path)."""
        return digest_json({"endpoint": self._api.endpoint.identity, "body": request.body()})

    def complete(self, request: ChatRequest, parse: Callable[[str], T]) -> ChatResult[T]:
        """Send ``request`` unless its answer is kept, and parse the answer.

        Args:
            request: what to ask.
            parse: makes a value of the answer's text, or raises :class:`CallFailedError`
                (``malformed``, ``empty``); which of the two must depend on the text alone.

        Raises:
            BudgetExceededError: the call could pass a cap.
        """
        prompt_hash = self.prompt_hash(request)
        key = digest_json({"prompt": prompt_hash, "trial": request.trial})
        try:
            completion, there = self._ask_once(request, key, parse)
        except CallFailedError as failure:
            return ChatResult(
                failure.outcome,
                message=failure.message,
                model=request.model,
                prompt_hash=prompt_hash,
            )
        result: ChatResult[T] = ChatResult(
            completion.outcome,
            message=_MESSAGES.get(completion.outcome, ""),
            model=completion.model or request.model,
            prompt_hash=prompt_hash,
            tokens=completion.tokens,
            cost=completion.cost,
            cached=there,
        )
        return _parsed(result, completion.text, parse)

    def _ask_once(
        self, request: ChatRequest, key: str, parse: Callable[[str], T]
    ) -> tuple[_Completion, bool]:
        """The completion, and whether it was there already: kept, or asked for by another thread."""
        with self._lock:
            other = self._under_way.get(key)
            if other is None:
                mine: Future[_Completion] = Future()
                self._under_way[key] = mine
        if other is not None:
            return other.result(), True
        try:
            completion, kept = self._kept_or_fetched(request, key, parse)
        except BaseException as error:
            mine.set_exception(error)
            raise
        else:
            mine.set_result(completion)
            return completion, kept
        finally:
            with self._lock:
                del self._under_way[key]

    def _kept_or_fetched(
        self, request: ChatRequest, key: str, parse: Callable[[str], T]
    ) -> tuple[_Completion, bool]:
        kept = _usable(self._cache.get(key), parse)
        if kept is not None:
            return kept, True
        reply = self._api.post(_PATH, request.body(), request.max_tokens)
        completion = _read(reply)
        if completion.outcome == "ok" and _parses(completion.text, parse):
            self._cache.put(key, completion.model_dump(mode="json"))
        return completion, False


class _Completion(BaseModel):
    """What an endpoint answered; the form answers are kept in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: Outcome
    text: str
    model: str
    tokens: Tokens
    cost: Decimal | None


class _WireMessage(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _WireChoice(BaseModel):
    message: _WireMessage
    finish_reason: str | None = None


class _WireReply(BaseModel):
    """The part of a chat completion that is read; the rest is ignored."""

    choices: list[_WireChoice] = Field(min_length=1)
    model: str | None = None


_MESSAGES: dict[Outcome, str] = {
    "truncated": "the answer was cut at max_tokens; raise it",
    "empty": "the answer has no text",
    "refused": "the model or a content filter declined to answer",
}


def _parsed(result: ChatResult[T], text: str, parse: Callable[[str], T]) -> ChatResult[T]:
    if result.outcome != "ok":
        return result
    try:
        return replace(result, value=parse(text))
    except CallFailedError as failure:
        return replace(result, outcome=failure.outcome, message=failure.message)


def _read(reply: Reply) -> _Completion:
    try:
        wire = _WireReply.model_validate(reply.body)
    except ValidationError as error:
        raise CallFailedError("malformed", "the answer is not a chat completion") from error
    return _Completion(
        outcome=_outcome(wire.choices[0]),
        text=wire.choices[0].message.content or "",
        model=_printable(wire.model or "")[:_MODEL_CHARS],
        tokens=reply.tokens,
        cost=reply.cost,
    )


def _printable(name: str) -> str:
    return "".join(char for char in name if char.isprintable())


def _outcome(choice: _WireChoice) -> Outcome:
    if choice.message.refusal or choice.finish_reason == "content_filter":
        return "refused"
    if choice.finish_reason == "length":
        return "truncated"
    return "ok" if (choice.message.content or "").strip() else "empty"


def _usable(kept: dict[str, Any] | None, parse: Callable[[str], Any]) -> _Completion | None:
    """A kept answer that today's parser still reads."""
    if kept is None:
        return None
    try:
        completion = _Completion.model_validate(kept)
    except ValidationError:
        return None
    return completion if _parses(completion.text, parse) else None


def _parses(text: str, parse: Callable[[str], Any]) -> bool:
    try:
        parse(text)
    except CallFailedError:
        return False
    return True

"""Answers from any OpenAI-compatible chat endpoint, local or allowed by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import Field, PrivateAttr, field_validator

from harness.errors import HarnessError
from harness.generation.base import Generator
from harness.generation.inline import read_markers, without_markers
from harness.generation.prompt import Prompt, read_prompt
from harness.llm import (
    CallFailedError,
    ChatClient,
    ChatRequest,
    ChatResult,
    LlmProvider,
    LlmRuntime,
    Message,
    parse_object,
    well_formed,
    without_thoughts,
)
from harness.model.search import Answer, Claim, Embed, Hit, Query
from harness.registry import register
from harness.store import canonical_json
from harness.text import fold

NO_ANSWER = "NO_ANSWER"
"""What a refusal begins with where the answer is plain text."""

ANSWER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answer", "claims", "refused"],
    "properties": {
        "answer": {"type": "string"},
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "citations", "quote"],
                "properties": {
                    "text": {"type": "string"},
                    "citations": {"type": "array", "items": {"type": "integer"}},
                    "quote": {"type": "string"},
                },
            },
        },
        "refused": {"type": "boolean"},
    },
}

MISSING = "?#"
"""What the chunk id of a citation begins with whose number no document of the context has."""

_FAR = 1_000_000
_OWN_PARAMETERS = frozenset(
    {"messages", "model", "n", "response_format", "seed", "stream", "temperature"}
    | {"max_tokens", "max_completion_tokens"}
)


@register("generation", "openai-chat")
class OpenAiChat(LlmProvider, Generator):
    """A chat model behind ``/chat/completions``.

    Chunks are numbered from 1 and fenced by a word that none of them holds. Whatever number the
    model cites is kept: one that does not exist becomes the chunk id ``?#N``, which no index
    holds. A quote is recorded with the cited chunks that hold it word for word, and with no other.
    """

    temperature: float | None = Field(default=0.0, ge=0, le=2)
    """``null`` leaves it out, for models that refuse it."""
    max_tokens: int = Field(default=1024, ge=1)
    """Tokens the answer may have; a longer one is ``truncated`` and no answer."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """Name of that field in the request."""
    seed: int | None = None
    """Sent as it is, the same in every trial; `null` sends none."""
    parameters: dict[str, Any] = {}
    """Further fields of the request, as they are: ``{reasoning_effort: low}``."""
    structured: Literal["json_schema", "inline"] = "json_schema"
    """``json_schema``: a JSON object, asked for by ``response_format``. ``inline``: plain text
    with ``[1]`` markers, for endpoints without structured output."""
    prompt: str = "configs/prompts/answer.md"
    """Path of the template in the workspace."""
    prompt_digest: str = ""
    """``sha256:…`` of the template; filled in when bound. When given, it must match."""

    _tools: _Tools | None = PrivateAttr(default=None)

    @field_validator("parameters")
    @classmethod
    def _check_parameters(cls, value: dict[str, Any]) -> dict[str, Any]:
        taken = sorted(_OWN_PARAMETERS & value.keys())
        if taken:
            raise ValueError(f"{', '.join(taken)} cannot be given here; use the setting of its own")
        canonical_json(value)  # a ValueError for what JSON cannot say
        return value

    def bound(self, runtime: LlmRuntime) -> Self:
        """This provider, able to work, its prompt read and pinned. Opens no connection.

        Raises:
            HarnessError: the endpoint is not allowed, the model has no price under a cap, or
                the prompt cannot be used or is not the pinned one.
        """
        what = f"{self.kind}.{self.name}.prompt"
        prompt = read_prompt(runtime.workspace, self.prompt, what)
        if self.prompt_digest not in ("", prompt.digest):
            raise HarnessError(
                f"{what}: {self.prompt!r} has digest {prompt.digest}, pinned is "
                f"{self.prompt_digest}. Restore the file, or pin the new digest and run again."
            )
        copy = super().bound(runtime).model_copy(update={"prompt_digest": prompt.digest})
        copy._tools = _Tools(prompt, ChatClient(copy.api, runtime.cache))  # noqa: SLF001
        return copy

    def run(
        self,
        query: Query,
        context: Sequence[Hit],
        embed: Embed,  # noqa: ARG002  # part of the interface
        trial: int,
    ) -> Answer:
        """An answer from ``context``; a failure of the model is its outcome as ``error_kind``."""
        if self._tools is None:
            raise RuntimeError("openai-chat works only after bind(provider, runtime)")
        messages = self._tools.prompt.messages(query, context, self.structured)
        request = self._request(tuple(messages), trial)
        documents = len(context)
        result = self._tools.chat.complete(
            request, lambda text: self._read(text, query.language, documents)
        )
        return _answer(result, context)

    def _request(self, messages: tuple[Message, ...], trial: int) -> ChatRequest:
        parameters = dict(self.parameters)
        if self.temperature is not None:
            parameters["temperature"] = self.temperature
        if self.seed is not None:
            parameters["seed"] = self.seed
        if self.structured == "json_schema":
            schema = {"name": "answer", "strict": True, "schema": ANSWER_SCHEMA}
            parameters["response_format"] = {"type": "json_schema", "json_schema": schema}
        return ChatRequest(
            model=self.model,
            messages=messages,
            max_tokens=self.max_tokens,
            max_tokens_field=self.max_tokens_field,
            parameters=parameters,
            trial=trial,
        )

    def _read(self, text: str, language: str, documents: int) -> Draft:
        draft = (
            _read_object(text)
            if self.structured == "json_schema"
            else _read_text(text, language, documents)
        )
        if not draft.text and not draft.refused:
            raise CallFailedError("empty", "the answer has no text")
        return draft


@dataclass(frozen=True, slots=True)
class _Tools:
    prompt: Prompt
    chat: ChatClient


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    numbers: tuple[int, ...]
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer whose citations are still numbers."""

    text: str
    statements: tuple[_Statement, ...]
    refused: bool


def _read_object(text: str) -> Draft:
    value = parse_object(text, ANSWER_SCHEMA)
    statements = [
        _Statement(claim["text"].strip(), tuple(map(int, claim["citations"])), claim["quote"])
        for claim in value["claims"]
    ]
    return Draft(value["answer"].strip(), tuple(statements), value["refused"])


def _read_text(text: str, language: str, documents: int) -> Draft:
    text = well_formed(without_thoughts(text)).strip()
    refused = text.startswith(NO_ANSWER)
    if refused:
        text = text.removeprefix(NO_ANSWER).lstrip(" \t\n.:,-–—")
    marked = read_markers(text, language, documents)
    statements = tuple(_Statement(sentence.text, sentence.numbers) for sentence in marked)
    return Draft(without_markers(text), statements, refused)


def _answer(result: ChatResult[Draft], context: Sequence[Hit]) -> Answer:
    draft = result.value
    return Answer(
        text=draft.text if draft else "",
        claims=tuple(c for s in draft.statements for c in _claims(s, context)) if draft else (),
        refused=draft.refused if draft else False,
        model=result.model,
        prompt_hash=result.prompt_hash,
        tokens=result.tokens,
        cost=None if result.cost is None else float(result.cost),
        cached=result.cached,
        error_kind="" if draft else result.outcome,
        error_message=result.message,
    )


def _claims(statement: _Statement, context: Sequence[Hit]) -> Iterator[Claim]:
    """The statement with the chunks that hold its quote, and without it with those that do not."""
    numbers = dict.fromkeys(statement.numbers)
    quoted = [number for number in numbers if _quoted(statement.quote, number, context)]
    rest = [number for number in numbers if number not in quoted]
    if quoted:
        yield Claim(statement.text, _chunk_ids(quoted, context), statement.quote.strip())
    if rest or not quoted:
        yield Claim(statement.text, _chunk_ids(rest, context))


def _chunk_ids(numbers: Iterable[int], context: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(_chunk_id(number, context) for number in numbers)


def _chunk_id(number: int, context: Sequence[Hit]) -> str:
    if 1 <= number <= len(context):
        return context[number - 1].chunk.chunk_id
    return f"{MISSING}{min(max(number, -_FAR), _FAR)}"


def _quoted(quote: str, number: int, context: Sequence[Hit]) -> bool:
    """Whether document ``number`` holds ``quote``, whatever the case, spaces and quote marks."""
    words = fold(quote).strip("\"' ")
    return (
        bool(words)
        and 1 <= number <= len(context)
        and words in fold(context[number - 1].chunk.text)
    )

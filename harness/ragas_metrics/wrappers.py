"""Our client and our embedder in the form ragas asks for, so that nothing goes past them.

ragas accepts any class that is registered with its abstract bases (``library.load``).
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from harness.llm import CallFailedError, ChatRequest, Message, defused, parse_object
from harness.model.record import Tokens
from harness.model.search import Embed
from harness.ragas_metrics.settings import Ragas

M = TypeVar("M", bound=BaseModel)


class AskingLlm:
    """The model behind one value of one metric; counts what the value took.

    A prompt that ragas sends again is another trial of it, so that its answers are really
    different calls, in the cache as well.
    """

    def __init__(self, ragas: Ragas) -> None:
        self._settings, self._chat = ragas.chat
        self._asked: Counter[str] = Counter()
        self.model = ""
        self.tokens = Tokens()
        self.cost: Decimal | None = None

    def generate(self, prompt: str, response_model: type[M]) -> M:
        """The model's answer as ``response_model``.

        Raises:
            CallFailedError: how the call ended instead.
            BudgetExceededError: the call could pass a cap.
        """
        request = ChatRequest(
            model=self._settings.model,
            messages=(Message("user", defused(prompt)),),
            max_tokens=self._settings.max_tokens,
            parameters=self._parameters(response_model),
            trial=self._asked[prompt],
        )
        self._asked[prompt] += 1
        result = self._chat.complete(request, lambda text: _read(text, response_model))
        self.model = result.model
        self.tokens = Tokens(
            prompt=self.tokens.prompt + result.tokens.prompt,
            completion=self.tokens.completion + result.tokens.completion,
        )
        if result.cost is not None:
            self.cost = result.cost + (self.cost or 0)
        if result.value is None:
            raise CallFailedError(result.outcome, result.message)
        return result.value

    async def agenerate(self, prompt: str, response_model: type[M]) -> M:
        """As :meth:`generate`; every value has a thread and an event loop of its own."""
        return self.generate(prompt, response_model)

    def _parameters(self, response_model: type[BaseModel]) -> dict[str, Any]:
        parameters = dict(self._settings.parameters)
        if self._settings.temperature is not None:
            parameters["temperature"] = self._settings.temperature
        if self._settings.json_schema:
            form = {
                "name": response_model.__name__,
                "strict": True,
                "schema": _form(response_model),
            }
            parameters["response_format"] = {"type": "json_schema", "json_schema": form}
        return parameters


class OurEmbeddings:
    """The embedder of the pipeline; all texts as questions, since they are compared both ways."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        rows: list[list[float]] = self._embed(texts, "query").tolist()
        return rows

    def embed_text(self, text: str) -> list[float]:
        """The vector of one text."""
        return self.embed_texts([text])[0]

    async def aembed_texts(self, texts: list[str]) -> list[list[float]]:
        """As :meth:`embed_texts`."""
        return self.embed_texts(texts)

    async def aembed_text(self, text: str) -> list[float]:
        """As :meth:`embed_text`."""
        return self.embed_text(text)


def _read(text: str, response_model: type[M]) -> M:
    value = parse_object(text, _form(response_model))
    empty = sorted(name for name, part in value.items() if part in ([], "") and name != "reason")
    if empty:
        # ragas makes NaN of an empty list in one metric and 0 in another; it is neither.
        raise CallFailedError("malformed", f"the model gave no {', '.join(empty)}")
    try:
        return response_model.model_validate(value)
    except ValidationError as error:
        raise CallFailedError("malformed", "the answer is not what ragas asked for") from error


def _form(response_model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer, closed as structured output asks, whole numbers 0 or 1.

    Every whole number in the answers of these metrics is a yes or no; ragas would count with a 2.
    """
    closed: dict[str, Any] = _closed(response_model.model_json_schema())
    return closed


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items()}
    if closed.get("type") == "object":
        closed["additionalProperties"] = False
    if closed.get("type") == "integer":
        closed["enum"] = [0, 1]
    return closed

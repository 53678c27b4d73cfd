"""What is measured with ragas, and by which model."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Self

from pydantic import Field, PrivateAttr, field_validator, model_validator

from harness.errors import MissingExtraError
from harness.llm import ChatClient, LlmProvider, LlmRuntime
from harness.model.measurement import RagasMetric
from harness.ragas_metrics.inputs import ASKING
from harness.registry import Provider, register


@register("ragas", "llm")
class RagasLlm(LlmProvider):
    """The chat model that ragas asks, behind any OpenAI-compatible endpoint."""

    temperature: float | None = Field(default=0.0, ge=0, le=2)
    """Sent as it is; ``null`` leaves it out."""
    max_tokens: int = Field(default=2048, ge=1)
    """Tokens an answer may have; it lists every statement with a reason."""
    parameters: dict[str, Any] = {}
    """Further fields of the request, as they are."""
    json_schema: bool = True
    """Ask for the form of the answer by ``response_format``; endpoints without it read it in the
    prompt alone."""


@register("metrics", "ragas")
class Ragas(Provider):
    """Metrics of ragas, of every answer on both sides; informative unless a rule names them."""

    metrics: tuple[RagasMetric, ...] = Field(min_length=1)
    """Which ones."""
    llm: RagasLlm | None = None
    """The model for those that ask one: `base_url`, `model` and what a judge has besides
    (`api_key_env`, `temperature`, `max_tokens`, `parameters`, `json_schema`, `timeout_s`,
    `retries`, `concurrency`)."""

    _chat: ChatClient | None = PrivateAttr(default=None)

    @field_validator("metrics")
    @classmethod
    def _once(cls, value: tuple[RagasMetric, ...]) -> tuple[RagasMetric, ...]:
        if len(set(value)) < len(value):
            raise ValueError("expected each metric once")
        return value

    @model_validator(mode="after")
    def _model_where_asked(self) -> Self:
        asking = sorted(ASKING & set(self.metrics))
        if asking and self.llm is None:
            raise ValueError(f"{', '.join(asking)} asks a model: expected llm: {{base_url, model}}")
        return self

    def bound(self, runtime: LlmRuntime) -> Self:
        """These metrics, able to work. Opens no connection and does not load ragas.

        Raises:
            MissingExtraError: ragas is not installed.
            HarnessError: the endpoint is not allowed, or the model has no price under a cap.
        """
        copy = self.model_copy()
        if self.llm is not None:
            llm = self.llm.bound(runtime)
            copy = self.model_copy(update={"llm": llm})
            copy._chat = ChatClient(llm.api, runtime.cache)  # noqa: SLF001
        if find_spec("ragas") is None:
            raise MissingExtraError("The setting ragas", "ragas")
        return copy

    def describe(self) -> dict[str, Any]:
        """As every provider, without what changes no value: key name, timeout, retries, concurrency."""
        described = super().describe()
        if self.llm is not None:
            described["settings"]["llm"] = self.llm.describe()["settings"]
        return described

    @property
    def concurrency(self) -> int:
        """Values measured at once."""
        return 1 if self.llm is None else self.llm.concurrency

    @property
    def chat(self) -> tuple[RagasLlm, ChatClient]:
        """The model's settings and its client, once bound."""
        if self.llm is None or self._chat is None:
            raise RuntimeError("the model of ragas works only after bound(runtime)")
        return self.llm, self._chat

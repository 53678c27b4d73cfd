"""A judge behind any OpenAI-compatible chat endpoint, local or allowed by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from pydantic import Field, PrivateAttr

from harness.judge.base import Judge, question_digest
from harness.judge.tasks import messages, needs_quote, verdict_schema, verified
from harness.judge.votes import agreed, verdict_of
from harness.llm import ChatClient, ChatRequest, ChatResult, LlmProvider, LlmRuntime, parse_object
from harness.model.judgement import Judgement, Question, Task, Vote
from harness.model.record import Tokens
from harness.registry import register


@register("judge", "openai-judge")
class OpenAiJudge(LlmProvider, Judge):
    """A chat model that is asked what the deterministic checks leave open.

    Each vote is a call of its own, and where two texts are compared, two calls: once in each
    order. A verdict counts only with a quote that stands word for word in the text judged.
    """

    temperature: float | None = Field(default=0.7, ge=0, le=2)
    """Above 0, so that votes are really different; ``null`` leaves it out."""
    max_tokens: int = Field(default=512, ge=1)
    """Tokens a vote may have."""
    parameters: dict[str, Any] = {}
    """Further fields of the request, as they are."""
    json_schema: bool = True
    """Ask for the form of the vote by ``response_format``; endpoints without it read it in the
    prompt alone."""

    _chat: ChatClient | None = PrivateAttr(default=None)

    def bound(self, runtime: LlmRuntime) -> Self:
        """This judge, able to work. Opens no connection.

        Raises:
            HarnessError: the endpoint is not allowed, or the model has no price under a cap.
        """
        copy = super().bound(runtime)
        copy._chat = ChatClient(copy.api, runtime.cache)  # noqa: SLF001
        return copy

    def run(self, question: Question) -> Judgement:
        """All votes on one question, and what they add up to."""
        ballots = [self._ballot(question, number) for number in range(self.votes)]
        votes = tuple(ballot.vote for ballot in ballots)
        costs = [ballot.cost for ballot in ballots if ballot.cost is not None]
        return Judgement(
            case_id=question.case_id,
            side=question.side,
            trial=question.trial,
            check=question.check,
            subject=question.subject,
            task=question.task,
            question=question_digest(question),
            judge=self.fingerprint(),
            model=ballots[0].model,
            verdict=verdict_of(votes),
            votes=votes,
            tokens=Tokens(
                prompt=sum(ballot.tokens.prompt for ballot in ballots),
                completion=sum(ballot.tokens.completion for ballot in ballots),
            ),
            cost=sum(costs) if costs else None,
        )

    def _ballot(self, question: Question, number: int) -> _Ballot:
        orders = (False, True) if len(question.texts) > 1 else (False,)
        return _counted([self._ask(question, number, order) for order in orders])

    def _ask(self, question: Question, number: int, swapped: bool) -> ChatResult[Vote]:  # noqa: FBT001  # which of two calls
        if self._chat is None:
            raise RuntimeError("openai-judge works only after bind(provider, runtime)")
        request = ChatRequest(
            model=self.model,
            messages=messages(question, swapped=swapped),
            max_tokens=self.max_tokens,
            parameters=self._parameters(question.task),
            trial=number,
        )
        return self._chat.complete(request, lambda text: _read(text, question))

    def _parameters(self, task: Task) -> dict[str, Any]:
        parameters = dict(self.parameters)
        if self.temperature is not None:
            parameters["temperature"] = self.temperature
        if self.json_schema:
            schema = {"name": "vote", "strict": True, "schema": verdict_schema(task)}
            parameters["response_format"] = {"type": "json_schema", "json_schema": schema}
        return parameters


@dataclass(frozen=True, slots=True)
class _Ballot:
    """One vote and what its calls took."""

    vote: Vote
    model: str
    tokens: Tokens
    cost: float | None


def _counted(results: Sequence[ChatResult[Vote]]) -> _Ballot:
    votes = [_vote(result) for result in results]
    costs = [float(result.cost) for result in results if result.cost is not None]
    return _Ballot(
        vote=votes[0] if len(votes) == 1 else agreed(*votes),
        model=results[0].model,
        tokens=Tokens(
            prompt=sum(result.tokens.prompt for result in results),
            completion=sum(result.tokens.completion for result in results),
        ),
        cost=sum(costs) if costs else None,
    )


def _vote(result: ChatResult[Vote]) -> Vote:
    if result.value is None:
        return Vote(verdict="error", note=f"{result.outcome}: {result.message}")
    return result.value


def _read(text: str, question: Question) -> Vote:
    """The vote in a reply; a verdict without its evidence does not count."""
    value = parse_object(text, verdict_schema(question.task))
    verdict, quote = value["verdict"], value["quote"].strip()
    if verdict == "abstain" or not needs_quote(question.task, verdict):
        return Vote(verdict=verdict)
    if not verified(quote, question.texts):
        return Vote(verdict="abstain", note=f"{verdict}, but its quote stands nowhere in the text")
    return Vote(verdict=verdict, quote=quote)

"""What calls cost, and caps that hold before they are passed."""

from __future__ import annotations

import threading
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import ExitCode, HarnessError
from harness.llm import Budget, BudgetExceededError
from harness.model.budget import Limits, Price
from harness.model.record import Tokens

PRICES = {"m": Price(prompt_per_1k=Decimal("0.1"), completion_per_1k=Decimal("0.3"))}


def budget(max_cost: str | None = None, max_calls: int | None = None) -> Budget:
    cap = None if max_cost is None else Decimal(max_cost)
    return Budget(Limits(max_cost=cap, max_calls=max_calls), PRICES, "EUR")


def test_cost_is_exact() -> None:
    cost = budget().cost("m", Tokens(prompt=1, completion=2))
    assert cost == Decimal("0.0007")
    assert sum([cost] * 1000) == Decimal("0.7")


def test_cost_is_unknown_without_a_price_or_without_usage() -> None:
    assert budget().cost("other", Tokens(prompt=1)) is None
    assert budget().cost("m", Tokens()) is None


def test_a_call_that_could_pass_the_cap_is_refused_before_it_is_made() -> None:
    purse = budget(max_cost="1")
    purse.settle(purse.reserve("m", Tokens(prompt=9_000)), Decimal("0.9"))
    with pytest.raises(BudgetExceededError, match=r"budget\.max_cost: 0\.9 EUR of 1") as error:
        purse.reserve("m", Tokens(prompt=1_001))
    assert error.value.exit_code is ExitCode.INCOMPLETE
    assert purse.calls == 1
    purse.reserve("m", Tokens(prompt=1_000))


def test_calls_under_way_count_against_the_cap() -> None:
    purse = budget(max_cost="1")
    held = purse.reserve("m", Tokens(prompt=6_000))
    with pytest.raises(BudgetExceededError):
        purse.reserve("m", Tokens(prompt=6_000))
    purse.settle(held, Decimal("0.1"))
    purse.reserve("m", Tokens(prompt=6_000))


def test_a_call_of_unknown_cost_is_counted_at_the_most_it_can_be() -> None:
    purse = budget(max_cost="1")
    purse.settle(purse.reserve("m", Tokens(prompt=1_000)), None)
    assert purse.spent == Decimal("0.1")


def test_calls_are_capped() -> None:
    purse = budget(max_calls=2)
    purse.reserve("m", Tokens())
    purse.reserve("unpriced", Tokens())
    with pytest.raises(BudgetExceededError, match=r"budget\.max_calls: 2 calls made"):
        purse.reserve("m", Tokens())


def test_a_cost_cap_needs_a_price_for_the_model() -> None:
    with pytest.raises(HarnessError, match=r"no entry for model 'gpt'\. Priced models: 'm'"):
        budget(max_cost="1").check_model("gpt", "generation.openai-chat")
    budget(max_calls=1).check_model("gpt", "generation.openai-chat")
    budget(max_cost="1").check_model("m", "generation.openai-chat")


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)), max_size=30))
def test_the_cap_holds_for_any_row_of_calls(calls: list[tuple[int, int]]) -> None:
    purse = budget(max_cost="1")
    for most, used in calls:
        try:
            held = purse.reserve("m", Tokens(prompt=most))
        except BudgetExceededError:
            continue
        purse.settle(held, purse.cost("m", Tokens(prompt=min(most, used))))
        assert purse.spent <= 1


def test_threads_cannot_pass_the_cap_together() -> None:
    purse = budget(max_cost="1")
    made: list[Decimal] = []

    def spend() -> None:
        for _ in range(50):
            try:
                made.append(purse.reserve("m", Tokens(prompt=100)))
            except BudgetExceededError:
                return

    threads = [threading.Thread(target=spend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(made) == 1

"""What calls cost, and a cap that holds before it is reached.

Money is :class:`~decimal.Decimal` from end to end. A call reserves the most it can cost, is
refused if that could pass the cap, and gives back what it did not use.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from decimal import Decimal

from harness.errors import ExitCode, HarnessError
from harness.model.budget import Limits, Price
from harness.model.record import Tokens

_PER = 1000


class BudgetExceededError(HarnessError):
    """The next call could pass a cap. Finished work is kept; a rerun goes on from there."""

    def __init__(self, message: str) -> None:
        super().__init__(message, exit_code=ExitCode.INCOMPLETE)


class Budget:
    """What one command has spent and may still spend. Threads may share it."""

    def __init__(
        self,
        limits: Limits | None = None,
        prices: Mapping[str, Price] | None = None,
        currency: str = "",
    ) -> None:
        self._limits = limits or Limits()
        self._prices = dict(prices or {})
        self._currency = currency
        self._lock = threading.Lock()
        self._spent = Decimal(0)
        self._reserved = Decimal(0)
        self._calls = 0

    @property
    def spent(self) -> Decimal:
        """Cost of all calls so far; of a call whose usage is unknown, the most it can be."""
        with self._lock:
            return self._spent

    @property
    def calls(self) -> int:
        """Attempts sent so far."""
        with self._lock:
            return self._calls

    def check_model(self, model: str, what: str) -> None:
        """Refuse a model without a price where a cost cap is set.

        Raises:
            HarnessError: names the model and the priced ones.
        """
        if self._limits.max_cost is None or model in self._prices:
            return
        known = ", ".join(repr(name) for name in sorted(self._prices)) or "none"
        raise HarnessError(
            f"{what}: budget.max_cost is set, but prices has no entry for model {model!r}. "
            f"Priced models: {known}. Add one (0 for a model that costs nothing)."
        )

    def cost(self, model: str, tokens: Tokens) -> Decimal | None:
        """What ``tokens`` of ``model`` cost; ``None`` without a price or without usage."""
        price = self._prices.get(model)
        known = tokens.prompt + tokens.completion > 0
        return _cost(price, tokens) if price is not None and known else None

    def reserve(self, model: str, most: Tokens) -> Decimal:
        """Set aside what one attempt can cost at most, and count the attempt.

        Returns:
            The amount, to be handed to :meth:`settle`.

        Raises:
            BudgetExceededError: a cap could be passed; nothing was reserved.
        """
        price = self._prices.get(model)
        amount = _cost(price, most) if price is not None else Decimal(0)
        with self._lock:
            self._refuse_if_over(amount)
            self._calls += 1
            self._reserved += amount
        return amount

    def settle(self, reserved: Decimal, cost: Decimal | None) -> None:
        """Turn a reservation into ``cost``, or into all of it where the cost is unknown."""
        with self._lock:
            self._reserved -= reserved
            self._spent += reserved if cost is None else cost

    def _refuse_if_over(self, amount: Decimal) -> None:
        limits = self._limits
        if limits.max_calls is not None and self._calls >= limits.max_calls:
            raise BudgetExceededError(
                f"budget.max_calls: {self._calls} calls made, the cap is {limits.max_calls}. "
                "Finished answers are kept: raise the cap and run the command again."
            )
        committed = self._spent + self._reserved
        if limits.max_cost is not None and committed + amount > limits.max_cost:
            raise BudgetExceededError(
                f"budget.max_cost: {committed.normalize():f} {self._currency} of "
                f"{limits.max_cost.normalize():f} is spent or under way, and the next call may "
                f"cost {amount.normalize():f}. "
                "Finished answers are kept: raise the cap and run the command again."
            )


def _cost(price: Price, tokens: Tokens) -> Decimal:
    """Exact, no rounding."""
    return (
        price.prompt_per_1k * tokens.prompt + price.completion_per_1k * tokens.completion
    ) / _PER

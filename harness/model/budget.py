"""What calls to models may cost, as the configuration says it."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from harness.model.wire import Wire

Money = Annotated[Decimal, Field(ge=0, allow_inf_nan=False)]


class Price(Wire):
    """Price of one model for 1,000 tokens, in the currency of the table."""

    prompt_per_1k: Money
    completion_per_1k: Money = Decimal(0)


class Limits(Wire):
    """Caps for one command; ``None`` means no cap."""

    max_cost: Money | None = None
    """In the currency of the price table."""
    max_calls: int | None = Field(default=None, ge=0)
    """Attempts sent to endpoints, retries included; cached answers are free."""

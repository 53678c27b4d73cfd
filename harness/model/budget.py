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
    """Price of 1,000 tokens that are sent."""
    completion_per_1k: Money = Decimal(0)
    """Price of 1,000 tokens of the answer."""


class Limits(Wire):
    """Caps for one command; ``None`` means no cap."""

    max_cost: Money | None = None
    """Most that one command may spend on calls to models; every model then needs a price."""
    max_calls: int | None = Field(default=None, ge=0)
    """Most calls that one command may send, retries included; kept answers are free."""

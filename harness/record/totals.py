"""What one side of a run adds up to: how many answers, from how much context, with how many tokens."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import fsum
from typing import Any

from harness.model.record import RunRecord


def side_totals(records: Sequence[RunRecord]) -> dict[str, Any]:
    """Counts over all records of a side, trials included, as JSON values.

    ``empty_contexts`` is a share, 0 to 1. Tokens and cost are those of the answers, whether they
    were asked for in this run or kept from another.
    """
    empty = sum(not record.context for record in records)
    return {
        "records": len(records),
        "errors": sum(record.error is not None for record in records),
        "refused": sum(record.refused for record in records),
        "empty_contexts": round(empty / len(records), 6) if records else 0.0,
        "tokens": {
            "prompt": sum(record.runtime.tokens.prompt for record in records),
            "completion": sum(record.runtime.tokens.completion for record in records),
        },
        "cost": summed(record.runtime.cost for record in records),
    }


def answers_cost(records: Iterable[RunRecord]) -> float | None:
    """What the answers cost; one that serves both versions was paid once."""
    return paid_once(((one.runtime.prompt_hash, one.trial), one.runtime.cost) for one in records)


def paid_once(costs: Iterable[tuple[Hashable, float | None]]) -> float | None:
    """The sum over different requests; ``None`` where no price was known."""
    return summed(dict(costs).values())


def summed(costs: Iterable[float | None]) -> float | None:
    """The sum of the costs that are known, if any is."""
    known = [cost for cost in costs if cost is not None]
    return round(fsum(known), 9) if known else None

"""What one side of a run adds up to: how many answers, from how much context, with how many tokens."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

from harness.model.record import RunRecord


def side_totals(records: Sequence[RunRecord]) -> dict[str, Any]:
    """Counts over all records of a side, trials included, as JSON values.

    ``empty_contexts`` is a share, 0 to 1. Tokens and cost are those of the answers, whether they
    were asked for in this run or kept from another.
    """
    costs = [record.runtime.cost for record in records if record.runtime.cost is not None]
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
        "cost": round(fsum(costs), 9) if costs else None,
    }

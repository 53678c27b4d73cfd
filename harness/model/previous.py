"""An earlier run that a run is set beside, as far as a report needs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.wire import Verdict

Relation = Literal["released", "same_corpora", "same_baseline", "same_candidate"]
"""How the corpora of an earlier run stand to those of this one:

released        its candidate is the baseline now: it judged the release that is out
same_corpora    it judged the same two corpora
same_baseline   another candidate for the same released corpus
same_candidate  the same candidate against another released corpus
"""


@dataclass(frozen=True, slots=True)
class Previous:
    """An earlier run that fits."""

    run_id: str
    verdict: Verdict
    finished_at: str
    """ISO 8601 time."""
    relation: Relation
    differs: tuple[str, ...]
    """What else is not as it was, and decides no record: ``code``, ``packages``, ``policy``."""
    cases: Sequence[Case]
    """As they were asked."""
    comparison: Comparison

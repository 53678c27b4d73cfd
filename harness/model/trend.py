"""How runs follow one another: ``outcomes.jsonl`` and ``trend.json`` of a run."""

from __future__ import annotations

from harness.model.comparison import Outcome, Status
from harness.model.wire import Layer, Side, Verdict, Wire

OUTCOMES_SCHEMA = 1
"""Newest form of ``outcomes.jsonl`` that this version reads, and the one it writes."""

SOME_CASES = "some_cases"
"""Name in a run's ``inputs`` that tells a run of some cases alone: no verdict, in no trend."""

Percentiles = dict[str, float]
"""``p50``, ``p90``, ``p99`` in milliseconds."""


class CaseOutcome(Wire):
    """One line of ``outcomes.jsonl``: what a later run needs to know of one case of this one."""

    schema_version: int = OUTCOMES_SCHEMA
    case_id: str
    draft: bool = False
    status: Status
    outcomes: dict[Side, dict[Layer, Outcome]]
    """Of the layers that have checks."""
    expectation: dict[Side, str]
    """``sha256:…`` of the question and what is expected of that side."""
    unsteady: bool = False
    """Its trials disagree, or it flips when the baseline is asked again."""


class LayerRate(Wire):
    """How many cases pass on the candidate in one layer."""

    layer: Layer
    passed: int
    """Cases that pass."""
    of: int
    """Cases to which the layer applies, drafts left out."""

    @property
    def share(self) -> float | None:
        """``passed / of``; ``None`` where the layer applies to no case."""
        return self.passed / self.of if self.of else None


class Changes(Wire):
    """What differs from the run before, on the candidate; case ids sorted."""

    newly_failing: tuple[str, ...] = ()
    """Failed or errored, and did not in the run before."""
    fixed: tuple[str, ...] = ()
    """Passed, and failed or errored in the run before."""
    newly_uncertain: tuple[str, ...] = ()
    """Cannot be decided, and could be in the run before."""
    added: tuple[str, ...] = ()
    """Cases the run before did not have."""
    removed: tuple[str, ...] = ()
    """Cases this run does not have."""
    inputs: tuple[str, ...] = ()
    """Names of the pins that differ: ``corpora``, ``cases``, ``policy``, ``config``, ``code`` …"""


class TrendRun(Wire):
    """One run among others."""

    run_id: str
    started_at: str = ""
    """ISO 8601; empty in the run's own ``trend.json``, for its clocks stand in ``run.json``."""
    verdict: Verdict
    complete: bool
    """Every case has a usable record."""
    cases: int
    """Drafts left out."""
    unasked: int = 0
    """Those of them without a record on both sides, which no rate counts."""
    rates: tuple[LayerRate, ...]
    """Each layer."""
    changes: Changes | None = None
    """``None`` where no run before it is known."""
    latency_ms: dict[Side, dict[str, Percentiles]] = {}
    """Side -> stage -> percentiles; empty in the run's own ``trend.json``."""
    cost: float | None = None
    """Of the answers of both sides, in the currency of the price table; ``None`` without one."""


class FlakyCase(Wire):
    """A case whose outcome moves for a reason that may not be the corpus."""

    case_id: str
    unsteady: tuple[str, ...] = ()
    """Runs in which its trials disagree, or the baseline flips when it is asked again."""
    contradicted: tuple[str, ...] = ()
    """Runs with another outcome than an earlier one on the same corpora, expectations and pins."""
    flips: int = 0
    """Turns between pass and fail from run to run under one expectation; 1 is no sign yet."""
    outcomes: tuple[Outcome | None, ...]
    """On the candidate, a run each, oldest first; ``None`` where a run does not have the case."""


class LeftOut(Wire):
    """A folder among the runs that cannot be read as one, or a run of some cases alone."""

    folder: str
    """Its name."""
    reason: str
    """Why it is left out."""
    some_cases: bool = False
    """Nothing is wrong with it: it asked some cases alone, so it has no verdict."""


class Trend(Wire):
    """``trend.json``, and what ``corpusgate history --json`` prints."""

    schema_version: int = 1
    runs: tuple[TrendRun, ...]
    """Oldest first; in ``trend.json`` the run itself is the last."""
    older: int = 0
    """Runs before the first one shown."""
    flaky: tuple[FlakyCase, ...] = ()
    """By case id."""
    left_out: tuple[LeftOut, ...] = ()
    """By folder."""


class CaseRun(Wire):
    """One case in one run."""

    run_id: str
    started_at: str
    verdict: Verdict
    status: Status | None = None
    """``None`` where the run does not have the case."""
    outcomes: dict[Layer, Outcome] = {}
    """On the candidate."""
    expectation_changed: bool = False
    """Another one than in the last run before that has the case."""


class CaseTrend(Wire):
    """What ``corpusgate history --case ID --json`` prints."""

    schema_version: int = 1
    case_id: str
    runs: tuple[CaseRun, ...]
    """Oldest first."""
    older: int = 0
    """Runs before the first one shown."""
    flaky: FlakyCase | None = None
    """Why the case is called flaky; ``None`` where it is not."""
    left_out: tuple[LeftOut, ...] = ()
    """Folders that cannot be read, by name."""

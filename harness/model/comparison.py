"""Outcomes of checks, pairs of them, and what a case's pairs add up to."""

from __future__ import annotations

from typing import Literal

from harness.model.case import DRAFT
from harness.model.wire import Layer, Side, Wire

Outcome = Literal["pass", "fail", "uncertain", "not_applicable", "error"]

Place = Literal["source", "context", "answer", ""]
"""Where a fact was looked for (principle 5); empty for checks that have no place."""

Status = Literal[
    "regression",
    "stale_label",
    "conflict",
    "undecided",
    "unexpected_change",
    "unfulfilled_change",
    "incomplete",
    "legitimate_change",
    "improved",
    "failing",
    "unchanged",
]
"""What one case's comparison adds up to, worst first:

regression          passed on the baseline, does not on the candidate
stale_label         the supporting text stands elsewhere now; the label is out of date, not the corpus
conflict            the right text is still there, but other text of the candidate now says otherwise
undecided           some check cannot tell whether the case got worse
unexpected_change   the case still passes, but a source, value or refusal changed that no case declares
unfulfilled_change  the case declares an intended change that the candidate does not show
incomplete          no usable record on one side
legitimate_change   the declared change is there
improved            failed on the baseline, passes on the candidate
failing             fails on both sides in the same way
unchanged           the same outcome on the same evidence
"""

EvidenceState = Literal["exact", "moved", "edited", "split", "gone", "new", "none"]
"""What became of a supporting passage of the baseline in the candidate (``new``: only there)."""


class Evidence(Wire):
    """A place in a corpus version; the text itself stays in the sealed index."""

    source_id: str
    section_id: str = ""
    start: int
    """Character span in the document's normalised text."""
    end: int
    text_hash: str


class CheckResult(Wire):
    """One check of one case on one side."""

    check: str
    """Registered name: ``required_fact``, ``forbidden_fact``, ``citation_exists`` …"""
    layer: Layer
    place: Place = ""
    """Where it was looked for."""
    subject: str = ""
    """The fact, value or chunk id the check is about."""
    outcome: Outcome
    """What the check says."""
    reason: str = ""
    """Why it says so."""
    evidence: tuple[Evidence, ...] = ()
    """Where it stands."""


class PairedCheck(Wire):
    """The same check on both sides, decided together."""

    check: str
    """Name of the check."""
    layer: Layer
    place: Place = ""
    """Where it was looked for."""
    subject: str = ""
    """The fact, value or chunk id it is about."""
    baseline: Outcome
    """Outcome on the baseline."""
    candidate: Outcome
    """Outcome on the candidate."""
    baseline_reason: str = ""
    """Why, on the baseline."""
    candidate_reason: str = ""
    """Why, on the candidate."""
    state: EvidenceState = "none"
    """What became of the supporting passage."""
    carried: bool = False
    """An ``uncertain`` that is the same on both sides for the same text: counted, not reviewed."""
    baseline_evidence: tuple[Evidence, ...] = ()
    """Where it stands in the baseline."""
    candidate_evidence: tuple[Evidence, ...] = ()
    """Where it stands in the candidate."""

    @property
    def worse(self) -> bool:
        """The candidate fails what the baseline did not.

        Decided by difference, so a weak (``uncertain``) baseline counts as much as a sure one.
        """
        return self.baseline in ("pass", "uncertain") and self.candidate in ("fail", "error")

    @property
    def undecided(self) -> bool:
        """The candidate cannot be decided, and it is neither as before nor better than before."""
        return self.candidate == "uncertain" and not self.carried and self.baseline != "fail"


class Transition(Wire):
    """Outcome of one layer, baseline -> candidate."""

    layer: Layer
    baseline: Outcome
    """Outcome on the baseline."""
    candidate: Outcome
    """Outcome on the candidate."""
    worse: bool = False
    """Some check of the layer got worse, even where another one hides it in the outcome."""


class MetricPair(Wire):
    """One metric of one case on both sides; ``None`` where it does not apply or was not measured."""

    name: str
    """``recall@8``, ``mrr``, ``ragas.faithfulness`` …"""
    baseline: float | None
    candidate: float | None
    fault: str = ""
    """Why a value is missing that should be there; such a lack is never taken for no change."""


class TrialOutcomes(Wire):
    """What one trial of a case came to on one side, where trials can differ."""

    side: Side
    """Corpus version."""
    trial: int
    """Trial number, from 0."""
    outcomes: dict[Layer, Outcome]
    """Outcome of each layer that some check applies to."""


class CaseComparison(Wire):
    """One case, compared."""

    case_id: str
    tags: tuple[str, ...] = ()
    """The case's tags."""
    critical: bool = False
    """The case is tagged ``critical``."""
    status: Status
    summary: str
    """One sentence for people."""
    only_in: Side | None = None
    """The case has records on this side alone."""
    transitions: tuple[Transition, ...] = ()
    """Outcome of each layer, baseline to candidate."""
    checks: tuple[PairedCheck, ...] = ()
    """Every check, on both sides."""
    metrics: tuple[MetricPair, ...] = ()
    """Every metric, on both sides."""
    intended: bool = False
    """The case declares ``candidate`` expectations."""
    within_noise: tuple[Layer, ...] = ()
    """Layers that changed here and also flip when the baseline is asked again."""
    stability: dict[Side, float] = {}
    """Share of a side's trials that agree; empty with one trial or without a model."""
    trials: tuple[TrialOutcomes, ...] = ()
    """Baseline first, then by trial; empty where ``stability`` is."""

    @property
    def draft(self) -> bool:
        """Proposed and not accepted by a person yet: shown, and never part of a verdict."""
        return DRAFT in self.tags

    def counts_in(self, scope: str) -> bool:
        """Whether the case is one of a scope (``all``, ``tag:NAME``); a draft is among drafts alone."""
        if self.draft:
            return scope == f"tag:{DRAFT}"
        return scope == "all" or scope.removeprefix("tag:") in self.tags


class MetricSummary(Wire):
    """One metric over the cases that have it on both sides; never over fewer in silence."""

    name: str
    """The metric."""
    scope: str = "all"
    """``all`` or ``tag:NAME``."""
    cases: int
    """Cases that have it on both sides."""
    left_out: tuple[str, ...] = ()
    """Cases in scope that lack the metric on one side."""
    failed: tuple[str, ...] = ()
    """Those of them that lack it by a fault."""
    baseline: float
    """Mean on the baseline."""
    candidate: float
    """Mean on the candidate."""
    won: int
    """Cases in which it rose."""
    lost: int
    """Cases in which it fell."""
    tied: int
    """Cases in which it stayed."""
    delta: float | None = None
    """Mean of candidate minus baseline, case by case."""
    low: float | None = None
    """Of the 95 % bootstrap interval of ``delta``; ``None`` where no interval was asked for."""
    high: float | None = None
    """The other end of the interval."""
    p_worse: float | None = None
    """Exact one-sided sign test: the chance of so many lost cases or more if nothing got worse."""
    detectable: str = ""
    """The smallest loss that this number of cases can tell from chance, in one sentence."""


class Comparison(Wire):
    """``comparison.json``: every case on both sides, and what they add up to."""

    schema_version: int = 1
    cases: tuple[CaseComparison, ...]
    """Every case, compared."""
    metrics: tuple[MetricSummary, ...]
    """Means over the cases."""
    matrix: dict[str, dict[str, int]]
    """layer -> ``"pass->fail"`` -> number of cases."""

"""The verdict of a run with the decisions of its workspace counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.config import Policy
from harness.gate import waive
from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.decision import Decision, DecisionEvidence
from harness.model.gate import GateResult
from harness.review.decisions import now
from harness.review.evidence import Records, evidence_of_run


@dataclass(frozen=True, slots=True)
class Found:
    """What a verdict is about."""

    comparison: Comparison
    cases: Sequence[Case]
    records: Records


def settle(
    gate: GateResult,
    policy: Policy,
    found: Found,
    decisions: Sequence[Decision],
    commits: Mapping[str, str] | None = None,
) -> GateResult:
    """The verdict of the rules, with every decision counted that was made on this evidence.

    Args:
        gate: what the rules make of the run.
        policy: says who may waive what.
        found: what the rules looked at.
        decisions: those of the workspace.
        commits: digest of a decision -> the commit that brought it.
    """
    if not decisions:
        return gate
    evidence = evidence_of_run(gate, found.comparison, found.cases, found.records)
    return settle_on(gate, policy, evidence, decisions, commits or {})


def settle_on(
    gate: GateResult,
    policy: Policy,
    evidence: Mapping[str, DecisionEvidence],
    decisions: Sequence[Decision],
    commits: Mapping[str, str],
) -> GateResult:
    """The same, where the evidence of every case is at hand."""
    settled = waive(gate, policy, decisions, evidence, now()[:10])
    named = tuple(
        result.model_copy(update={"commit": commits.get(result.digest, "")})
        for result in settled.decisions
    )
    return settled.model_copy(update={"decisions": named})

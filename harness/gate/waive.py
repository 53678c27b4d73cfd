"""Decisions of people applied to a verdict: what was accepted, rejected, or is to be looked at again.

A finding is never dropped. One that is waived stays listed with the decisions that waive it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.config import Policy
from harness.gate.decide import exit_code_of, verdict_of
from harness.model.decision import Decision, DecisionEvidence
from harness.model.gate import (
    Action,
    DecisionResult,
    DecisionState,
    Finding,
    GateResult,
    RuleResult,
)
from harness.text import fold

NEVER_WAIVED = frozenset({"every_case_has_a_usable_record", "some_case_is_no_draft"})
"""Nothing is known where these fire, so there is nothing to accept."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The decisions about one case: those that count, and what each comes to."""

    in_force: tuple[Decision, ...]
    """Of one verdict, oldest first; the last one is the newest that counts."""
    results: tuple[DecisionResult, ...]

    @property
    def void(self) -> DecisionResult | None:
        """What was decided on other evidence, where nothing was decided on this one."""
        found = [result for result in self.results if result.state == "void"]
        return found[-1] if found and not self.in_force else None


def waive(
    gate: GateResult,
    policy: Policy,
    decisions: Sequence[Decision],
    evidence: Mapping[str, DecisionEvidence],
    today: str,
) -> GateResult:
    """The verdict with decisions counted; applying it again changes nothing.

    Args:
        gate: the verdict of :func:`harness.gate.decide`, with or without decisions.
        policy: says who may waive a blocking finding.
        decisions: of any run, in any order.
        evidence: case id (empty for the run as a whole) -> what a decision must be made on.
        today: ``2026-03-01``, in UTC.
    """
    plain = undecided(gate)
    about: dict[str, list[Decision]] = {finding.case_id: [] for finding in plain.findings}
    for decision in decisions:
        if decision.case_id in about or _is_current(decision, evidence):
            about.setdefault(decision.case_id, []).append(decision)
    weighed = {
        case_id: _weigh(about[case_id], evidence[case_id], today)
        for case_id in sorted(about.keys() & evidence.keys())
    }
    findings = tuple(_settled(f, weighed.get(f.case_id), policy) for f in plain.findings)
    verdict = verdict_of(findings, complete=plain.complete)
    return plain.model_copy(
        update={
            "verdict": verdict,
            "exit_code": int(exit_code_of(verdict, complete=plain.complete)),
            "findings": findings,
            "rules": tuple(_rule(rule, findings) for rule in plain.rules),
            "decisions": tuple(result for found in weighed.values() for result in found.results),
        }
    )


def _is_current(decision: Decision, evidence: Mapping[str, DecisionEvidence]) -> bool:
    """A case without a finding is decided as well, but nobody asks what it was decided before."""
    return evidence.get(decision.case_id) == decision.evidence


def undecided(gate: GateResult) -> GateResult:
    """The verdict as the rules alone have it."""
    findings = tuple(_plain(finding) for finding in gate.findings)
    verdict = verdict_of(findings, complete=gate.complete)
    return gate.model_copy(
        update={
            "verdict": verdict,
            "exit_code": int(exit_code_of(verdict, complete=gate.complete)),
            "findings": findings,
            "rules": tuple(_rule(rule, findings) for rule in gate.rules),
            "decisions": (),
        }
    )


def _plain(finding: Finding) -> Finding:
    action: Action = "review" if finding.rejected_by else finding.action
    update = {"action": action, "waived_by": (), "rejected_by": "", "note": ""}
    return finding.model_copy(update=update)


def _rule(rule: RuleResult, findings: Iterable[Finding]) -> RuleResult:
    mine = [finding for finding in findings if finding.rule == rule.rule]
    action = min((finding.action for finding in mine), default=rule.action)
    waived = bool(mine) and all(finding.waived_by for finding in mine)
    return rule.model_copy(update={"action": action, "waived": waived})


def _weigh(decisions: Sequence[Decision], evidence: DecisionEvidence, today: str) -> Weighed:
    """Which decisions count. The latest wins; those that agree with it, up to it, count with it."""
    retracted = {decision.retracts for decision in decisions if decision.retracts}
    given = sorted((d for d in decisions if d.verdict != "retract"), key=lambda d: d.order)
    states: dict[str, DecisionState] = {}
    for decision in given:
        states[decision.digest] = _state(decision, evidence, retracted, today)
    current = [decision for decision in given if states[decision.digest] == "in_force"]
    counting = tuple(_agreeing(current))
    for decision in current[: len(current) - len(counting)]:
        states[decision.digest] = "overruled"
    results = [_result(decision, states[decision.digest], evidence) for decision in given]
    return Weighed(counting, tuple(_latest_void_alone(results)))


def _state(
    decision: Decision, evidence: DecisionEvidence, retracted: set[str], today: str
) -> DecisionState:
    if decision.digest in retracted:
        return "retracted"
    if decision.evidence != evidence:
        return "void"
    return "expired" if decision.expires and decision.expires < today else "in_force"


def _agreeing(current: Sequence[Decision]) -> list[Decision]:
    """The last decision and those right before it that say the same."""
    found: list[Decision] = []
    for decision in reversed(current):
        if decision.verdict != current[-1].verdict:
            break
        found.append(decision)
    return found[::-1]


def _latest_void_alone(results: Sequence[DecisionResult]) -> Iterator[DecisionResult]:
    """A case may have been decided for every release there ever was; the last time is enough."""
    void = [result.digest for result in results if result.state == "void"]
    for result in results:
        if result.state != "void" or result.digest == void[-1]:
            yield result


def _result(decision: Decision, state: DecisionState, evidence: DecisionEvidence) -> DecisionResult:
    return DecisionResult(
        case_id=decision.case_id,
        digest=decision.digest,
        verdict=decision.verdict,
        state=state,
        changed=evidence.changed_since(decision.evidence) if state == "void" else (),
        who=decision.who,
        role=decision.role,
        at=decision.at,
        expires=decision.expires,
        reason=decision.reason,
    )


def _settled(finding: Finding, weighed: Weighed | None, policy: Policy) -> Finding:
    if weighed is None:
        return finding
    if not weighed.in_force:
        return finding.model_copy(update={"note": _reopened(weighed.void)})
    verdict = weighed.in_force[-1].verdict
    if verdict == "accept":
        return _accepted(finding, weighed.in_force, policy)
    last = weighed.in_force[-1]
    note = f"{_WORDS[verdict]} by {last.who}: {last.reason}"
    if verdict == "reject" and finding.action == "review":
        update = {"action": "block", "rejected_by": last.digest, "note": note}
        return finding.model_copy(update=update)
    return finding.model_copy(update={"note": note})


_WORDS: Mapping[str, str] = {
    "reject": "rejected",
    "label_wrong": "label called wrong",
    "cannot_tell": "left open",
}

_CHANGED: Mapping[str, str] = {
    "answer": "the answer",
    "cited": "what is cited",
    "retrieved": "the retrieved text",
    "expectation": "the expectation",
    "checks": "what the checks found",
    "policy": "the policy",
}


def _reopened(void: DecisionResult | None) -> str:
    if void is None:
        return ""
    changed = ", ".join(_CHANGED[part] for part in void.changed)
    return f"reopened: {changed} changed since {void.who} decided on {void.at[:10]}"


def _accepted(finding: Finding, decisions: Sequence[Decision], policy: Policy) -> Finding:
    if finding.rule in NEVER_WAIVED:
        return finding.model_copy(update={"note": "accepted, but nothing is known to accept"})
    if finding.action == "review":
        return finding.model_copy(update={"waived_by": tuple(d.digest for d in decisions)})
    allowed = [decision for decision in decisions if decision.role in policy.waivable_by]
    people = {fold(decision.who) for decision in allowed}
    if len(people) < (2 if policy.two_person else 1):
        return finding.model_copy(update={"note": _not_enough(decisions, len(people), policy)})
    return finding.model_copy(update={"waived_by": tuple(d.digest for d in allowed)})


def _not_enough(decisions: Sequence[Decision], people: int, policy: Policy) -> str:
    who = decisions[-1].who
    if not policy.waivable_by:
        return f"accepted by {who}, but the policy lets nobody waive a blocking finding"
    if people:
        return f"accepted by {who}; a second person must accept it as well"
    roles = ", ".join(policy.waivable_by)
    return f"accepted by {who}, but a blocking finding can be waived by {roles} alone"

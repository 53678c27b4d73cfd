"""The verdict: a policy applied to a comparison. Fails closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.config import MetricRule, NamedRule, Policy
from harness.errors import ExitCode
from harness.gate.rules import CASE_RULES, recall_decreases
from harness.model.comparison import CaseComparison, Comparison, MetricPair
from harness.model.diagnosis import Diagnosis
from harness.model.gate import Finding, GateResult, RuleResult
from harness.model.wire import Verdict


def decide(policy: Policy, comparison: Comparison, diagnoses: Iterable[Diagnosis]) -> GateResult:
    """The verdict with every rule, fired or not, and a finding for every (rule, case)."""
    blamed = {diagnosis.case_id: diagnosis.documents for diagnosis in diagnoses}
    findings = [*_apply(policy, comparison, blamed), *_incomplete(comparison)]
    complete = not any(case.status == "incomplete" for case in comparison.cases)
    verdict = _verdict(findings)
    return GateResult(
        verdict=verdict,
        exit_code=_exit_code(verdict, complete=complete),
        complete=complete,
        policy_hash=policy.policy_hash,
        rules=tuple(_result(rule, findings, comparison) for rule in policy.rules),
        findings=tuple(findings),
        carried_uncertain=sum(c.carried for case in comparison.cases for c in case.checks),
    )


def _apply(
    policy: Policy, comparison: Comparison, blamed: Mapping[str, tuple[str, ...]]
) -> Iterator[Finding]:
    for rule in policy.rules:
        for case_id, reason in _fires(rule, comparison):
            yield Finding(
                rule=rule.name,
                action=rule.action,
                case_id=case_id,
                reason=reason,
                documents=blamed.get(case_id, ()),
            )


def _fires(rule: NamedRule | MetricRule, comparison: Comparison) -> Iterator[tuple[str, str]]:
    if isinstance(rule, MetricRule):
        yield from _metric_drop(rule, comparison)
        return
    for case in comparison.cases:
        reason = _case_reason(rule, case)
        if reason:
            yield case.case_id, reason


def _case_reason(rule: NamedRule, case: CaseComparison) -> str:
    if rule.k is not None:
        return recall_decreases(case, rule.k)
    return CASE_RULES[rule.rule](case)


def _metric_drop(rule: MetricRule, comparison: Comparison) -> Iterator[tuple[str, str]]:
    """One finding on the run; the rule's result opens it into the cases that lost."""
    summary = next(
        (m for m in comparison.metrics if (m.name, m.scope) == (rule.metric, rule.scope)), None
    )
    if summary is None:
        yield "", f"no case of {rule.scope} has {rule.metric} on both sides"
        return
    # Means are rounded to six decimals when written; the same grain here keeps 0.05 at 0.05.
    if round(summary.baseline - summary.candidate, 6) <= rule.drop_more_than:
        return
    yield "", f"mean {rule.metric}: {summary.baseline:.3f} -> {summary.candidate:.3f}"


def _losers(rule: MetricRule, comparison: Comparison) -> tuple[str, ...]:
    """Cases in the rule's scope whose own value fell."""
    return tuple(
        case.case_id
        for case in comparison.cases
        if (rule.scope == "all" or rule.scope.removeprefix("tag:") in case.tags)
        and any(pair.name == rule.metric and _fell(pair) for pair in case.metrics)
    )


def _fell(pair: MetricPair) -> bool:
    return (
        pair.baseline is not None
        and pair.candidate is not None
        and pair.candidate < pair.baseline
    )


def _incomplete(comparison: Comparison) -> Iterator[Finding]:
    """A case without usable records is never a pass, whatever the policy says."""
    for case in comparison.cases:
        if case.status == "incomplete":
            yield Finding(
                rule="every_case_has_a_usable_record",
                action="review",
                case_id=case.case_id,
                reason=case.summary,
            )


def _verdict(findings: Sequence[Finding]) -> Verdict:
    actions = {finding.action for finding in findings}
    if "block" in actions:
        return "BLOCK"
    return "REVIEW" if actions else "PASS"


def _exit_code(verdict: Verdict, *, complete: bool) -> int:
    if verdict == "BLOCK":
        return ExitCode.BLOCKED
    if not complete:
        return ExitCode.INCOMPLETE
    return ExitCode.REVIEW if verdict == "REVIEW" else ExitCode.PASS


def _result(
    rule: NamedRule | MetricRule, findings: Sequence[Finding], comparison: Comparison
) -> RuleResult:
    mine = [f for f in findings if f.rule == rule.name and f.action == rule.action]
    cases = sorted({finding.case_id for finding in mine if finding.case_id})
    if mine and isinstance(rule, MetricRule):
        cases = list(_losers(rule, comparison))
    return RuleResult(
        rule=rule.name,
        action=rule.action,
        fired=bool(mine),
        case_ids=tuple(cases),
        reason=mine[0].reason if mine else "",
    )

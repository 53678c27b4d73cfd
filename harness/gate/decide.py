"""The verdict: a policy applied to a comparison. Fails closed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.config import MetricRule, NamedRule, Policy
from harness.errors import ExitCode
from harness.gate.metrics import Means, losers
from harness.gate.rules import CASE_RULES, recall_decreases
from harness.model.comparison import CaseComparison, Comparison
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import Action, Finding, GateResult, RuleResult
from harness.model.wire import Verdict


def decide(
    policy: Policy,
    comparison: Comparison,
    diagnoses: Iterable[Diagnosis],
    exam: Sequence[Finding] = (),
    effects: Effects | None = None,
) -> GateResult:
    """The verdict with every rule, fired or not, and a finding for every (rule, case).

    Drafts are listed and have no part in any of it. ``exam`` holds what was found beside
    the rules, such as edits of the exam in a pull request; it counts like any other finding.
    ``effects`` tells which documents entered which cases; without it no rule about them fires.
    """
    drafts = tuple(case.case_id for case in comparison.cases if case.draft)
    gating = [case for case in comparison.cases if not case.draft]
    blamed = {diagnosis.case_id: diagnosis.documents for diagnosis in diagnoses}
    means = Means.of(policy, comparison)
    grounds = Grounds(gating, means, _newcomers(effects))
    findings = [*_apply(policy, grounds, blamed), *_incomplete(gating), *exam]
    if drafts and not gating:
        findings.append(_ALL_DRAFTS)
    complete = not any(case.status == "incomplete" for case in gating)
    verdict = verdict_of(findings, complete=complete)
    return GateResult(
        verdict=verdict,
        exit_code=exit_code_of(verdict, complete=complete),
        complete=complete,
        policy_hash=policy.policy_hash,
        rules=tuple(_result(rule, findings, comparison, means) for rule in policy.rules),
        findings=tuple(findings),
        carried_uncertain=sum(c.carried for case in gating for c in case.checks),
        drafts=drafts,
    )


NEWCOMER_RULE = "any_new_document_outranks_an_expected_source"
"""The one named rule that looks at the effects of documents and not at the checks of a case."""

_ALL_DRAFTS = Finding(
    rule="some_case_is_no_draft",
    action="review",
    reason="every case is a draft, so nothing was asked that can stop a release",
)


@dataclass(frozen=True, slots=True)
class Grounds:
    """What rules are judged on."""

    cases: Sequence[CaseComparison]
    means: Means
    newcomers: Mapping[str, Sequence[str]]
    """Case id -> paths of new documents that rank above all it expects."""


def _newcomers(effects: Effects | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for document in effects.documents if effects else ():
        if document.kind == "added":
            for case_id in document.to_review:
                found[case_id].append(document.path)
    return found


def _apply(
    policy: Policy, grounds: Grounds, blamed: Mapping[str, tuple[str, ...]]
) -> Iterator[Finding]:
    by_id = {case.case_id: case for case in grounds.cases}
    for rule in policy.rules:
        for case_id, reason in _fires(rule, grounds):
            action, reason = _quieted(rule, by_id.get(case_id), reason)
            yield Finding(
                rule=rule.name,
                action=action,
                case_id=case_id,
                reason=reason,
                documents=blamed.get(case_id, ()),
            )


def _fires(rule: NamedRule | MetricRule, grounds: Grounds) -> Iterator[tuple[str, str]]:
    """(case id, reason); a metric rule finds on the run, and its result opens it into cases."""
    if isinstance(rule, MetricRule):
        drop = grounds.means.drop(rule)
        if drop.fires:
            yield "", drop.reason
        return
    for case in grounds.cases:
        if rule.rule == NEWCOMER_RULE:
            reason = ", ".join(sorted(grounds.newcomers.get(case.case_id, ())))
        else:
            reason = _case_reason(rule, case)
        if reason:
            yield case.case_id, reason


def _quieted(
    rule: NamedRule | MetricRule, case: CaseComparison | None, reason: str
) -> tuple[Action, str]:
    """What a blocking rule does to a case that also flips by itself: a person looks at it.

    It still blocks if it fires on the layers that hold still. Nothing is dropped.
    """
    if isinstance(rule, MetricRule) or rule.rule == NEWCOMER_RULE:
        return rule.action, reason
    if case is None or not case.within_noise:
        return rule.action, reason
    steady = tuple(check for check in case.checks if check.layer not in case.within_noise)
    if _case_reason(rule, case.model_copy(update={"checks": steady})):
        return rule.action, reason
    return "review", f"{reason}; within the noise: the baseline also differs from itself here"


def _case_reason(rule: NamedRule, case: CaseComparison) -> str:
    if rule.k is not None:
        return recall_decreases(case, rule.k)
    return CASE_RULES[rule.rule](case)


def _incomplete(cases: Sequence[CaseComparison]) -> Iterator[Finding]:
    """A case without usable records is never a pass, whatever the policy says."""
    for case in cases:
        if case.status == "incomplete":
            yield Finding(
                rule="every_case_has_a_usable_record",
                action="review",
                case_id=case.case_id,
                reason=case.summary,
            )


def verdict_of(findings: Iterable[Finding], *, complete: bool) -> Verdict:
    """The strongest action of the findings that nobody waived; without all records, no PASS."""
    actions = {finding.action for finding in findings if not finding.waived_by}
    if "block" in actions:
        return "BLOCK"
    return "REVIEW" if actions or not complete else "PASS"


def of_some_cases(gate: GateResult, why: str) -> GateResult:
    """The same findings as no verdict: incomplete, for cases were left out."""
    verdict = verdict_of(gate.findings, complete=False)
    return gate.model_copy(
        update={
            "verdict": verdict,
            "exit_code": int(exit_code_of(verdict, complete=False)),
            "complete": False,
            "no_verdict": why,
        }
    )


def exit_code_of(verdict: Verdict, *, complete: bool) -> int:
    """The exit code of a verdict; one without all records is no pass."""
    if verdict == "BLOCK":
        return ExitCode.BLOCKED
    if not complete:
        return ExitCode.INCOMPLETE
    return ExitCode.REVIEW if verdict == "REVIEW" else ExitCode.PASS


_ACTIONS: Mapping[Action, tuple[Action, ...]] = {
    "block": ("block", "review"),
    "review": ("review",),
}
"""What a rule's findings can ask for; those within the noise ask for less than the rule."""


def _strongest(findings: Iterable[Finding]) -> Action | None:
    return min((finding.action for finding in findings), default=None)


def _result(
    rule: NamedRule | MetricRule,
    findings: Sequence[Finding],
    comparison: Comparison,
    means: Means,
) -> RuleResult:
    mine = [f for f in findings if f.rule == rule.name and f.action in _ACTIONS[rule.action]]
    cases = sorted({finding.case_id for finding in mine if finding.case_id})
    reason = mine[0].reason if mine else ""
    if isinstance(rule, MetricRule):
        cases = list(losers(rule, comparison)) if mine else []
        reason = means.drop(rule).reason
    return RuleResult(
        rule=rule.name,
        action=_strongest(mine) or rule.action,
        fired=bool(mine),
        case_ids=tuple(cases),
        reason=reason,
    )

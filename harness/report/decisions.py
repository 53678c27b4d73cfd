"""Findings and decisions of a run, by case: what counts, what was accepted, what can be decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from harness.model.decision import DecisionEvidence
from harness.model.gate import DecisionResult, Finding, GateResult
from harness.report.context import (
    CaseAction,
    Decided,
    DecisionPart,
    EvidenceParts,
    FindingPart,
    FiredRule,
    ReviewPart,
)
from harness.text.redact import redact

Say = Callable[[str], str]
"""A sentence as the text mode allows it."""


def by_case(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings of each case, in their order."""
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        grouped.setdefault(finding.case_id, []).append(finding)
    return grouped


def strongest(findings: Iterable[Finding]) -> CaseAction:
    """The strongest action of some findings."""
    actions = {finding.action for finding in findings}
    return "block" if "block" in actions else "review" if actions else ""


def finding_parts(findings: Iterable[Finding], say: Say) -> tuple[FindingPart, ...]:
    """Findings with the same reason together."""
    by_reason: dict[str, list[FiredRule]] = {}
    for finding in findings:
        fired = FiredRule(finding.rule, finding.action)
        reason = "; ".join(filter(None, (finding.reason, finding.note)))
        by_reason.setdefault(say(reason), []).append(fired)
    return tuple(FindingPart(tuple(rules), reason) for reason, rules in by_reason.items())


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was decided and can be decided, by case id; an empty id is the run as a whole."""

    findings: Mapping[str, Sequence[Finding]]
    """All of them."""
    results: Mapping[str, Sequence[DecisionResult]]
    evidence: Mapping[str, DecisionEvidence]

    @staticmethod
    def of(gate: GateResult, evidence: Mapping[str, DecisionEvidence]) -> Decisions:
        results: dict[str, list[DecisionResult]] = {}
        for result in gate.decisions:
            results.setdefault(result.case_id, []).append(result)
        return Decisions(by_case(gate.findings), results, evidence)

    def waived_findings(self, case_id: str) -> list[Finding]:
        """Findings that people accepted."""
        return [finding for finding in self.findings.get(case_id, ()) if finding.waived_by]

    def waived(self, case_id: str) -> bool:
        """Whether some finding was accepted."""
        return bool(self.waived_findings(case_id))

    def verdict(self, case_id: str) -> Decided:
        """What the last decision that counts says."""
        results = self.results.get(case_id, ())
        counting = [result for result in results if result.state == "in_force"]
        if counting:
            return cast("Decided", counting[-1].verdict)
        return "reopened" if any(result.state == "void" for result in results) else ""

    def review(self, case_id: str, say: Say, *, decidable: bool) -> ReviewPart:
        """The decisions, and what a new one is bound to where there is something to decide."""
        return ReviewPart(
            decisions=tuple(_part(result, say) for result in self.results.get(case_id, ())),
            evidence=self._evidence(case_id) if decidable else None,
        )

    def _evidence(self, case_id: str) -> EvidenceParts | None:
        """A case whose id is not shown as it is cannot be named in a decision."""
        evidence = self.evidence.get(case_id)
        if evidence is None or redact(case_id) != case_id:
            return None
        findings = self.findings.get(case_id, ())
        return EvidenceParts(
            case_id=case_id,
            rules=tuple(dict.fromkeys(finding.rule for finding in findings)),
            action=strongest(findings),
            **evidence.model_dump(),
        )


def _part(result: DecisionResult, say: Say) -> DecisionPart:
    return DecisionPart(
        verdict=result.verdict,
        state=result.state,
        changed=result.changed,
        who=result.who,
        role=result.role,
        at=result.at,
        expires=result.expires or "",
        reason=say(result.reason),
        commit=result.commit,
        digest=result.digest,
    )

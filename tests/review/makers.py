"""Decisions and findings for tests that need no run."""

from __future__ import annotations

from typing import Any

from harness.model.decision import EVIDENCE_PARTS, Decision, DecisionEvidence
from harness.model.gate import Finding, GateResult, RuleResult
from harness.review import sealed
from harness.store import digest_text


def evidence(**changed: str) -> DecisionEvidence:
    """Evidence whose parts are all different; ``changed`` names other content of a part."""
    return DecisionEvidence(
        **{part: digest_text(changed.get(part, part)) for part in EVIDENCE_PARTS}
    )


def decision(verdict: str = "accept", **given: Any) -> Decision:
    """A decision about ``parcels`` by Anna."""
    values: dict[str, Any] = {
        "case_id": "parcels",
        "verdict": verdict,
        "reason": "as agreed",
        "role": "editor",
        "who": "Anna",
        "at": "2026-03-01T09:30:00Z",
        "rules": ["any_case_changes_from_pass_to_fail"],
        "action": "review",
        "evidence": evidence().model_dump(mode="json"),
    }
    return sealed({**values, **given})


def retraction(of: Decision, **given: Any) -> Decision:
    values = {"reason": "", "who": of.who, "case_id": of.case_id, "at": "2026-03-09T00:00:00Z"}
    return decision("retract", retracts=of.digest, **{**values, **given})


def finding(action: Any = "review", case_id: str = "parcels", **given: Any) -> Finding:
    values: dict[str, Any] = {"rule": f"{action}_rule", "reason": "it fell"}
    return Finding(action=action, case_id=case_id, **{**values, **given})


def gate(*findings: Finding, complete: bool = True) -> GateResult:
    """A verdict as the rules alone leave it."""
    from harness.gate.decide import exit_code_of, verdict_of

    verdict = verdict_of(findings, complete=complete)
    rules = {found.rule: found.action for found in findings}
    return GateResult(
        verdict=verdict,
        exit_code=int(exit_code_of(verdict, complete=complete)),
        complete=complete,
        policy_hash=digest_text("policy"),
        rules=tuple(
            RuleResult(
                rule=rule,
                action=action,
                fired=True,
                case_ids=tuple(f.case_id for f in findings if f.rule == rule),
            )
            for rule, action in rules.items()
        ),
        findings=findings,
    )

"""What stops a release without a rule of the policy: edits of the exam, cases without records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection

from harness.model.gate import Finding, GateResult
from harness.report import pictures
from harness.report.context import CaseRef, RulePart


def beside_policy(
    gate: GateResult, compared: Collection[str], refer: Callable[[str], CaseRef]
) -> tuple[RulePart, ...]:
    """Findings that no rule of the policy made, told as rules are.

    One part for all compared cases, whose own sections say why, and one for every other reason:
    a file of the exam that was edited, or cases that were never asked and so have no section.
    """
    known = {rule.rule for rule in gate.rules}
    grouped: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in gate.findings:
        if finding.rule not in known:
            why = "" if finding.case_id in compared else finding.reason
            grouped[finding.rule, why].append(finding)
    return tuple(_part(found, refer) for found in grouped.values())


def _part(found: list[Finding], refer: Callable[[str], CaseRef]) -> RulePart:
    left = [finding for finding in found if not finding.waived_by]
    return RulePart(
        rule=found[0].rule,
        action=min(finding.action for finding in left or found),
        fired=bool(left),
        reason=(left or found)[0].reason,
        facet=pictures.rule_facet(found[0].rule),
        lead=None,
        cases=tuple(dict.fromkeys(refer(f.case_id) for f in left if f.case_id)),
        waived=tuple(dict.fromkeys(refer(f.case_id) for f in found if f.waived_by and f.case_id)),
    )

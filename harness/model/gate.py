"""What the policy makes of a comparison: ``gate.json``."""

from __future__ import annotations

from typing import Literal

from harness.model.wire import Verdict, Wire

Action = Literal["block", "review"]


class Finding(Wire):
    """A rule fired on a case (or on the run, with an empty ``case_id``)."""

    rule: str
    action: Action
    case_id: str = ""
    reason: str
    documents: tuple[str, ...] = ()


class RuleResult(Wire):
    """One rule of the policy, fired or not."""

    rule: str
    """The rule's name, or its canonical text for a metric rule."""
    action: Action
    fired: bool
    case_ids: tuple[str, ...] = ()
    reason: str = ""
    """Why it fired; of a metric rule that did not, why a drop was not enough."""


class GateResult(Wire):
    """``gate.json``."""

    schema_version: int = 1
    verdict: Verdict
    exit_code: int
    complete: bool
    """False when a record is missing or errored: then the verdict is never PASS."""
    policy_hash: str
    rules: tuple[RuleResult, ...]
    findings: tuple[Finding, ...]
    carried_uncertain: int = 0
    """Pairs that are equally uncertain on both sides for the same text."""
    drafts: tuple[str, ...] = ()
    """Cases tagged ``draft``: asked and compared, and left out of every rule and finding."""

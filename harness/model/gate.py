"""What the policy makes of a comparison: ``gate.json``."""

from __future__ import annotations

from typing import Literal

from harness.model.wire import Verdict, Wire

Action = Literal["block", "review"]

VerdictWord = Literal["PASS", "REVIEW", "BLOCK", "NO VERDICT"]
"""What people and programs are told."""


class Finding(Wire):
    """A rule fired on a case (or on the run, with an empty ``case_id``)."""

    rule: str
    """The rule that fired."""
    action: Action
    """What the rule does."""
    case_id: str = ""
    """The case; empty for what was found on the run as a whole."""
    reason: str
    """Why it fired, in a sentence."""
    documents: tuple[str, ...] = ()
    """Paths of the documents that did it."""
    evidence: str = ""
    """``sha256:…`` of what was found, where that is not in the records of a case."""
    waived_by: tuple[str, ...] = ()
    """Digests of the decisions that accept it: listed, and no part of the verdict."""
    rejected_by: str = ""
    """Digest of the decision by which a finding that asked for review blocks."""
    note: str = ""
    """What a decision about it comes to, where it does not waive it."""


class RuleResult(Wire):
    """One rule of the policy, fired or not."""

    rule: str
    """The rule's name, or its canonical text for a metric rule."""
    action: Action
    """What the rule does when it fires."""
    fired: bool
    """It fired."""
    case_ids: tuple[str, ...] = ()
    """Cases it fired on."""
    reason: str = ""
    """Why it fired; of a metric rule that did not, why a drop was not enough."""
    waived: bool = False
    """Every finding of it is waived."""


DecisionState = Literal["in_force", "overruled", "void", "expired", "retracted"]
"""``overruled``: a later decision says otherwise. ``void``: made on other evidence."""


class DecisionResult(Wire):
    """A decision about something this run found, and what it comes to."""

    case_id: str
    """The case; empty for what was found on the run as a whole."""
    digest: str
    """The decision's digest."""
    verdict: str
    """What the person decided."""
    state: DecisionState
    """Whether it counts."""
    changed: tuple[str, ...] = ()
    """Of a void decision, the parts of the evidence that are not what they were."""
    who: str
    """The person."""
    role: str
    """In which role."""
    at: str
    """When, in UTC."""
    expires: str | None = None
    """Last day on which it counts."""
    reason: str
    """Why the person decided so."""
    commit: str = ""
    """The commit that brought it: ``a1b2c3d4e5f6 2026-03-01 Author``; empty where none did."""


class GateResult(Wire):
    """``gate.json``: what every rule says, what people decided, and the verdict."""

    schema_version: int = 1
    verdict: Verdict
    exit_code: int
    """The exit code that goes with it."""
    complete: bool
    """False when a record is missing or errored, or some cases alone were asked: then the verdict
    is never PASS."""
    no_verdict: str = ""
    """Why this is no verdict, where only some cases were asked; what blocks, blocks all the same."""
    policy_hash: str
    """``sha256:…`` over the rules."""
    rules: tuple[RuleResult, ...]
    """Every rule of the policy."""
    findings: tuple[Finding, ...]
    """What the rules found."""
    carried_uncertain: int = 0
    """Pairs that are equally uncertain on both sides for the same text."""
    drafts: tuple[str, ...] = ()
    """Cases tagged ``draft``: asked and compared, and left out of every rule and finding."""
    decisions: tuple[DecisionResult, ...] = ()
    """Decisions about the findings, by case and time; of void ones, the latest of each case."""

    @property
    def word(self) -> VerdictWord:
        """The verdict, or that there is none: a run of some cases can block, and nothing else."""
        return "NO VERDICT" if self.no_verdict and self.verdict != "BLOCK" else self.verdict

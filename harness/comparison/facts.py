"""A fact followed through source, context and answer on both sides, decided in pairs.

The three places are looked at separately, so that the first place where the versions differ
is known. What the candidate's source holds decides what its context and answer are measured
against: the same passage where it is unchanged, its new form where it was edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.checks.finding import Find, find
from harness.checks.passages import Passage
from harness.checks.view import SideView
from harness.comparison.answers import answer_outcome
from harness.comparison.evidence import (
    LOSS,
    Decision,
    baseline_outcome,
    follow,
    introduced,
)
from harness.model.comparison import Evidence, EvidenceState, Outcome, PairedCheck, Place
from harness.model.wire import Layer

_LAYER_OF: dict[Place, Layer] = {
    "source": "retrieval",
    "context": "retrieval",
    "answer": "answer",
}


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a pair at one place."""

    outcome: Outcome
    reason: str = ""
    passage: Passage | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return (self.passage.evidence(),) if self.passage else ()


ABSENT = Half("not_applicable", "not expected on this side")


def pair_facts(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Every required fact of either side, at every place."""
    old = baseline.expectation.required_facts
    new = candidate.expectation.required_facts
    for fact in old:
        if fact in new:
            yield from _kept(fact, baseline, candidate)
        else:
            yield from _dropped(fact, baseline)
    for fact in new:
        if fact not in old:
            yield from _declared(fact, baseline, candidate)


def _kept(fact: str, baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """A fact that is expected on both sides."""
    base = find(fact, baseline.library, baseline.labelled)
    outcome, reason = baseline_outcome(base)
    decision = follow(fact, base, outcome, candidate) if base else Decision("fail", "none", reason)
    yield _pair(
        fact, "source", Half(outcome, reason, base and base.passage), _half(decision), decision
    )
    old = Decision(outcome, "none", reason, base)
    yield _pair(fact, "context", _context(fact, old, baseline), _context(fact, decision, candidate))
    yield _pair(fact, "answer", _answer(fact, old, baseline), _answer(fact, decision, candidate))


def _dropped(fact: str, baseline: SideView) -> Iterator[PairedCheck]:
    """A fact that an intended change takes away: looked at on the baseline alone."""
    base = find(fact, baseline.library, baseline.labelled)
    outcome, reason = baseline_outcome(base)
    old = Decision(outcome, "none", reason, base)
    yield _pair(fact, "source", Half(outcome, reason, base and base.passage), ABSENT)
    yield _pair(fact, "context", _context(fact, old, baseline), ABSENT)
    yield _pair(fact, "answer", _answer(fact, old, baseline), ABSENT)


def _declared(fact: str, baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """A fact that an intended change declares: it must be there now, and by a real change."""
    decision = introduced(fact, baseline, candidate)
    yield _pair(fact, "source", ABSENT, _half(decision), decision)
    yield _pair(fact, "context", ABSENT, _context(fact, decision, candidate))
    yield _pair(fact, "answer", ABSENT, _answer(fact, decision, candidate))


def _half(decision: Decision) -> Half:
    return Half(decision.outcome, decision.reason, decision.find and decision.find.passage)


def _context(fact: str, source: Decision, view: SideView) -> Half:
    """Whether what the source says of the fact reached the context."""
    accepted = source.find if source.strength in ("pass", "uncertain") else None
    if accepted is not None and accepted.passage.key in view.context_keys:
        return Half(source.strength, "the passage is in the context", accepted.passage)
    found = find(fact, view.library, view.context)
    if found is not None and found.supported:
        return Half("pass", found.support.reason, found.passage)
    if accepted is not None and found is not None and _as_good(found, accepted):
        reason = "another passage of the context says as much"
        return Half(source.strength, reason, found.passage)
    return Half("fail", "no passage of the context states it", found and found.passage)


def _as_good(found: Find, accepted: Find) -> bool:
    return not found.contradicted and found.score >= accepted.score - LOSS / 2


def _answer(fact: str, source: Decision, view: SideView) -> Half:
    outcome, reason = answer_outcome(fact, source.find, source.strength, view)
    return Half(outcome, reason)


def _pair(
    fact: str, place: Place, old: Half, new: Half, decision: Decision | None = None
) -> PairedCheck:
    state: EvidenceState = decision.state if decision else "none"
    same = old.passage and new.passage and old.passage.key == new.passage.key
    carried = decision.carried if decision else bool(same) or place == "answer"
    return PairedCheck(
        check="required_fact",
        layer=_LAYER_OF[place],
        place=place,
        subject=fact,
        baseline=old.outcome,
        candidate=new.outcome,
        baseline_reason=old.reason,
        candidate_reason=new.reason,
        state=state,
        carried=carried and old.outcome == new.outcome == "uncertain",
        baseline_evidence=old.evidence,
        candidate_evidence=new.evidence,
    )

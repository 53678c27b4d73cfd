"""A fact followed through source, context and answer on both sides, decided in pairs.

The three places are looked at separately, so that the first place where the versions differ
is known. What the candidate's source holds decides what its context and answer are measured
against: the same passage where it is unchanged, its new form where it was edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.checks.finding import Fact, Find, find
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
from harness.comparison.force import pair_force
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
    as_before: bool = False
    """As far as the fact goes it is what the baseline's evidence was: an ``uncertain`` that is
    so on both sides is carried over."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return (self.passage.evidence(),) if self.passage else ()


ABSENT = Half("not_applicable", "not expected on this side")


def pair_facts(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Every required fact of either side, at every place."""
    weigh = baseline.library
    old = [Fact.of(text, weigh) for text in baseline.expectation.required_facts]
    new = [Fact.of(text, weigh) for text in candidate.expectation.required_facts]
    dropped = [fact for fact in old if fact not in new]
    for fact in old:
        yield from _dropped(fact, baseline) if fact in dropped else _kept(fact, baseline, candidate)
    for fact in new:
        if fact not in old:
            yield from _pairs(
                fact, None, introduced(fact, dropped, baseline, candidate), baseline, candidate
            )


def _kept(fact: Fact, baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """A fact that is expected on both sides."""
    old = _on_baseline(fact, baseline)
    new = follow(fact, old.find, old.outcome, baseline, candidate) if old.find else old
    yield from _pairs(fact, old, new, baseline, candidate)
    accepted = new.find if new.outcome in ("pass", "uncertain") else None
    yield from pair_force(fact.text, old.find, accepted, baseline, candidate)


def _dropped(fact: Fact, baseline: SideView) -> Iterator[PairedCheck]:
    """A fact that an intended change takes away: looked at on the baseline alone."""
    yield from _pairs(fact, _on_baseline(fact, baseline), None, baseline, baseline)


def _on_baseline(fact: Fact, baseline: SideView) -> Decision:
    found = find(fact, baseline.library, baseline.labelled)
    outcome, reason = baseline_outcome(found)
    return Decision(outcome, "none", reason, found)


def _pairs(
    fact: Fact,
    old: Decision | None,
    new: Decision | None,
    baseline: SideView,
    candidate: SideView,
) -> Iterator[PairedCheck]:
    """The pair of each place; ``None`` where the fact is not expected on that side."""
    state: EvidenceState = new.state if new else "none"
    yield _pair(fact, "source", _source(old), _source(new), state)
    yield _pair(fact, "context", _context(fact, old, baseline), _context(fact, new, candidate))
    yield _pair(fact, "answer", _answer(fact, old, baseline), _answer(fact, new, candidate))


def _source(decision: Decision | None) -> Half:
    if decision is None:
        return ABSENT
    passage = decision.find.passage if decision.find else None
    kept = decision.carried or decision.state == "none"
    return Half(decision.outcome, decision.reason, passage, as_before=kept)


def _context(fact: Fact, source: Decision | None, view: SideView) -> Half:
    """Whether what the source says of the fact reached the context."""
    if source is None:
        return ABSENT
    accepted = source.find if source.strength in ("pass", "uncertain") else None
    whole = source.pieces or ((accepted.passage,) if accepted else ())
    if accepted is not None and all(piece.key in view.context_keys for piece in whole):
        reason = "the passage is in the context"
        return Half(source.strength, reason, accepted.passage, as_before=True)
    found = find(fact, view.library, view.context)
    if found is not None and found.supported:
        return Half("pass", found.support.reason, found.passage)
    if accepted is not None and found is not None and _as_good(found, accepted):
        reason = "another passage of the context says as much"
        return Half(source.strength, reason, found.passage, as_before=True)
    passage = found.passage if found else None
    return Half("fail", "no passage of the context states it", passage)


def _as_good(found: Find, accepted: Find) -> bool:
    return not found.contradicted and found.coverage >= accepted.coverage - LOSS / 2


def _answer(fact: Fact, source: Decision | None, view: SideView) -> Half:
    if source is None:
        return ABSENT
    outcome, reason = answer_outcome(fact, source.find, source.strength, view)
    return Half(outcome, reason, as_before=True)


def _pair(
    fact: Fact, place: Place, old: Half, new: Half, state: EvidenceState = "none"
) -> PairedCheck:
    both_weak = old.outcome == new.outcome == "uncertain"
    return PairedCheck(
        check="required_fact",
        layer=_LAYER_OF[place],
        place=place,
        subject=fact.text,
        baseline=old.outcome,
        candidate=new.outcome,
        baseline_reason=old.reason,
        candidate_reason=new.reason,
        state=state,
        carried=both_weak and old.as_before and new.as_before,
        baseline_evidence=old.evidence,
        candidate_evidence=new.evidence,
    )

"""What stands beside the records of the fixture's run: effects, coverage, changed text, a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.model.changes import DocumentDiff, Place, SentenceChange, ValueChange
from harness.model.comparison import Comparison, Outcome, TrialOutcomes
from harness.model.corpus import DocumentChange
from harness.model.coverage import Coverage, DocumentCoverage, GroupShare, SectionCoverage
from harness.model.effects import DocumentEffect, Effects, Entry
from harness.model.judgement import Judgement, Vote
from harness.model.noise import LayerNoise, Noise
from harness.model.previous import Previous
from harness.model.wire import SIDES
from harness.report import RunArtefacts
from harness.store import digest_text

TOTALS: Mapping[str, Any] = {
    "records": 12,
    "errors": 1,
    "refused": 2,
    "empty_contexts": 0.083333,
    "tokens": {"prompt": 24_310, "completion": 1_204},
    "cost": 0.0213,
}
TIMES = {
    "retrieve": {"p50": 2.4, "p90": 3.1, "p99": 110.0},
    "generate": {"p50": 840.0, "p90": 1300.0, "p99": 2100.0},
}

NOISE = Noise(
    state="measured",
    trials=2,
    draws=2,
    floor=0.041667,
    layers=(
        LayerNoise(layer="retrieval", compared=24, flips=0, rate=0.0),
        LayerNoise(layer="citation", compared=24, flips=0, rate=0.0),
        LayerNoise(layer="answer", compared=24, flips=1, rate=0.041667),
    ),
)


def beside(made: RunArtefacts) -> dict[str, Any]:
    """Fields of the artefacts that only a full run of our own has."""
    changes = [change for change in made.manifest_diff.changes if change.kind != "unchanged"]
    sides = {"baseline": TOTALS, "candidate": {**TOTALS, "cost": 0.0187}}
    judge = {
        "name": "openai",
        "model": "small-judge",
        "calibration": "calibrated on 40 decisions",
        "calibrated": {"decisions": 40, "agreement": 0.9, "kappa": 0.78, "false_support": 0.05},
    }
    return {
        "run": {
            **made.run,
            "totals": sides,
            "latency_ms": dict.fromkeys(("baseline", "candidate"), TIMES),
            "judge": judge,
        },
        "noise": NOISE,
        "comparison": _shaky(made.comparison),
        "effects": _effects(made, changes),
        "coverage": _coverage(made, changes),
        "changes": [_diff(change, number) for number, change in enumerate(changes)],
        "judgements": [_judgement(case.id) for case in made.cases[:2]],
        "previous": previous(made),
    }


def previous(made: RunArtefacts) -> Previous:
    """A run in which the first case passed, the second was worded otherwise and one more was asked."""
    before = made.comparison.cases
    passing = [step.model_copy(update={"candidate": "pass"}) for step in before[0].transitions]
    first = before[0].model_copy(update={"transitions": tuple(passing)})
    gone = before[0].model_copy(update={"case_id": "old-1"})
    comparison = made.comparison.model_copy(update={"cases": (first, *before[1:], gone)})
    other = [case.model_copy(update={"query": f"{case.query}?"}) for case in made.cases[1:2]]
    return Previous(
        run_id="run-0123456789ab",
        verdict="REVIEW",
        finished_at="2026-10-30T10:00:00+00:00",
        relation="released",
        differs=("code", "policy"),
        cases=[*made.cases[:1], *other, *made.cases[2:]],
        comparison=comparison,
    )


def _shaky(comparison: Comparison) -> Comparison:
    """The first case within the noise, with three trials a side that do not agree."""
    if not comparison.cases:
        return comparison
    first, *others = comparison.cases
    outcomes: tuple[Outcome, ...] = ("pass", "fail", "pass")
    trials = tuple(
        TrialOutcomes(side=side, trial=trial, outcomes={"citation": "pass", "answer": outcome})
        for side in SIDES
        for trial, outcome in enumerate(outcomes)
    )
    noisy = first.model_copy(
        update={
            "within_noise": ("answer",),
            "trials": trials,
            "stability": {"baseline": 0.666667, "candidate": 0.666667},
        }
    )
    return comparison.model_copy(update={"cases": (noisy, *others)})


def _effects(made: RunArtefacts, changes: Sequence[DocumentChange]) -> Effects:
    blamed = {d.case_id: d.documents for d in made.diagnoses}
    status = {case.case_id: case.status for case in made.comparison.cases}
    return Effects(
        documents=tuple(
            DocumentEffect(
                path=change.path,
                kind=change.kind,
                hurt=tuple(
                    case_id
                    for case_id, paths in blamed.items()
                    if {change.path, change.old_path or change.path} & set(paths)
                    and status[case_id] not in ("improved", "legitimate_change")
                ),
                entered=_entered(made, change),
                hub=change.kind == "added",
                new_readers=("contractors",) if change.kind == "renamed" else (),
            )
            for change in changes
        )
    )


def _entered(made: RunArtefacts, change: DocumentChange) -> tuple[Entry, ...]:
    if change.kind != "added" or not made.cases:
        return ()
    return (Entry(case_id=made.cases[-1].id, rank=1, above_expected=True),)


def _coverage(made: RunArtefacts, changes: Sequence[DocumentChange]) -> Coverage:
    asked = tuple(sorted(case.id for case in made.cases[:1]))
    return Coverage(
        cases=len(made.cases),
        documents=tuple(
            DocumentCoverage(
                path=change.path, source_id=change.source_id, kind=change.kind, risk="high"
            )
            for change in changes
        ),
        sections=tuple(
            SectionCoverage(
                path=change.path,
                source_id=change.source_id,
                section_id="scope/notice-period",
                section="Notice period",
                side="candidate",
                risk="high" if number % 2 == 0 else "low",
                changes=3,
                high=1,
                examples=("30 days -> 60 days",),
                case_ids=asked if number == 0 else (),
            )
            for number, change in enumerate(changes)
        ),
        groups=(
            GroupShare(group="critical", cases=3, share=0.25, touching=2),
            GroupShare(group="tag:numeric", cases=4, share=0.3333, touching=1),
        ),
    )


def _diff(change: DocumentChange, number: int) -> DocumentDiff:
    place = Place(
        path=change.path,
        source_id=change.source_id,
        section_id="scope/notice-period",
        section="Notice period",
        start=0,
        end=40,
    )
    edited = SentenceChange(
        kind="modified",
        risk="high",
        old=f"A notice of 30 days is needed before rule {number} of {change.path} applies.",
        new=f"A notice of 60 days is needed before rule {number} of {change.path} applies.",
        old_place=place,
        new_place=place,
        values=(ValueChange(old="30 days", new="60 days"),),
    )
    added = SentenceChange(kind="added", risk="low", new="It was reworded.", new_place=place)
    return DocumentDiff(
        kind=change.kind,
        path=change.path,
        source_id=change.source_id,
        title="Terms",
        old_path=change.old_path,
        sentences=(edited, added),
    )


def _judgement(case_id: str) -> Judgement:
    vote = Vote(verdict="supported", quote="will preserve account records")
    return Judgement(
        case_id=case_id,
        side="candidate",
        trial=0,
        check="citation_supports",
        subject="guidelines#s:p1: GitHub will preserve account records",
        task="claim_support",
        question=digest_text("question"),
        judge=digest_text("judge"),
        model="small-judge",
        verdict="supported",
        votes=(vote, vote, Vote(verdict="missing")),
    )

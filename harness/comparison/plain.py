"""Pairs of checks that need no anchoring: expected source, refusal, citations, values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from harness.checks.finding import Fact, find
from harness.checks.metrics import falls_under, section_of
from harness.checks.opinion import Half
from harness.checks.refusal import EXCERPTS, refusal_outcome
from harness.checks.structured import schema_outcome
from harness.checks.values import value_outcome
from harness.checks.view import SideView
from harness.comparison.conflicts import new_answer
from harness.comparison.outcomes import over_trials, worst
from harness.comparison.stability import has_dice
from harness.model.comparison import PairedCheck
from harness.model.record import RunRecord
from harness.model.wire import Layer

CITATION_CHECKS = ("citation_exists", "citation_in_context", "citation_supports")


def pair_plain(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Every check of this module for one case."""
    sides = (baseline, candidate)
    yield _paired("expected_source", "retrieval", "", [_expected_source(view) for view in sides])
    yield _refusal(baseline, candidate)
    values = (*baseline.expectation.required_values, *candidate.expectation.required_values)
    for value in dict.fromkeys(values):
        yield _paired("required_value", "answer", value, [_value(value, view) for view in sides])
    if any(view.expectation.answer_schema for view in sides):
        yield _paired("answer_schema", "answer", "", [_schema(view) for view in sides])
    for name in sorted({key[-1] for view in sides for key in view.outside.commands}):
        yield _paired("command", "answer", name, [_command(name, view) for view in sides])
    for check in CITATION_CHECKS:
        yield _paired(check, "citation", "", [_citations(check, view) for view in sides])


def _paired(check: str, layer: Layer, subject: str, halves: list[Half]) -> PairedCheck:
    (old, old_reason), (new, new_reason) = halves
    return PairedCheck(
        check=check,
        layer=layer,
        subject=subject,
        baseline=old,
        candidate=new,
        baseline_reason=old_reason,
        candidate_reason=new_reason,
        carried=old == new == "uncertain",
    )


def _expected_source(view: SideView) -> Half:
    """Whether the expected sources are in the context: any of them, or all with ``match: all``."""
    labels = view.expectation.expected_source_ids
    if not labels:
        return "not_applicable", "no source is expected"
    record = view.records[0]
    if record.error is not None and not record.retrieved:
        return "error", record.error.message
    missing = [
        label
        for label in labels
        if not any(
            falls_under(hit.source_id, section_of(hit.chunk_id), label) for hit in record.context
        )
    ]
    needed = all if view.expectation.match == "all" else any
    if needed(label not in missing for label in labels):
        return "pass", ""
    return "fail", "not in the context: " + ", ".join(missing)


def _over(view: SideView, judge: Callable[[RunRecord], Half]) -> Half:
    """A check over the trials of one side; the reason is that of a trial with the outcome."""
    halves = [judge(record) for record in view.records]
    outcome = over_trials([half[0] for half in halves], critical=view.case.critical)
    return outcome, next((why for found, why in halves if found == outcome), "the trials disagree")


def _refusal(baseline: SideView, candidate: SideView) -> PairedCheck:
    """Refusals in pairs.

    An extractive generator refuses by a score, which is no evidence by itself. What it answered
    and refuses now, on another context, is evidence by difference; what it refused and answers
    now is doubtful where new text may be the answer.
    """
    halves = [_over(view, partial(_refused, view)) for view in (baseline, candidate)]
    pair = _paired("refusal", "answer", "", halves)
    if has_dice((*baseline.records, *candidate.records)):
        return pair
    if _newly_refused(pair, baseline, candidate):
        # Where the context states what the case requires, the score alone says that it is lost.
        return pair if _all_stated(candidate) else pair.model_copy(update={"candidate": "fail"})
    if pair.candidate != "uncertain" or candidate.expectation.answerable:
        return pair.model_copy(update={"carried": pair.candidate == "uncertain"})
    found = new_answer(baseline, candidate)
    if found is None:
        return pair.model_copy(update={"carried": True})
    reason = f"text new in {found.passage.path} may answer a question that has no answer"
    evidence = (found.passage.evidence(),)
    return pair.model_copy(update={"candidate_reason": reason, "candidate_evidence": evidence})


def _newly_refused(pair: PairedCheck, baseline: SideView, candidate: SideView) -> bool:
    """Whether a case that has an answer on both sides lost it; never where the context is equal."""
    answerable = baseline.expectation.answerable and candidate.expectation.answerable
    if not answerable or (pair.baseline, pair.candidate) != ("pass", "uncertain"):
        return False
    old, new = (
        [hit.text_hash for hit in view.records[0].context] for view in (baseline, candidate)
    )
    return old != new


def _all_stated(view: SideView) -> bool:
    """Whether the case requires facts and the context states each of them."""
    facts = [Fact.of(text, view.library) for text in view.expectation.required_facts]
    finds = [find(fact, view.library, view.context) for fact in facts]
    return bool(finds) and all(found is not None and found.supported for found in finds)


def _refused(view: SideView, record: RunRecord) -> Half:
    """The outcome of one record; a judge may know a refusal that does not call itself one."""
    half = refusal_outcome(record, view.expectation)
    if half[0] != "fail" or view.expectation.answerable:
        return half
    query = view.case.query
    return view.opinion(record).weigh(half, "refusal", "", "refusal", query, record.answer)


def _schema(view: SideView) -> Half:
    schema = view.expectation.answer_schema
    if not schema:
        return "not_applicable", "not expected on this side"
    return _over(view, lambda record: schema_outcome(record, schema))


def _command(name: str, view: SideView) -> Half:
    return _over(view, partial(_command_outcome, name, view))


def _command_outcome(name: str, view: SideView, record: RunRecord) -> Half:
    """What a user's program said of one answer; it was run when the answer was made."""
    if record.error is not None:
        return "error", record.error.message
    if record.runtime.excerpts:
        return "not_applicable", EXCERPTS
    found = view.outside.commands.get((view.side, record.case_id, record.trial, name))
    if found is None:
        return "not_applicable", "the check does not apply to this case"
    return found.outcome, found.reason


def _value(value: str, view: SideView) -> Half:
    if value not in view.expectation.required_values:
        return "not_applicable", "not expected on this side"
    return _over(view, lambda record: value_outcome(value, record))


def _citations(check: str, view: SideView) -> Half:
    def judge(record: RunRecord) -> Half:
        if record.error is not None:
            return "error", record.error.message
        cited = view.cited[record.trial]
        results = [r for one in cited for r in one.results if r.check == check]
        outcome = worst(result.outcome for result in results)
        reasons = [f"{r.subject}: {r.reason}" for r in results if r.outcome == outcome and r.reason]
        return outcome, "; ".join(reasons)

    return _over(view, judge)

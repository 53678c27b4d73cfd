"""One case of the report: its row, and the body that opens below it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from harness.checks.metrics import split_label
from harness.model.case import Case, Expectation
from harness.model.changes import DocumentDiff
from harness.model.comparison import CaseComparison, PairedCheck, Place, Status
from harness.model.diagnosis import Diagnosis
from harness.model.gate import Finding
from harness.model.judgement import Judgement
from harness.model.record import Retrieved, RunRecord
from harness.model.wire import LAYERS, SIDES, Layer, Side
from harness.report.answers import answer_parts, corpus_passages, same_answer
from harness.report.changes import blamed_texts
from harness.report.context import (
    CaseDetail,
    CaseMetric,
    CasePart,
    CaseRef,
    CheckGroup,
    CheckPart,
    DiagnosisPart,
    Direction,
    DocumentRef,
    ExpectationPart,
    JudgementPart,
    Linked,
    PlacePart,
    Prose,
    RankingPart,
    Result,
    TextLookup,
    TrialOutcome,
    TrialPart,
)
from harness.report.decisions import Decisions, finding_parts, strongest
from harness.report.judged import judged_parts
from harness.report.links import Link, no_link
from harness.report.pictures import (
    command,
    direction,
    direction_facet,
    metric_facet,
    rule_facet,
    transition_facet,
)
from harness.report.ranking import Marks, align
from harness.report.since import Standing
from harness.report.wording import Speech, TextPolicy, own
from harness.store import canonical_json

FLAGGED: frozenset[Status] = frozenset(
    {
        "regression",
        "stale_label",
        "conflict",
        "undecided",
        "unexpected_change",
        "unfulfilled_change",
        "incomplete",
    }
)
"""Statuses a person should see even when no rule fired."""

GOOD: frozenset[Status] = frozenset({"improved", "legitimate_change", "unchanged"})
"""Statuses that do no harm: a document behind them helped."""

PLACES: tuple[Place, ...] = get_args(Place)
"""In the order of the pipeline; checks without a place last."""

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


@dataclass(frozen=True, slots=True)
class Lookups:
    """What is known of each case and document, by id."""

    refs: Mapping[str, CaseRef]
    cases: Mapping[str, Case]
    commits: Mapping[str, str]
    """The commit that changed the case last."""
    records: Mapping[Side, Mapping[str, Sequence[RunRecord]]]
    """By side and case id, first trial first."""
    diagnoses: Mapping[str, Diagnosis]
    findings: Mapping[str, Sequence[Finding]]
    """Those that count."""
    decided: Decisions
    document: Callable[[str], DocumentRef]
    sources: Mapping[str, frozenset[str]]
    """Path -> source ids, for marking the chunks of blamed documents."""
    policy: TextPolicy
    chunk_text: TextLookup | None
    reproduce: tuple[str, ...]
    link: Link
    changes: Mapping[str, DocumentDiff]
    """Changed text by path."""
    fragments: Collection[str]
    """Values that no sentence may repeat."""
    judgements: Mapping[str, Sequence[Judgement]]
    standing: Standing
    """How the cases stand to an earlier run."""
    judged: Mapping[str, Sequence[Judgement]]
    """Questions a judge was asked, where a person can answer them."""

    def trials(self, case_id: str) -> dict[Side, Sequence[RunRecord]]:
        return {side: self.records[side].get(case_id, ()) for side in SIDES}


def case_part(compared: CaseComparison, look: Lookups) -> CasePart:
    """Row and body of one case."""
    case = look.cases.get(compared.case_id) or Case(id=compared.case_id, query="")
    findings = look.findings.get(compared.case_id, ())
    diagnosis = look.diagnoses.get(compared.case_id)
    speech = case_speech(compared, look)
    return CasePart(
        anchor=look.refs[compared.case_id].anchor,
        id=compared.case_id,
        query=own(case.query),
        status=compared.status,
        action=strongest(findings),
        critical=compared.critical,
        flagged=_is_flagged(compared, look),
        draft=compared.draft,
        since=look.standing.moves.get(case.id, ""),
        within_noise=compared.within_noise,
        stability=tuple(compared.stability[side] for side in SIDES if side in compared.stability),
        decided=look.decided.verdict(case.id),
        waived=look.decided.waived(case.id) and not findings,
        tags=compared.tags,
        layers=tuple(t.layer for t in compared.transitions if t.worse or t.baseline != t.candidate),
        kind=diagnosis.kind if diagnosis else "",
        documents=diagnosis.documents if diagnosis else (),
        summary=speech.say(compared.summary),
        facets=(*_facets(compared), *dict.fromkeys(rule_facet(f.rule) for f in findings)),
        detail=_detail(compared, case, speech, look),
    )


def case_speech(compared: CaseComparison, look: Lookups) -> Speech:
    """What sentences about one case may say."""
    case = look.cases.get(compared.case_id) or Case(id=compared.case_id, query="")
    passages = corpus_passages(look.trials(compared.case_id))
    return Speech(look.policy, _own_texts(case), passages, look.fragments)


def _is_flagged(compared: CaseComparison, look: Lookups) -> bool:
    """A draft has no part in the verdict, so nobody has to decide it."""
    found = bool(look.decided.findings.get(compared.case_id))
    return found or (compared.status in FLAGGED and not compared.draft)


def _own_texts(case: Case) -> tuple[str, ...]:
    """Texts the user wrote: a reason may quote them."""
    texts = [case.query, case.notes]
    for side in SIDES:
        expected = case.on(side)
        texts += expected.required_facts + expected.forbidden_facts
        texts += expected.required_values + expected.expected_evidence
        texts += [part for label in expected.expected_source_ids for part in split_label(label)]
    return tuple(dict.fromkeys(filter(None, texts)))


def _facets(compared: CaseComparison) -> tuple[str, ...]:
    moved = [transition_facet(t.layer, t.baseline, t.candidate) for t in compared.transitions]
    moves = [(t.layer, direction(t.baseline, t.candidate)) for t in compared.transitions]
    moved += [direction_facet(layer, found) for layer, found in moves if found != "same"]
    scopes = ("", *compared.tags)
    for metric in compared.metrics:
        if metric.baseline is not None and metric.candidate is not None:
            result = _result(metric.baseline, metric.candidate)
            moved += [metric_facet(metric.name, scope, result) for scope in scopes]
    return tuple(moved)


def _result(baseline: float, candidate: float) -> Result:
    return "won" if candidate > baseline else "lost" if candidate < baseline else "tied"


def _detail(compared: CaseComparison, case: Case, speech: Speech, look: Lookups) -> CaseDetail:
    trials = look.trials(case.id)
    applying = [check for check in compared.checks if _applies(check)]
    named = {hit.chunk_id for side in SIDES for hit in _retrieved(trials[side])}
    groups = _check_groups(applying, speech, named, look.link)
    answers, *again = (
        answer_parts(trials, number, speech, look.link)
        for number in range(max(1, *(len(records) for records in trials.values())))
    )
    diagnosis = look.diagnoses.get(case.id)
    return CaseDetail(
        findings=finding_parts(look.findings.get(case.id, ()), speech.say),
        waived=finding_parts(look.decided.waived_findings(case.id), speech.say),
        review=look.decided.review(case.id, speech.say, decidable=_is_flagged(compared, look)),
        judged=judged_parts(look.judged.get(case.id, ()), speech, named),
        diagnosis=_diagnosis(look, case.id, speech),
        expectations=_expectations(case, look.link),
        override_reason=case.candidate.reason if case.candidate else "",
        commit=look.commits.get(case.id, ""),
        principal=case.principal,
        scope=tuple(f"{key} = {_plain(value)}" for key, value in sorted(case.filters.items())),
        notes=case.notes,
        changed=tuple(group for group in groups if not _steady(group)),
        steady=tuple(group for group in groups if _steady(group)),
        not_applicable=len(compared.checks) - len(applying),
        metrics=tuple(
            CaseMetric(m.name, m.baseline, m.candidate, speech.say(m.fault))
            for m in compared.metrics
        ),
        ranking=_ranking(case, trials, look),
        answers=answers,
        same_answer=same_answer(answers),
        outcomes=_outcomes(compared),
        again=tuple(
            TrialPart(number, answers, same_answer(answers))
            for number, answers in enumerate(again, 2)
        ),
        judgements=tuple(_judgement(j, speech, named) for j in look.judgements.get(case.id, ())),
        texts=blamed_texts(
            diagnosis.documents if diagnosis else (), look.changes, look.document, look.policy
        ),
        reproduce=command(look.reproduce, case.id),
    )


def _steady(group: CheckGroup) -> bool:
    return all(check.direction == "same" for check in group.checks)


def _outcomes(compared: CaseComparison) -> tuple[TrialOutcome, ...]:
    """Layer by layer, the outcomes of the trials; layers that no trial has are left out."""
    found: dict[Side, list[Mapping[Layer, str]]] = {side: [] for side in SIDES}
    for trial in compared.trials:
        found[trial.side].append(trial.outcomes)
    return tuple(
        TrialOutcome(layer, *(tuple(o.get(layer, "") for o in found[side]) for side in SIDES))
        for layer in LAYERS
        if any(layer in trial.outcomes for trial in compared.trials)
    )


def _judgement(found: Judgement, speech: Speech, named: Collection[str]) -> JudgementPart:
    votes = [vote for vote in found.votes if vote.verdict == found.verdict]
    quotes = dict.fromkeys(vote.quote for vote in votes if vote.quote)
    return JudgementPart(
        side=found.side,
        trial=found.trial + 1,
        check=found.check,
        subject=speech.name(found.subject, named),
        verdict=found.verdict,
        agreeing=len(votes),
        votes=len(found.votes),
        quotes=tuple(speech.policy.show(quote) for quote in quotes),
    )


def _applies(check: PairedCheck) -> bool:
    return {check.baseline, check.candidate} != {"not_applicable"}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _check_groups(
    checks: Sequence[PairedCheck], speech: Speech, named: Collection[str], link: Link
) -> tuple[CheckGroup, ...]:
    """Checks by subject: the worst group first, carried-over ones last among equals."""
    grouped: dict[tuple[str, str], list[PairedCheck]] = {}
    for check in checks:
        grouped.setdefault((check.check, check.subject), []).append(check)
    return tuple(
        CheckGroup(
            check=name,
            layer=members[0].layer,
            subject=speech.name(subject, named),
            checks=tuple(
                _check(check, speech, link) for check in sorted(members, key=_place_order)
            ),
        )
        for (name, subject), members in sorted(grouped.items(), key=lambda item: _worst(item[1]))
    )


def _place_order(check: PairedCheck) -> int:
    return PLACES.index(check.place)


def _worst(checks: Sequence[PairedCheck]) -> tuple[int, bool]:
    """Stable sort key: what the worst member did, then whether all are carried over."""
    moves = [DIRECTIONS.index(direction(check.baseline, check.candidate)) for check in checks]
    return min(moves), all(check.carried for check in checks)


def _check(check: PairedCheck, speech: Speech, link: Link) -> CheckPart:
    return CheckPart(
        place=check.place,
        baseline=check.baseline,
        candidate=check.candidate,
        baseline_reason=speech.say(check.baseline_reason),
        candidate_reason=speech.say(check.candidate_reason),
        state=check.state,
        carried=check.carried,
        direction=direction(check.baseline, check.candidate),
        places=_places(check, link),
    )


def _places(check: PairedCheck, link: Link) -> tuple[PlacePart, ...]:
    evidence = {"baseline": check.baseline_evidence, "candidate": check.candidate_evidence}
    return tuple(
        PlacePart(
            side=side,
            source_id=item.source_id,
            section_id=item.section_id,
            url=link(side, item.source_id, item.section_id),
            start=item.start,
            end=item.end,
            text_hash=item.text_hash,
        )
        for side in SIDES
        for item in evidence[side]
    )


def _diagnosis(look: Lookups, case_id: str, speech: Speech) -> DiagnosisPart | None:
    found = look.diagnoses.get(case_id)
    if found is None:
        return None
    return DiagnosisPart(
        kind=found.kind,
        layer=found.layer,
        stage=found.stage,
        documents=tuple(map(look.document, found.documents)),
        alternatives=tuple(tuple(map(look.document, group)) for group in found.alternatives),
        confirmed=found.confirmed,
        explanation=speech.say(found.explanation),
        evidence=tuple(speech.say(line) for line in found.evidence),
    )


def _expectations(case: Case, link: Link) -> tuple[ExpectationPart, ...]:
    """What the case expects; a field that is empty on both sides is left out."""
    before, after = case.on("baseline"), case.on("candidate")
    parts = []
    for name in Expectation.model_fields:
        old, new = _lines(getattr(before, name)), _lines(getattr(after, name))
        if old or new:
            named = link if name == "expected_source_ids" else no_link
            sides = (_linked(old, "baseline", named), _linked(new, "candidate", named))
            parts.append(ExpectationPart(name, *sides, differs=old != new))
    return tuple(parts)


def _linked(lines: Iterable[str], side: Side, link: Link) -> tuple[Linked, ...]:
    return tuple(Linked(line, link(side, *split_label(line))) for line in lines)


def _lines(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, tuple):
        return value
    return () if value is None else (_plain(value),)


def _ranking(
    case: Case, trials: Mapping[Side, Sequence[RunRecord]], look: Lookups
) -> RankingPart | None:
    expected = {source for side in SIDES for source in case.on(side).expected_source_ids}
    diagnosis = look.diagnoses.get(case.id)
    blamed = {
        source
        for path in (diagnosis.documents if diagnosis else ())
        for source in look.sources.get(path, ())
    }
    before, after = (_retrieved(trials[side]) for side in SIDES)
    return align(before, after, Marks(expected, blamed, look.link), _shower(look))


def _retrieved(records: Sequence[RunRecord]) -> tuple[Retrieved, ...]:
    return records[0].retrieved if records else ()


def _shower(look: Lookups) -> Callable[[Side, str], Prose | None]:
    lookup = look.chunk_text
    if lookup is None:
        return lambda _side, _chunk: None

    def show(side: Side, chunk_id: str) -> Prose | None:
        text = lookup(side, chunk_id)
        return None if text is None else look.policy.show(text)

    return show

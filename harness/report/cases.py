"""One case of the report: its row, and the body that opens below it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from harness.model.case import Case, Expectation
from harness.model.comparison import CaseComparison, PairedCheck, Place, Status
from harness.model.diagnosis import Diagnosis
from harness.model.gate import Finding
from harness.model.record import Citation, Retrieved, RunRecord
from harness.model.wire import SIDES, Side
from harness.report.context import (
    AnswerPart,
    CaseAction,
    CaseDetail,
    CaseMetric,
    CasePart,
    CaseRef,
    CheckGroup,
    CheckPart,
    ClaimPart,
    DiagnosisPart,
    DiffPiece,
    Direction,
    DocumentRef,
    ExpectationPart,
    FindingPart,
    PlacePart,
    Prose,
    RankingPart,
    Result,
    TextLookup,
)
from harness.report.pictures import command, direction, metric_facet, transition_facet
from harness.report.ranking import Marks, align
from harness.report.wording import TextPolicy, own, withheld, word_diff
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

_ANSWER_ERRORS = ("malformed", "truncated")
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


@dataclass(frozen=True, slots=True)
class Lookups:
    """What is known of each case and document, by id."""

    refs: Mapping[str, CaseRef]
    cases: Mapping[str, Case]
    records: Mapping[Side, Mapping[str, Sequence[RunRecord]]]
    """By side and case id, first trial first."""
    diagnoses: Mapping[str, Diagnosis]
    findings: Mapping[str, Sequence[Finding]]
    document: Callable[[str], DocumentRef]
    sources: Mapping[str, frozenset[str]]
    """Path -> source ids, for marking the chunks of blamed documents."""
    policy: TextPolicy
    chunk_text: TextLookup | None
    reproduce: tuple[str, ...]

    def trials(self, case_id: str) -> dict[Side, Sequence[RunRecord]]:
        return {side: self.records[side].get(case_id, ()) for side in SIDES}


def case_part(compared: CaseComparison, look: Lookups) -> CasePart:
    """Row and body of one case."""
    case = look.cases.get(compared.case_id) or Case(id=compared.case_id, query="")
    findings = look.findings.get(compared.case_id, ())
    diagnosis = look.diagnoses.get(compared.case_id)
    return CasePart(
        anchor=look.refs[compared.case_id].anchor,
        id=compared.case_id,
        query=own(case.query),
        status=compared.status,
        action=_strongest(findings),
        critical=compared.critical,
        flagged=bool(findings) or compared.status in FLAGGED,
        tags=compared.tags,
        layers=tuple(t.layer for t in compared.transitions if t.worse or t.baseline != t.candidate),
        kind=diagnosis.kind if diagnosis else "",
        documents=diagnosis.documents if diagnosis else (),
        summary=look.policy.sentence(compared.summary, *_own_texts(case)),
        facets=_facets(compared),
        detail=_detail(compared, case, findings, look),
    )


def _strongest(findings: Sequence[Finding]) -> CaseAction:
    actions = {finding.action for finding in findings}
    return "block" if "block" in actions else "review" if actions else ""


def _own_texts(case: Case) -> tuple[str, ...]:
    """Texts the user wrote: a reason may quote them."""
    texts = [case.query, case.notes]
    for side in SIDES:
        expected = case.on(side)
        texts += expected.required_facts + expected.forbidden_facts
        texts += expected.required_values + expected.expected_evidence
    return tuple(dict.fromkeys(texts))


def _facets(compared: CaseComparison) -> tuple[str, ...]:
    moved = [transition_facet(t.layer, t.baseline, t.candidate) for t in compared.transitions]
    scopes = ("", *compared.tags)
    for metric in compared.metrics:
        if metric.baseline is not None and metric.candidate is not None:
            result = _result(metric.baseline, metric.candidate)
            moved += [metric_facet(metric.name, scope, result) for scope in scopes]
    return tuple(moved)


def _result(baseline: float, candidate: float) -> Result:
    return "won" if candidate > baseline else "lost" if candidate < baseline else "tied"


def _detail(
    compared: CaseComparison, case: Case, findings: Sequence[Finding], look: Lookups
) -> CaseDetail:
    trials = look.trials(case.id)
    known = _own_texts(case)
    applying = [check for check in compared.checks if _applies(check)]
    named = {hit.chunk_id for side in SIDES for hit in _retrieved(trials[side])}
    answers = _answers(trials, look.policy)
    return CaseDetail(
        findings=tuple(
            FindingPart(f.rule, f.action, look.policy.sentence(f.reason, *known)) for f in findings
        ),
        diagnosis=_diagnosis(look, case.id, known),
        expectations=_expectations(case),
        override_reason=case.candidate.reason if case.candidate else "",
        principal=case.principal,
        scope=tuple(f"{key} = {_plain(value)}" for key, value in sorted(case.filters.items())),
        notes=case.notes,
        checks=_check_groups(applying, look.policy, known, named),
        not_applicable=len(compared.checks) - len(applying),
        metrics=tuple(CaseMetric(m.name, m.baseline, m.candidate) for m in compared.metrics),
        ranking=_ranking(case, trials, look),
        answers=answers,
        same_answer=len({answer.answer.digest for answer in answers}) == 1,
        reproduce=command(look.reproduce, case.id),
    )


def _applies(check: PairedCheck) -> bool:
    return {check.baseline, check.candidate} != {"not_applicable"}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _check_groups(
    checks: Sequence[PairedCheck], policy: TextPolicy, known: tuple[str, ...], named: set[str]
) -> tuple[CheckGroup, ...]:
    """Checks by subject: the worst group first, carried-over ones last among equals."""
    grouped: dict[tuple[str, str], list[PairedCheck]] = {}
    for check in checks:
        grouped.setdefault((check.check, check.subject), []).append(check)
    return tuple(
        CheckGroup(
            check=name,
            layer=members[0].layer,
            subject=_subject(subject, policy, {*known, *named}),
            checks=tuple(
                _check(check, policy, known) for check in sorted(members, key=_place_order)
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


def _check(check: PairedCheck, policy: TextPolicy, known: tuple[str, ...]) -> CheckPart:
    return CheckPart(
        place=check.place,
        baseline=check.baseline,
        candidate=check.candidate,
        baseline_reason=policy.sentence(check.baseline_reason, *known),
        candidate_reason=policy.sentence(check.candidate_reason, *known),
        state=check.state,
        carried=check.carried,
        direction=direction(check.baseline, check.candidate),
        places=_places(check),
    )


def _subject(subject: str, policy: TextPolicy, known: Collection[str]) -> str:
    """A fact of the case or a chunk id as it is; anything else may be corpus text."""
    if subject in known or len(subject.split()) < 2:
        return subject
    prose = policy.show(subject)
    return prose.text if prose.shown != "none" else withheld(prose.length)


def _places(check: PairedCheck) -> tuple[PlacePart, ...]:
    evidence = {"baseline": check.baseline_evidence, "candidate": check.candidate_evidence}
    return tuple(
        PlacePart(
            side=side,
            source_id=item.source_id,
            section_id=item.section_id,
            start=item.start,
            end=item.end,
            text_hash=item.text_hash,
        )
        for side in SIDES
        for item in evidence[side]
    )


def _diagnosis(look: Lookups, case_id: str, known: tuple[str, ...]) -> DiagnosisPart | None:
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
        explanation=look.policy.sentence(found.explanation, *known),
        evidence=tuple(look.policy.sentence(line, *known) for line in found.evidence),
    )


def _expectations(case: Case) -> tuple[ExpectationPart, ...]:
    """What the case expects; a field that is empty on both sides is left out."""
    before, after = case.on("baseline"), case.on("candidate")
    parts = []
    for name in Expectation.model_fields:
        old, new = _lines(getattr(before, name)), _lines(getattr(after, name))
        if old or new:
            parts.append(ExpectationPart(name, old, new, old != new))
    return tuple(parts)


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
    return align(before, after, Marks(expected, blamed), _shower(look))


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


def _answers(
    trials: Mapping[Side, Sequence[RunRecord]], policy: TextPolicy
) -> tuple[AnswerPart, ...]:
    texts = [_answer_text(trials[side]) for side in SIDES]
    shown = [policy.show(text) for text in texts]
    pieces = word_diff(shown[0].text, shown[1].text)
    return tuple(
        _answer(side, trials[side], prose, marked, policy)
        for side, prose, marked in zip(SIDES, shown, pieces, strict=True)
    )


def _answer_text(records: Sequence[RunRecord]) -> str:
    return records[0].answer if records else ""


def _answer(
    side: Side,
    records: Sequence[RunRecord],
    prose: Prose,
    pieces: tuple[DiffPiece, ...],
    policy: TextPolicy,
) -> AnswerPart:
    first = records[0] if records else None
    ranks = {hit.chunk_id: hit for hit in first.retrieved} if first else {}
    tokens = first.runtime.tokens if first else None
    return AnswerPart(
        side=side,
        present=first is not None,
        answer=prose,
        pieces=pieces,
        refused=bool(first and first.refused),
        error=_error(first, policy),
        claims=tuple(_claim(c, ranks, policy) for c in first.citations) if first else (),
        model=first.runtime.model if first else "",
        prompt_hash=first.runtime.prompt_hash if first else "",
        tokens=tokens.prompt + tokens.completion if tokens else 0,
        trials=len(records),
        distinct_answers=len({record.answer for record in records}),
    )


def _error(record: RunRecord | None, policy: TextPolicy) -> str:
    """Kind and message; the message of an unusable answer may hold the answer itself."""
    if record is None or record.error is None:
        return ""
    message = record.error.message
    if record.error.kind in _ANSWER_ERRORS and policy.mode != "full":
        message = withheld(len(message))
    return f"{record.error.kind}: {policy.sentence(message)}"


def _claim(citation: Citation, ranks: Mapping[str, Retrieved], policy: TextPolicy) -> ClaimPart:
    hit = ranks.get(citation.chunk_id)
    return ClaimPart(
        claim=policy.show(citation.claim),
        quote=policy.show(citation.quote),
        chunk_id=citation.chunk_id,
        rank=hit.rank if hit else None,
        in_context=bool(hit and hit.in_context),
    )

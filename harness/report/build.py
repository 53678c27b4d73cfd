"""From the artefacts of a run to the context of its report. All arithmetic and order is here."""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, get_args

from harness.model.comparison import CaseComparison, Status
from harness.model.corpus import DocumentChange
from harness.model.gate import RuleResult
from harness.model.judgement import Judgement
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side
from harness.report import pictures
from harness.report.beside import beside_policy
from harness.report.cases import FLAGGED, Lookups, case_part, case_speech
from harness.report.changes import by_path, fragments
from harness.report.context import (
    CasePart,
    CaseRef,
    ConfidencePart,
    CoveragePart,
    DocumentRef,
    FilterPart,
    LeadPart,
    PinGroup,
    PinPart,
    ReportContext,
    ReviewPart,
    RulePart,
    RunArtefacts,
    StatusCount,
    TaskPart,
    VerdictPart,
)
from harness.report.coverage import coverage_part
from harness.report.decisions import Decisions, by_case
from harness.report.effects import corpus_part
from harness.report.judged import questions
from harness.report.links import anchors, case_anchors, document_url, linker
from harness.report.measures import judge_part, noise_part, side_totals
from harness.report.since import since_part, standing
from harness.report.trend import trend_part
from harness.report.wording import Speech, TextPolicy
from harness.statistics import smallest_detectable_loss
from harness.text.redact import redact_all

STATUSES: tuple[Status, ...] = get_args(Status)

_WHERE = frozenset({"paths", "host"})
"""Names in ``run.json`` of folders and machines: they tell about people, not about the run."""

# Which statuses ask a person for what; the order is the order of work.
_TASKS: tuple[tuple[str, frozenset[Status]], ...] = (
    ("rerun", frozenset({"incomplete"})),
    ("fix", frozenset({"regression"})),
    ("relabel", frozenset({"stale_label"})),
    ("resolve", frozenset({"conflict"})),
    ("decide", frozenset({"undecided", "unexpected_change"})),
    ("declare", frozenset({"unfulfilled_change"})),
)


def build_context(artefacts: RunArtefacts) -> ReportContext:
    """The redacted context of a run's report; equal artefacts give equal contexts."""
    with _collector_paused():
        return redact_all(_context(artefacts))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No garbage collection: looking for cycles in one large tree takes longer than making it."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _context(artefacts: RunArtefacts) -> ReportContext:
    refs = _case_refs(artefacts)
    look = _lookups(artefacts, refs)
    cases = [case_part(compared, look) for compared in artefacts.comparison.cases]
    cases.sort(key=_case_order)
    flagged = tuple(case for case in cases if case.flagged)
    rules = _rules(artefacts, refs, look)
    beside = beside_policy(artefacts.gate, refs, partial(_ref, refs=refs))
    rows = _document_anchors(artefacts)
    return ReportContext(
        run_id=artefacts.run_id,
        text=artefacts.text,
        created=_created(artefacts.run),
        policy_hash=artefacts.gate.policy_hash,
        verdict=_verdict(artefacts, (*rules, *beside), flagged, look),
        since=since_part(artefacts.previous, look.standing, refs),
        rules=rules,
        beside=beside,
        corpus=corpus_part(artefacts, look, rows),
        coverage=_coverage(artefacts, look),
        matrices=pictures.matrices(artefacts.comparison),
        by_tag=pictures.by_tag(artefacts.comparison),
        metrics=pictures.metrics(artefacts.comparison.metrics, refs),
        sides=side_totals(artefacts.run),
        filters=_filters(cases),
        flagged=flagged,
        others=tuple(case for case in cases if not case.flagged),
        whole=_whole(look),
        trend=trend_part(artefacts, refs),
        provenance=_provenance(artefacts.run),
    )


def _coverage(artefacts: RunArtefacts, look: Lookups) -> CoveragePart | None:
    if artefacts.coverage is None:
        return None
    drafts = artefacts.gate.drafts
    return coverage_part(artefacts.coverage, drafts, look.refs, look.link, look.policy)


def _whole(look: Lookups) -> ReviewPart:
    found = bool(look.decided.findings.get(""))
    return look.decided.review("", Speech(look.policy, (), ()).say, decidable=found)


def _case_refs(artefacts: RunArtefacts) -> dict[str, CaseRef]:
    compared = artefacts.comparison.cases
    ids = case_anchors(case.case_id for case in compared)
    return {
        case.case_id: CaseRef(anchor=ids[case.case_id], id=case.case_id, status=case.status)
        for case in compared
    }


def _lookups(artefacts: RunArtefacts, refs: Mapping[str, CaseRef]) -> Lookups:
    return Lookups(
        refs=refs,
        cases={case.id: case for case in artefacts.cases},
        commits=artefacts.case_commits,
        records={side: _by_case(artefacts.records.get(side, ())) for side in SIDES},
        diagnoses={diagnosis.case_id: diagnosis for diagnosis in artefacts.diagnoses},
        findings=by_case(f for f in artefacts.gate.findings if not f.waived_by),
        decided=Decisions.of(artefacts.gate, artefacts.evidence),
        document=_document_refs(artefacts),
        sources=_sources(artefacts.manifest_diff.changes),
        policy=TextPolicy(artefacts.text),
        chunk_text=artefacts.chunk_text if artefacts.text != "none" else None,
        reproduce=tuple(artefacts.reproduce),
        link=linker(artefacts.source_url, artefacts.manifest_diff.changes),
        changes=by_path(artefacts.changes),
        fragments=sorted(fragments(artefacts.changes)),
        judgements=_judgements(artefacts.judgements),
        standing=standing(artefacts.previous, artefacts.comparison, artefacts.cases),
        judged=questions(artefacts.judgements) if artefacts.text == "full" else {},
    )


def _judgements(found: Iterable[Judgement]) -> dict[str, list[Judgement]]:
    grouped: dict[str, list[Judgement]] = {}
    for judgement in found:
        grouped.setdefault(judgement.case_id, []).append(judgement)
    return grouped


def _by_case(records: Iterable[RunRecord]) -> dict[str, list[RunRecord]]:
    grouped: dict[str, list[RunRecord]] = {}
    for record in sorted(records, key=lambda record: record.trial):
        grouped.setdefault(record.case_id, []).append(record)
    return grouped


def _sources(changes: Iterable[DocumentChange]) -> dict[str, frozenset[str]]:
    """Path -> source ids of the document on both sides."""
    found: dict[str, frozenset[str]] = {}
    for change in changes:
        ids = frozenset({change.source_id, change.old_source_id or change.source_id})
        for path in {change.path, change.old_path or change.path}:
            found[path] = found.get(path, frozenset()) | ids
    return found


def _document_refs(artefacts: RunArtefacts) -> Callable[[str], DocumentRef]:
    changes = {change.path: change for change in artefacts.manifest_diff.changes}
    changes |= {c.old_path: c for c in changes.values() if c.old_path and c.old_path not in changes}
    rows = _document_anchors(artefacts)

    def refer(path: str) -> DocumentRef:
        change = changes.get(path)
        if change is None:
            return DocumentRef(path=path, url="", anchor="")
        return DocumentRef(
            path=path,
            url=document_url(artefacts.source_url, path, change.source_id, _side_of(change)),
            anchor=rows.get(change.path, ""),
        )

    return refer


def _document_anchors(artefacts: RunArtefacts) -> dict[str, str]:
    changed = (c.path for c in artefacts.manifest_diff.changes if c.kind != "unchanged")
    return anchors("document", changed)


def _side_of(change: DocumentChange) -> Side:
    return "baseline" if change.kind == "removed" else "candidate"


def _case_order(case: CasePart) -> tuple[int, bool, int, str]:
    """Blocking cases first, then by status, critical ones first among equals."""
    strength = 3 if case.waived else {"block": 0, "review": 1, "": 2}[case.action]
    return strength, not case.critical, STATUSES.index(case.status), case.id


def _rules(
    artefacts: RunArtefacts, refs: Mapping[str, CaseRef], look: Lookups
) -> tuple[RulePart, ...]:
    gate = artefacts.gate
    waived = {(f.rule, f.case_id) for f in gate.findings if f.waived_by}
    compared = {case.case_id: case for case in artefacts.comparison.cases}
    parts = [_rule(rule, waived, refs, compared, look) for rule in gate.rules]
    return tuple(sorted(parts, key=lambda rule: (not rule.fired, rule.action != "block")))


def _rule(
    rule: RuleResult,
    waived: Collection[tuple[str, str]],
    refs: Mapping[str, CaseRef],
    compared: Mapping[str, CaseComparison],
    look: Lookups,
) -> RulePart:
    ids = [case_id for case_id in rule.case_ids if case_id]
    accepted = {c for c in ids if rule.waived or (rule.rule, c) in waived}
    return RulePart(
        rule=rule.rule,
        action=rule.action,
        fired=rule.fired and not rule.waived,
        reason=rule.reason,
        facet=pictures.rule_facet(rule.rule),
        lead=_lead(rule, [compared[c] for c in ids if c in compared], refs, look),
        cases=tuple(_ref(c, refs) for c in ids if c not in accepted),
        waived=tuple(_ref(c, refs) for c in ids if c in accepted),
    )


def _lead(
    rule: RuleResult,
    cases: Sequence[CaseComparison],
    refs: Mapping[str, CaseRef],
    look: Lookups,
) -> LeadPart | None:
    """Of the checks a rule's reason is about, one that passed for sure and fails, if there is one."""
    name = rule.reason.partition(" ")[0].rstrip(":")
    checks = [
        (case, check)
        for case in cases
        for check in case.checks
        if check.check == name and (check.worse or check.undecided)
    ]
    if not checks:
        return None
    case, check = min(checks, key=lambda found: (not found[1].worse, found[1].baseline != "pass"))
    return LeadPart(
        case=refs[case.case_id],
        check=check.check,
        place=check.place,
        baseline=check.baseline,
        candidate=check.candidate,
        subject=case_speech(case, look).name(check.subject, ()),
    )


def _ref(case_id: str, refs: Mapping[str, CaseRef]) -> CaseRef:
    """The case's link; a case the comparison does not know keeps its name and leads to the list."""
    return refs.get(case_id) or CaseRef(anchor="cases", id=case_id, status="incomplete")


def _verdict(
    artefacts: RunArtefacts,
    rules: Sequence[RulePart],
    flagged: Sequence[CasePart],
    look: Lookups,
) -> VerdictPart:
    counts = Counter(case.status for case in artefacts.comparison.cases)
    return VerdictPart(
        verdict=artefacts.gate.verdict,
        no_verdict=artefacts.gate.no_verdict,
        complete=artefacts.gate.complete,
        warnings=tuple(artefacts.run.get("warnings", ())),
        exit_code=artefacts.gate.exit_code,
        blocking=sum(case.action == "block" for case in flagged),
        waiting=sum(case.action != "block" and not case.waived for case in flagged),
        accepted=sum(case.waived for case in flagged),
        fired=tuple(rule for rule in rules if rule.fired),
        tasks=_tasks(rules, flagged, look),
        tally=tuple(
            StatusCount(status=status, count=counts[status], flagged=status in FLAGGED)
            for status in STATUSES
            if counts[status]
        ),
        confidence=_confidence(artefacts, look),
        review=pictures.command(artefacts.review),
    )


def _tasks(
    rules: Sequence[RulePart], flagged: Sequence[CasePart], look: Lookups
) -> tuple[TaskPart, ...]:
    """What is asked for; a case flagged by a rule alone is one to decide."""
    known = frozenset().union(*(statuses for _, statuses in _TASKS))
    tasks: list[TaskPart] = []
    for kind, statuses in _TASKS:
        cases = [
            case
            for case in flagged
            if not case.waived
            and (case.status in statuses or (kind == "decide" and case.status not in known))
        ]
        if cases:
            tasks.append(_task(kind, cases, look))
    shown = {case.id for case in flagged}
    if any(rule.fired and not shown & {case.id for case in rule.cases} for rule in rules):
        tasks.append(TaskPart(kind="judge", cases=(), documents=()))
    return tuple(tasks)


def _task(kind: str, cases: Sequence[CasePart], look: Lookups) -> TaskPart:
    paths = sorted({path for case in cases for path in case.documents})
    return TaskPart(
        kind=kind,
        cases=tuple(CaseRef(anchor=c.anchor, id=c.id, status=c.status) for c in cases),
        documents=tuple(look.document(path) for path in paths),
    )


def _confidence(artefacts: RunArtefacts, look: Lookups) -> ConfidencePart:
    compared = artefacts.comparison.cases
    records = [record for side in SIDES for record in artefacts.records.get(side, ())]
    both = sum(all(look.trials(case.case_id).values()) for case in compared)
    detectable = smallest_detectable_loss(both).losses
    trials = max((record.trial + 1 for record in records), default=0)
    return ConfidencePart(
        cases=len(compared),
        compared=both,
        one_sided=tuple(look.refs[case.case_id] for case in compared if case.only_in is not None),
        errors=sum(record.error is not None for record in records),
        trials=trials,
        detectable_losses=detectable,
        detectable_share=detectable / both if detectable else 0.0,
        noise=noise_part(artefacts.noise, compared, look.refs),
        judge=judge_part(artefacts.run),
        carried=artefacts.gate.carried_uncertain,
        diagnosed=len(artefacts.diagnoses),
        confirmed=sum(diagnosis.confirmed for diagnosis in artefacts.diagnoses),
    )


def _filters(cases: Sequence[CasePart]) -> tuple[FilterPart, ...]:
    statuses = {case.status for case in cases}
    return (
        FilterPart("action", tuple(a for a in ("block", "review") if _any_action(cases, a))),
        FilterPart("status", tuple(status for status in STATUSES if status in statuses)),
        FilterPart("since", _occurring([case.since] for case in cases)),
        FilterPart("layer", _occurring(case.layers for case in cases)),
        FilterPart("kind", _occurring([case.kind] for case in cases)),
        FilterPart("tag", _occurring(case.tags for case in cases)),
        FilterPart("document", _occurring(case.documents for case in cases)),
    )


def _any_action(cases: Sequence[CasePart], action: str) -> bool:
    return any(case.action == action for case in cases)


def _occurring(values: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({value for group in values for value in group if value}))


_FRACTION = re.compile(r"(?<=:\d\d)\.\d+")


def _created(run: Mapping[str, Any]) -> str:
    begun = run.get("started_at")
    return _FRACTION.sub("", begun) if isinstance(begun, str) else ""


def _provenance(run: Mapping[str, Any]) -> tuple[PinGroup, ...]:
    """Every leaf of ``run.json`` but where it was run; plain values under the name ``run``."""
    plain = {key: value for key, value in run.items() if not isinstance(value, Mapping)}
    nested = {key: value for key, value in run.items() if key not in plain and key not in _WHERE}
    groups = [PinGroup("run", tuple(_leaves("", plain)))] if plain else []
    groups += [PinGroup(key, tuple(_leaves("", nested[key]))) for key in sorted(nested)]
    return tuple(group for group in groups if group.pins)


def _leaves(prefix: str, value: Any) -> Iterable[PinPart]:
    if isinstance(value, Mapping):
        for key in sorted(value.keys() - _WHERE):
            yield from _leaves(f"{prefix}.{key}" if prefix else str(key), value[key])
    elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
        for number, item in enumerate(value, 1):
            yield from _leaves(f"{prefix}[{number}]", item)
    else:
        yield PinPart(name=prefix, value=_plain(value))


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "—"}[value]
    return str(value)

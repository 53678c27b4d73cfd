"""What a decision is bound to: digests over everything a person saw of a case, part by part.

Ids and hashes alone go in, never a clock, a path or a score, so that the same answers to the same
expectations under the same policy give the same digests on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from harness.gate import undecided
from harness.model.case import Case
from harness.model.comparison import Comparison, PairedCheck
from harness.model.decision import RUN, DecisionEvidence
from harness.model.gate import Finding, GateResult
from harness.model.record import Citation, RunRecord
from harness.model.wire import SIDES, Side
from harness.report import redact
from harness.store import digest_json, digest_text

Records = Mapping[Side, Sequence[RunRecord]]


def evidence_digest(evidence: DecisionEvidence) -> str:
    """``sha256:…`` over all parts."""
    return digest_json(evidence.model_dump(mode="json"))


def evidence_of_run(
    gate: GateResult, comparison: Comparison, cases: Sequence[Case], records: Records
) -> dict[str, DecisionEvidence]:
    """Case id -> evidence, for every case compared or found; an empty id for the run as a whole."""
    findings = _by_case(undecided(gate).findings)
    known = {case.id: case for case in cases}
    trials = {side: _by_id(records.get(side, ())) for side in SIDES}
    compared = {case.case_id: case for case in comparison.cases}
    found = {
        case_id: evidence_of_case(
            known.get(case_id) or Case(id=case_id, query=""),
            {side: trials[side].get(case_id, []) for side in SIDES},
            compared[case_id].checks if case_id in compared else (),
            findings.get(case_id, []),
        )
        for case_id in sorted((compared.keys() | findings.keys()) - {RUN})
    }
    return {**found, RUN: _evidence_of_whole(gate, findings.get(RUN, []), found)}


def evidence_of_case(
    case: Case, records: Records, checks: Sequence[PairedCheck], findings: Sequence[Finding]
) -> DecisionEvidence:
    """The evidence of one case.

    Args:
        case: its expectations.
        records: its records on both sides, every trial.
        checks: its checks, paired.
        findings: what the rules found on it, before any decision.
    """
    return DecisionEvidence(
        answer=_digest(records, _answer),
        cited=_digest(records, _cited),
        retrieved=_digest(records, _retrieved),
        expectation=digest_json(_expectation(case)),
        checks=digest_json(sorted(map(_check, filter(_matters, checks)))),
        policy=_rules(findings),
    )


def _evidence_of_whole(
    gate: GateResult, findings: Sequence[Finding], cases: Mapping[str, DecisionEvidence]
) -> DecisionEvidence:
    """Of the run: what was found on it, and the evidence of the cases behind that."""
    fired = {finding.rule for finding in findings}
    behind = {c for rule in gate.rules if rule.rule in fired for c in rule.case_ids if c in cases}
    parts = {
        name: digest_json([[case_id, getattr(cases[case_id], name)] for case_id in sorted(behind)])
        for name in ("answer", "cited", "retrieved", "expectation")
    }
    said = sorted([finding.rule, redact(finding.reason), finding.evidence] for finding in findings)
    return DecisionEvidence(**parts, checks=digest_json(said), policy=_rules(findings))


def _by_case(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        grouped.setdefault(finding.case_id, []).append(finding)
    return grouped


def _by_id(records: Iterable[RunRecord]) -> dict[str, list[RunRecord]]:
    grouped: dict[str, list[RunRecord]] = {}
    for record in records:
        grouped.setdefault(record.case_id, []).append(record)
    return grouped


def _digest(records: Records, part: Any) -> str:
    """One part of the records of both sides, trials in their order."""
    return digest_json(
        {
            side: [part(r) for r in sorted(records[side], key=lambda record: record.trial)]
            for side in SIDES
        }
    )


def _answer(record: RunRecord) -> list[Any]:
    error = record.error.kind if record.error else ""
    return [digest_text(record.answer), record.refused, error]


def _cited(record: RunRecord) -> list[list[str]]:
    texts = {hit.chunk_id: hit.text_hash for hit in record.retrieved}
    return [_citation(citation, texts) for citation in record.citations]


def _citation(citation: Citation, texts: Mapping[str, str]) -> list[str]:
    text = texts.get(citation.chunk_id, "")
    return [citation.chunk_id, text, digest_text(citation.claim), digest_text(citation.quote)]


def _retrieved(record: RunRecord) -> list[list[str]]:
    return [[hit.chunk_id, hit.text_hash] for hit in record.context]


def _expectation(case: Case) -> dict[str, Any]:
    return {
        "query": case.query,
        "principal": sorted(case.principal),
        "filters": case.filters,
        "tags": sorted(set(case.tags)),
        **{side: case.on(side).model_dump(mode="json") for side in SIDES},
    }


def _matters(check: PairedCheck) -> bool:
    return check.worse or check.undecided


def _check(check: PairedCheck) -> list[str]:
    # The file of the comparison is redacted: read from there or at hand, it is the same evidence.
    return [check.check, check.place, redact(check.subject), check.baseline, check.candidate]


def _rules(findings: Iterable[Finding]) -> str:
    """Rules and actions; what is found about the exam itself goes in by what it is."""
    return digest_json(sorted([f.rule, f.action, f.evidence] for f in findings))

"""The verdict as JSON, for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from harness.outputs.model import Outputs, failing_layers, fired, sentence
from harness.report.context import CasePart


def summary(outputs: Outputs) -> dict[str, Any]:
    """What ``check --json`` prints and ``summary.json`` holds; JSON values."""
    verdict = outputs.report.verdict
    return {
        "schema": 1,
        "run_id": outputs.report.run_id,
        "verdict": outputs.verdict,
        "no_verdict": outputs.report.verdict.no_verdict,
        "warnings": list(outputs.report.verdict.warnings),
        "complete": verdict.complete,
        "exit_code": verdict.exit_code,
        "cases": verdict.confidence.cases,
        "statuses": {entry.status: entry.count for entry in verdict.tally},
        "rules": [
            {"rule": rule.rule, "action": rule.action, "cases": [case.id for case in rule.cases]}
            for rule in verdict.fired
        ],
        "findings": [asdict(found) for found in outputs.findings],
        "flagged": list(map(_case, outputs.worst_first())),
        "annotations": [asdict(mark) for mark in outputs.marks],
        "corpus": {entry.kind: entry.count for entry in outputs.report.corpus.counts},
    }


def _case(case: CasePart) -> dict[str, Any]:
    return {
        "case_id": case.id,
        "action": case.action,
        "status": case.status,
        "critical": case.critical,
        "layers": list(failing_layers(case)),
        "cause": case.kind,
        "documents": list(case.documents),
        "explanation": sentence(case),
        "rules": [found.rule for found in fired(case)],
    }

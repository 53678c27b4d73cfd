"""SARIF 2.1.0: one result for a case and a place it is shown at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from harness import __version__
from harness.outputs.model import Mark, Outputs, told_cases
from harness.store import digest_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(outputs: Outputs) -> dict[str, Any]:
    """The log as JSON values."""
    rules = sorted({mark.rule for mark in outputs.marks})
    told = told_cases(outputs)
    driver = {
        "name": "corpusgate",
        "version": __version__,
        "rules": list(map(_rule, rules)),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "corpusgate/"},
        "properties": {"verdict": outputs.verdict, "run_id": outputs.report.run_id},
        "results": [_result(mark, rules, told[mark.anchor]) for mark in outputs.marks],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def fingerprint(mark: Mark) -> str:
    """Names a finding across runs: lines move, the rule, case and document stay."""
    return digest_json([mark.rule, mark.case_id, mark.path]).removeprefix("sha256:")


def _rule(name: str) -> dict[str, Any]:
    return {"id": name, "name": name, "shortDescription": {"text": name.replace("_", " ")}}


def _result(mark: Mark, rules: Sequence[str], told: str) -> dict[str, Any]:
    return {
        "ruleId": mark.rule,
        "ruleIndex": rules.index(mark.rule),
        "level": mark.level,
        "message": {"text": f"{mark.case_id}: {told}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(mark.path), "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": mark.line, "endLine": mark.end_line},
                }
            }
        ],
        "partialFingerprints": {"corpusgate/v1": fingerprint(mark)},
        "properties": {"case_id": mark.case_id},
    }

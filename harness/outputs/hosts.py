"""What code hosts read: workflow commands of GitHub Actions, code quality of GitLab."""

from __future__ import annotations

from typing import Any

from harness.outputs.model import Outputs, told_cases
from harness.outputs.sarif import fingerprint

_ANNOTATIONS = 10
"""Annotations of one level that GitHub shows of a step."""

_SEVERITY = {"error": "critical", "warning": "minor"}


def workflow_commands(outputs: Outputs) -> list[str]:
    """Workflow commands, one a line: errors first, no more than are shown."""
    told = told_cases(outputs)
    lines: list[str] = []
    for level in ("error", "warning"):
        marks = [mark for mark in outputs.marks if mark.level == level][:_ANNOTATIONS]
        for mark in marks:
            place = f"file={_property(mark.path)},line={mark.line},endLine={mark.end_line}"
            title = _property(f"{mark.case_id}: {mark.rule}")
            lines.append(f"::{level} {place},title={title}::{_message(told[mark.anchor])}")
    return lines


def code_quality(outputs: Outputs) -> list[dict[str, Any]]:
    """The list GitLab shows in a merge request."""
    told = told_cases(outputs)
    return [
        {
            "check_name": mark.rule,
            "description": f"{mark.case_id}: {told[mark.anchor]}",
            "fingerprint": fingerprint(mark),
            "severity": _SEVERITY[mark.level],
            "location": {"path": mark.path, "lines": {"begin": mark.line, "end": mark.end_line}},
        }
        for mark in outputs.marks
    ]


def _message(text: str) -> str:
    """Data of a workflow command: nothing in it can begin another."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")

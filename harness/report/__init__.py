"""The HTML report of a run: one offline file, from the verdict to a single case in two clicks."""

from harness.report.build import build_context
from harness.report.context import TEXT_MODES, ReportContext, RunArtefacts, TextMode
from harness.report.language import languages
from harness.report.links import case_anchor
from harness.report.render import render_report, write_report
from harness.report.wording import TextPolicy
from harness.text.redact import redact, redact_said

__all__ = [
    "TEXT_MODES",
    "ReportContext",
    "RunArtefacts",
    "TextMode",
    "TextPolicy",
    "build_context",
    "case_anchor",
    "languages",
    "redact",
    "redact_said",
    "render_report",
    "write_report",
]

"""The redacted model all outputs are made from: the report's context, and marks on files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from harness.exam import RULE as EXAM_RULE
from harness.gate.labels import LABEL_RULE
from harness.language import SOURCE_LANGUAGE, teller
from harness.model.comparison import CaseComparison
from harness.model.gate import Action, VerdictWord
from harness.model.wire import LAYERS, Layer
from harness.outputs.places import Lines, Locator, Sources
from harness.report import ReportContext, RunArtefacts, build_context, redact
from harness.report.context import CasePart
from harness.text.redact import redact_all

Level = Literal["error", "warning"]

_RELATIVE_REPORT = "index.html"
_BESIDE_THE_CHECKS = (EXAM_RULE, LABEL_RULE)
"""Rules about a case itself: no check and no diagnosis gives their reason."""


@dataclass(frozen=True, slots=True)
class RunFinding:
    """A rule that fired, on a case or on the run as a whole."""

    rule: str
    action: Action
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One case shown at the lines that did it."""

    path: str
    """From the top of the repository."""
    line: int
    end_line: int
    level: Level
    rule: str
    """The strongest rule that fired."""
    case_id: str
    message: str
    """In English, for programs; people read :func:`told_cases`."""
    anchor: str
    """Element id of the case in the report."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything a run says; every string in it is redacted."""

    report: ReportContext
    """What the HTML report shows."""
    findings: tuple[RunFinding, ...]
    """Findings on the run as a whole."""
    marks: tuple[Mark, ...]
    """Places in documents that did it."""
    report_url: str = ""
    """Where the HTML report can be opened by others; empty where nobody said."""
    language: str = SOURCE_LANGUAGE
    """Of what people read; JSON stays English."""

    @property
    def verdict(self) -> VerdictWord:
        """A run of some cases alone can block, and nothing else."""
        found = self.report.verdict
        return "NO VERDICT" if found.no_verdict and found.verdict != "BLOCK" else found.verdict

    def worst_first(self) -> tuple[CasePart, ...]:
        """Cases with findings, in the report's order."""
        return tuple(case for case in self.report.flagged if case.detail.findings)


def build_outputs(
    artefacts: RunArtefacts,
    sources: Sources,
    *,
    report_url: str = "",
    language: str = SOURCE_LANGUAGE,
) -> Outputs:
    """The model of a run, redacted; equal artefacts give equal models."""
    context = build_context(artefacts)
    return Outputs(
        report=context,
        findings=redact_all(tuple(_on_the_run(artefacts))),
        marks=redact_all(tuple(_marks(context, artefacts, sources))),
        report_url=report_url,
        language=language,
    )


def _on_the_run(artefacts: RunArtefacts) -> Iterator[RunFinding]:
    """Findings with no case to show them on: a case that a change adds was never asked."""
    compared = {case.case_id for case in artefacts.comparison.cases}
    for found in artefacts.gate.findings:
        if found.case_id not in compared and not found.waived_by:
            reason = f"{found.case_id}: {found.reason}" if found.case_id else found.reason
            yield RunFinding(found.rule, found.action, reason)


def fired(case: CasePart) -> tuple[RunFinding, ...]:
    """Every rule that fired on a case, with its reason."""
    return tuple(
        RunFinding(rule.rule, rule.action, part.reason)
        for part in case.detail.findings
        for rule in part.rules
    )


def layers_of(case: CasePart) -> tuple[Layer, ...]:
    """Layers that some check of the case applies to, and those it fails in."""
    applying = {group.layer for group in (*case.detail.changed, *case.detail.steady)} | set(
        failing_layers(case)
    )
    return tuple(layer for layer in LAYERS if layer in applying)


def failing_layers(case: CasePart) -> tuple[Layer, ...]:
    """Layers in which a case with findings got worse; never none of them."""
    if not case.detail.findings:
        return ()
    worse = {
        group.layer
        for group in case.detail.changed
        if any(check.direction in ("worse", "unclear") for check in group.checks)
    }
    diagnosis = case.detail.diagnosis
    found = worse or {diagnosis.layer if diagnosis else "answer"}
    return tuple(layer for layer in LAYERS if layer in found)


def told_cases(outputs: Outputs) -> dict[str, str]:
    """Anchor of each flagged case -> its sentence in the language of the outputs."""
    return {case.anchor: sentence(case, outputs.language) for case in outputs.report.flagged}


def sentence(case: CasePart, language: str = SOURCE_LANGUAGE) -> str:
    """What happened to a case, why, and which documents did it."""
    tell = teller(language)
    diagnosis = case.detail.diagnosis
    parts = [tell(case.summary)]
    if diagnosis is not None:
        known = diagnosis.explanation in case.summary
        kind = tell(diagnosis.kind)
        parts.append(kind if known else f"{kind}: {tell(diagnosis.explanation)}")
    parts += [tell(found.reason) for found in fired(case) if found.rule in _BESIDE_THE_CHECKS]
    if case.documents:
        parts.append(tell(f"Documents: {', '.join(case.documents)}"))
    return ". ".join(dict.fromkeys(part.rstrip(".") for part in parts if part)) + "."


def link(outputs: Outputs, anchor: str, *, relative: bool = False) -> str:
    """Address of a case in the report; empty where the report cannot be opened."""
    page = outputs.report_url or (_RELATIVE_REPORT if relative else "")
    return f"{page}#{anchor}" if page else ""


def _marks(context: ReportContext, artefacts: RunArtefacts, sources: Sources) -> Iterator[Mark]:
    locator = Locator(artefacts.manifest_diff, sources)
    compared = {redact(case.case_id): case for case in artefacts.comparison.cases}
    for case in context.flagged:
        if case.detail.findings:
            for path, lines in _places(case, compared[case.id], locator, sources):
                yield _mark(case, path, lines)


def _places(
    case: CasePart, compared: CaseComparison, locator: Locator, sources: Sources
) -> Iterator[tuple[str, Lines]]:
    """Documents that did it; a case that no document is blamed for, at its own line."""
    if not case.documents and sources.cases:
        line = _line_of(compared.case_id, sources.case_lines)
        yield sources.cases, Lines(line, line)
    for path in case.documents:
        yield sources.file(path), locator.lines(path, compared)


def _line_of(case_id: str, lines: Mapping[str, int]) -> int:
    return lines.get(case_id, 1)


def _mark(case: CasePart, path: str, lines: Lines) -> Mark:
    findings = sorted(fired(case), key=lambda found: found.action != "block")
    return Mark(
        path=path,
        line=lines.first,
        end_line=lines.last,
        level="error" if case.action == "block" else "warning",
        rule=findings[0].rule,
        case_id=case.id,
        message=sentence(case),
        anchor=case.anchor,
    )

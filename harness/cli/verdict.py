"""The verdict of a run on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.cli.measures import measure_lines
from harness.job import Finished
from harness.model.counted import counted, listed
from harness.model.gate import Finding, GateResult, RuleResult

_CASES_SHOWN = 12
_WHOLE = "the run as a whole"


def verdict_lines(finished: Finished, page: Path, verdict: str) -> list[str]:
    """The verdict, the rules that fired with their cases, and where to read more.

    Args:
        finished: the run.
        page: its report.
        verdict: the word for it; a look at some cases alone is no verdict.
    """
    gate = finished.gate
    lines = [f"{verdict}  {_counts(finished)}", ""]
    fired = [rule for rule in gate.rules if rule.fired and not rule.waived]
    lines += [line for rule in fired for line in _rule(rule)]
    extra = [
        finding
        for finding in gate.findings
        if finding.rule not in {r.rule for r in gate.rules} and not finding.waived_by
    ]
    lines += [f"  {f.action:7} {': '.join(_words(f))}" for f in extra]
    if not fired and not extra:
        waived = any(finding.waived_by for finding in gate.findings)
        lines.append("  All that was found was accepted." if waived else "  No rule fired.")
    lines += [f"  note    {r.rule}: {r.reason}" for r in gate.rules if r.reason and not r.fired]
    lines += ["", *_flagged(finished), *_decided(gate), *_drafts(gate.drafts)]
    lines += [f"Warning  {warning}" for warning in finished.info["warnings"]]
    lines += [f"Coverage {finished.coverage.sentence}"]
    lines += measure_lines(finished)
    lines += [f"Records  {finished.folder.path}", f"Report   {page}"]
    return lines


def _words(finding: Finding) -> Iterator[str]:
    yield from filter(None, (finding.rule, finding.case_id, finding.reason))


def _decided(gate: GateResult) -> list[str]:
    """What people accepted, and what a decision says of the rest."""
    open_ones = {finding.case_id for finding in gate.findings if not finding.waived_by}
    accepted = sorted({finding.case_id for finding in gate.findings} - open_ones)
    lines = (
        [f"Accepted {listed([c or _WHOLE for c in accepted], _CASES_SHOWN)}"] if accepted else []
    )
    notes = {f"  {f.case_id or _WHOLE}: {f.note}": None for f in gate.findings if f.note}
    return [*lines, *(["Decided", *notes] if notes else [])]


def _drafts(case_ids: Sequence[str]) -> list[str]:
    """Cases that were asked and have no part in the verdict."""
    return (
        [f"Drafts   {listed(case_ids, _CASES_SHOWN)} (no part in the verdict)"] if case_ids else []
    )


def _counts(finished: Finished) -> str:
    counts = Counter(case.status for case in finished.comparison.cases)
    total = len(finished.comparison.cases)
    parts = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    return f"{counted(total, 'case')}: {parts}"


def _rule(rule: RuleResult) -> list[str]:
    cases = listed(rule.case_ids, _CASES_SHOWN) or rule.reason
    return [f"  {rule.action:7} {rule.rule}", f"          {cases}"]


def _flagged(finished: Finished) -> list[str]:
    """One line for every case with a finding: what, and which documents did it."""
    flagged = {f.case_id for f in finished.gate.findings if not f.waived_by}
    lines = []
    for found in finished.diagnoses:
        if found.case_id in flagged:
            documents = ", ".join(found.documents) or "no document"
            lines.append(f"  {found.case_id}  {found.kind}: {documents}")
    return [*lines, ""] if lines else []

"""Score a run against what a perfect report says: found regressions, named causes, false alarms.

Usage: python bench/score.py RUN_FOLDER [TRUTH]

TRUTH is a ``truth.jsonl`` as ``fixtures/README.md`` describes it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.model.gate import Finding, GateResult
from harness.store import read_json, read_jsonl


@dataclass(frozen=True, slots=True)
class Scored:
    """One case: what was true, what was found, and whether that is what a perfect report has."""

    case_id: str
    truth: str
    found: bool
    """A finding of the gate stands on the case."""
    right: bool
    documents: frozenset[str]
    wanted: frozenset[str]

    @property
    def exact(self) -> bool:
        """The documents blamed are exactly those that did it."""
        return self.documents == self.wanted


def score(gate: GateResult, truth: Iterable[Mapping[str, Any]]) -> list[Scored]:
    """Every case of ``truth``, scored by the findings of the gate, in the order of ``truth``."""
    return [_scored(row, [f for f in gate.findings if f.case_id == row["id"]]) for row in truth]


def _scored(row: Mapping[str, Any], findings: list[Finding]) -> Scored:
    return Scored(
        case_id=row["id"],
        truth=row["truth"],
        found=bool(findings),
        right=bool(findings) == (row["truth"] == "regression"),
        documents=frozenset(path for finding in findings for path in finding.documents),
        wanted=frozenset(row["cause_documents"]),
    )


def summary(scored: Iterable[Scored]) -> list[str]:
    """Lines for people: a total for each truth, then every case that is not perfect."""
    cases = list(scored)
    regressions = [case for case in cases if case.truth == "regression"]
    lines = [
        f"{truth}: {sum(c.right for c in cases if c.truth == truth)} of "
        f"{sum(c.truth == truth for c in cases)} as they should be"
        for truth in ("regression", "legit_change", "unchanged")
    ]
    lines.append(f"cause exact: {sum(c.exact for c in regressions)} of {len(regressions)}")
    lines += [f"{c.case_id}: {c.truth}, found: {c.found}" for c in cases if not c.right]
    lines += [
        f"{c.case_id}: blamed {sorted(c.documents)}, wanted {sorted(c.wanted)}"
        for c in regressions
        if c.found and not c.exact
    ]
    return lines


def main(run: Path, truth: Path) -> int:
    """Print the summary; 1 when any case is not as it should be."""
    gate = GateResult.model_validate(read_json(run / "gate.json"))
    scored = score(gate, [row for _, row in read_jsonl(truth)])
    print("\n".join(summary(scored)))
    return int(not all(case.right for case in scored))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    sys.exit(main(folder, Path(sys.argv[2] if len(sys.argv) > 2 else "fixtures/truth.jsonl")))

"""``reviews/proposed-cases.jsonl``: how a case could stand whose label a person calls wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harness.model.case import Case
from harness.model.decision import Decision
from harness.proposals import relabel
from harness.review.settle import Found
from harness.store import append_line

PROPOSED = "proposed-cases.jsonl"


def propose(
    folder: Path, found: Found, decision: Decision, source: str = "", fact: str = ""
) -> None:
    """Add a proposed edit of the case a decision is about.

    Args:
        folder: ``reviews/`` of the workspace.
        found: the run.
        decision: calls the label of a case wrong.
        source: where the right text is, where the person says so.
        fact: what should be expected, where the person says so.
    """
    case = next((case for case in found.cases if case.id == decision.case_id), None)
    if case is None:
        return
    line = {
        "case_id": case.id,
        "decision": decision.digest,
        "who": decision.who,
        "at": decision.at,
        "reason": decision.reason,
        "case": _edited(case, found, decision, source, fact),
    }
    append_line(folder / PROPOSED, line)


def _edited(case: Case, found: Found, decision: Decision, source: str, fact: str) -> dict[str, Any]:
    """The case with what the person gave; without anything, where its text stands now."""
    edited = case.model_dump(mode="json", exclude_defaults=True)
    if source:
        edited["expected_source_ids"] = [source]
    if fact:
        edited["required_facts"] = [fact]
    if not (source or fact):
        edited |= _relabelled(case, found)
    note = f"{decision.at[:10]} {decision.who}: {decision.reason}"
    return {**edited, "notes": "\n".join(filter(None, (case.notes, note)))}


def _relabelled(case: Case, found: Found) -> dict[str, Any]:
    edits = relabel([case], found.comparison)
    return {"candidate": dict(edits[0].override)} if edits else {}

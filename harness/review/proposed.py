"""``reviews/proposed-cases.jsonl``: how a case could stand whose label a person calls wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.cases import cases_digest
from harness.model.case import Case
from harness.model.decision import Decision
from harness.model.wire import Wire
from harness.proposals import relabel
from harness.review.settle import Found
from harness.store import append_line, read_models

PROPOSED = "proposed-cases.jsonl"


class Proposal(Wire):
    """One line of ``reviews/proposed-cases.jsonl``."""

    case_id: str
    decision: str
    """Digest of the decision that calls the label wrong."""
    who: str
    at: str
    reason: str
    base: str
    """``sha256:…`` of the case as it was when it was decided."""
    case: dict[str, Any]
    """The case as it could stand."""


def proposals(folder: Path, decisions: Sequence[Decision]) -> dict[str, Proposal]:
    """Case id -> the latest proposal whose decision stands and was not taken back.

    Args:
        folder: ``reviews/`` of the workspace.
        decisions: those of its ``decisions.jsonl``.

    Raises:
        HarnessError: every line that is no proposal, at once.
    """
    file = folder / PROPOSED
    gone = {decision.retracts for decision in decisions}
    standing = {decision.digest for decision in decisions} - gone
    found = read_models(file, Proposal, "proposed case") if file.exists() else []
    ordered = sorted(found, key=lambda line: (line.at, line.decision))
    return {line.case_id: line for line in ordered if line.decision in standing}


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
    line = Proposal(
        case_id=case.id,
        decision=decision.digest,
        who=decision.who,
        at=decision.at,
        reason=decision.reason,
        base=cases_digest([case]),
        case=_edited(case, found, decision, source, fact),
    )
    append_line(folder / PROPOSED, line.model_dump(mode="json"))


def _edited(case: Case, found: Found, decision: Decision, source: str, fact: str) -> dict[str, Any]:
    """The case with what the person gave; without anything, where its text stands now."""
    edited = case.model_dump(mode="json", exclude_defaults=True)
    given = {"expected_source_ids": source.strip(), "required_facts": fact.strip()}
    override = edited.get("candidate", {})
    for name, text in given.items():
        if text:  # what an intended change sets stands above the case itself
            (override if name in override else edited)[name] = [text]
    if not any(given.values()):
        edited |= _relabelled(case, found)
    note = f"{decision.at[:10]} {decision.who}: {decision.reason}"
    return {**edited, "notes": "\n".join(filter(None, (case.notes, note)))}


def _relabelled(case: Case, found: Found) -> dict[str, Any]:
    edits = relabel([case], found.comparison)
    return {"candidate": dict(edits[0].override)} if edits else {}

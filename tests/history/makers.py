"""Run folders as a finished run leaves them, as far as a trend reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.store import digest_text

PASS = {"retrieval": "pass", "answer": "pass"}
FAIL = {"retrieval": "fail", "answer": "pass"}


def outcome(case_id: str, candidate: Mapping[str, str], **given: Any) -> dict[str, Any]:
    """A line of ``outcomes.jsonl``; the baseline passes."""
    told = digest_text("expected")
    return {
        "schema_version": 1,
        "case_id": case_id,
        "draft": False,
        "status": "unchanged",
        "outcomes": {"baseline": dict.fromkeys(candidate, "pass"), "candidate": dict(candidate)},
        "expectation": {"baseline": told, "candidate": told},
        "unsteady": False,
        **given,
    }


def expecting(text: str) -> dict[str, Any]:
    return {"expectation": dict.fromkeys(("baseline", "candidate"), digest_text(text))}


def info(run_id: str, day: int, **given: Any) -> dict[str, Any]:
    """A ``run.json`` of a day in March."""
    candidate = given.pop("candidate", run_id)
    pins = given.pop("pins", {})
    return {
        "schema": 1,
        "run_id": run_id,
        "started_at": f"2026-03-{day:02}T09:30:00+00:00",
        "state": "complete",
        "verdict": "PASS",
        "inputs": {"corpora": {"baseline": "b", "candidate": candidate}, "config": "c", **pins},
        "latency_ms": {"candidate": {"retrieve": {"p50": 1.0, "p90": float(day), "p99": 9.0}}},
        "totals": {"baseline": {"cost": 0.25}, "candidate": {"cost": 0.5}},
        "machine": {"host": "somewhere"},
        **given,
    }


def make_run(runs: Path, run_id: str, day: int, *outcomes: dict[str, Any], **given: Any) -> Path:
    """A run folder under ``runs``."""
    folder = runs / run_id
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(info(run_id, day, **given)), encoding="utf-8")
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in outcomes)
    (folder / "outcomes.jsonl").write_text(lines, encoding="utf-8")
    return folder

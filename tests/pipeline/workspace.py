"""A tiny workspace on disk: two corpus versions, cases, a configuration that needs no model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

RELEASE = """schema: 1
pipeline:
  embedding: hashing
  generation: {extractive: {refuse_below: 0.3}}
metrics: {k: [1, 3]}
"""
GATE = """schema: 1
release:
  block_if: [any_critical_case_changes_from_pass_to_fail, any_forbidden_fact_appears]
  review_if: [any_case_changes_from_pass_to_fail, any_label_is_stale, any_check_is_undecided]
"""
REFUND = "A refund is paid within 30 days of the return."
BASELINE = {
    "returns.md": f"# Returns\n\nWe accept returns of most goods.\n\n{REFUND}\n",
    "shipping.md": "# Shipping\n\nParcels leave the warehouse on working days.\n",
    "возврат.md": "# Возврат\n\nДеньги возвращаются в течение 14 дней.\n",
}
CASES = (
    {
        "id": "refund",
        "query": "When is a refund paid?",
        "expected_source_ids": ["returns"],
        "required_facts": [REFUND],
        "tags": ["critical"],
    },
    {
        "id": "parcels",
        "query": "When do parcels leave?",
        "expected_source_ids": ["shipping"],
        "required_facts": ["Parcels leave the warehouse on working days."],
    },
    {
        "id": "деньги",
        "query": "Когда вернут деньги?",
        "expected_source_ids": ["возврат"],
        "required_facts": ["Деньги возвращаются в течение 14 дней."],
    },
    {"id": "cafe", "query": "What does the cafe serve?", "answerable": False},
)


def make_workspace(
    root: Path,
    candidate: Mapping[str, str | None] | None = None,
    cases: Sequence[Mapping[str, Any]] = CASES,
) -> Path:
    """A workspace under ``root``; ``candidate`` changes (or, with ``None``, deletes) documents."""
    documents = {**BASELINE, **(candidate or {})}
    write_corpus(root / "corpus" / "baseline", BASELINE)
    write_corpus(root / "corpus" / "candidate", documents)
    (root / "configs").mkdir()
    (root / "configs" / "release.yaml").write_text(RELEASE)
    (root / "configs" / "gate.yaml").write_text(GATE)
    (root / "fixtures").mkdir()
    lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    (root / "fixtures" / "cases.jsonl").write_text(lines, encoding="utf-8")
    return root


def write_corpus(folder: Path, documents: Mapping[str, str | None]) -> None:
    """Documents by path; ``None`` writes nothing."""
    folder.mkdir(parents=True)
    for path, text in documents.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")

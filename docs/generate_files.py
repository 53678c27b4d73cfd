"""Write the tables of docs/reference/files.md from the models of the files: ``make docs``."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel

from docs.tables import alias_docs, fill, model_rows, models_within, prose, table
from harness.exam.edits import Edits
from harness.model import comparison
from harness.model.changes import CorpusDiff
from harness.model.command import CommandResult
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.coverage import Coverage
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import GateResult
from harness.model.judgement import Judgement
from harness.model.measurement import Measurement
from harness.model.noise import Noise
from harness.model.record import RunRecord
from harness.model.trend import CaseOutcome, CaseTrend, Trend

PAGE = Path(__file__).parent / "reference" / "files.md"

FILES: Mapping[str, type[BaseModel]] = {
    "gate.json": GateResult,
    "comparison.json": Comparison,
    "diagnosis.jsonl": Diagnosis,
    "effects.json": Effects,
    "coverage.json": Coverage,
    "records": RunRecord,
    "manifests/diff.json": ManifestDiff,
    "exam.json": Edits,
    "noise.json": Noise,
    "judgements.jsonl": Judgement,
    "ragas.jsonl": Measurement,
    "commands.jsonl": CommandResult,
    "outcomes.jsonl": CaseOutcome,
    "trend.json": Trend,
    "history --case": CaseTrend,
    "diff --json": CorpusDiff,
}
"""Place on the page -> what the file, or a line of it, holds; in the order of the page."""

COMMON = {
    "candidate": "On the candidate.",
    "baseline": "On the baseline.",
    "case_id": "The case.",
    "case_ids": "The cases, sorted.",
    "chunk_id": "The chunk.",
    "cost": "In the currency of the price table; `null` without one.",
    "documents": "Paths of documents, sorted.",
    "draft": "The case is a draft, which has no part in a verdict.",
    "end": "Where it ends: the character after the last.",
    "exit_code": "The exit code of the command.",
    "kind": "What kind it is.",
    "layer": "The layer of the pipeline.",
    "metric": "The metric.",
    "model": "The model, by its own account.",
    "name": "Its name.",
    "new": "As the candidate has it.",
    "old": "As the baseline has it.",
    "outcome": "How it ended.",
    "path": "Path of the document, relative to the corpus folder.",
    "reason": "Why, in a sentence.",
    "risk": "How much the change may matter.",
    "run_id": "The run.",
    "schema": "Version of the form.",
    "schema_version": "Version of the form.",
    "section_id": "The section, within its document.",
    "side": "The corpus version.",
    "source_id": "The document, by its source id.",
    "started_at": "When the run began: ISO 8601.",
    "status": "What the case's comparison adds up to.",
    "text_hash": "`sha256:…` of the text.",
    "title": "Title of the document.",
    "tokens": "Tokens that were used.",
    "trial": "Number of the trial, from 0.",
    "verdict": "The verdict.",
}
"""Fields that mean the same wherever they stand."""


def page() -> str:
    """The page with its tables made anew."""
    described: dict[str, str] = {}
    tables = {name: "\n".join(_file(model, described)) for name, model in FILES.items()}
    statuses = alias_docs(comparison)["Status"].splitlines()[2:]
    rows = [line.split(maxsplit=1) for line in statuses if line]
    tables["statuses"] = table(["Status", "Means"], [[f"`{name}`", text] for name, text in rows])
    return fill(PAGE.read_text("utf-8"), tables)


def _file(model: type[BaseModel], described: dict[str, str]) -> Iterator[str]:
    """The tables of a model and of what it holds, as far as the page has none yet."""
    new = [part for part in models_within(model) if part.__name__ not in described]
    described |= {part.__name__: f"#{part.__name__.lower()}" for part in new}
    for part in new:
        if part is not model:
            yield f"### {part.__name__}\n"
        yield f"{prose(inspect.getdoc(part) or '')}\n"
        yield table(["Field", "Type", "Meaning"], _rows(part, described))


def _rows(model: type[BaseModel], links: dict[str, str]) -> Iterator[list[str]]:
    for name, kind, _, meaning in model_rows(model, links):
        known = meaning or COMMON.get(name.strip("`"), "")
        if not known:
            raise ValueError(f"{model.__name__}.{name} has no docstring that says what it means")
        yield [name, kind, known]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

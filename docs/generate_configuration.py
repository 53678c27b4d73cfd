"""Write the tables of docs/reference/configuration.md from the models themselves: ``make docs``."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from docs.tables import fill, model_rows, prose, table
from harness.config import METRICS, NAMED_RULES
from harness.config.policy import MetricEntry, PolicyFile
from harness.config.release import STAGES, CommandSettings, ReleaseFile
from harness.model.budget import Price

PAGE = Path(__file__).parent / "reference" / "configuration.md"

HEAD = ["Key", "Type", "Default", "Meaning"]
PAGES = {
    "blame": "../explanation/blame.md",
    "cases": "cases.md",
    "checks": "../how-to/check-structured-answers.md",
    "corpus.baseline": "../how-to/git.md",
    "corpus.candidate": "../how-to/git.md",
    "judge": "../how-to/use-a-judge.md",
    "noise": "../explanation/noise.md",
    "pull_request.declared_changes": "../how-to/ci.md#nobody-edits-their-own-exam",
    "ragas": "../how-to/use-ragas.md",
    "release.waivable_by": "decisions.md",
    "telemetry.enabled": "../how-to/trace-a-run.md",
    **{f"pipeline.{stage}": f"providers.md#{stage}" for stage in STAGES},
}
"""Key -> the page with more about it."""


def page() -> str:
    """The page with its tables made anew."""
    models: dict[str, type[BaseModel]] = {
        **dict(_sections(ReleaseFile, "release.yaml", "")),
        **dict(_sections(PolicyFile, "gate.yaml", "")),
        "prices.MODEL": Price,
        "checks.command": CommandSettings,
    }
    tables = {name: table(HEAD, _rows(model, name)) for name, model in models.items()}
    tables["metric rule"] = table(HEAD, model_rows(MetricEntry))
    tables["metrics of a rule"] = "".join(f"- `{name}`\n" for name in METRICS)
    tables["named rules"] = table(
        ["Rule", "Fires when"], [[f"`{n}`", t] for n, t in NAMED_RULES.items()]
    )
    return fill(PAGE.read_text("utf-8"), tables)


def _sections(
    model: type[BaseModel], name: str, path: str
) -> Iterator[tuple[str, type[BaseModel]]]:
    """A model and those within it, by where they stand in the file."""
    yield name, model
    for key, inner in _inner(model):
        yield from _sections(inner, f"{path}{key}", f"{path}{key}.")


def _inner(model: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    for key, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield key, field.annotation


def _rows(model: type[BaseModel], name: str) -> Iterator[list[str]]:
    inner = dict(_inner(model))
    path = "" if name.endswith(".yaml") else f"{name}."
    for row in model_rows(model):
        key = f"{path}{row[0].strip('`')}"
        own = inner.get(key.removeprefix(path))
        if own is not None:
            row[1:] = [f"[settings](#{key.replace('.', '')})", "", prose(inspect.getdoc(own) or "")]
        row[1] = row[1].replace("any", "rule" if key.startswith("release.") else "provider")
        linked = f"[`{key}`]({PAGES[key]})" if key in PAGES else f"`{key}`"
        yield [linked, *row[1:]]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

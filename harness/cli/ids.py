"""Ids that a shell completes: runs of the workspace at hand, and the cases of a run.

A shell has no place for messages, so what cannot be read gives no suggestion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

# Shells take suggestions apart and read some of their signs; an id is given as it is or not at all.
_SAFE = re.compile(r"[\w.@+-]+")


def run_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """Ids of the runs in ``runs/`` that begin so, the newest first."""
    return _beginning(incomplete, (folder.name for folder in _runs(ctx)))


def case_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """Ids of the cases that begin so, of the run that is named or else of the newest."""
    named = ctx.params.get("run")
    runs = (folder for folder in _runs(ctx) if named in (None, folder.name))
    return _beginning(incomplete, _cases(next(runs, None)))


def _runs(ctx: typer.Context) -> list[Path]:
    folder = Path(ctx.params.get("out") or ".") / "runs"
    runs = [path.parent for path in folder.glob("*/run.json")]
    return sorted(runs, key=lambda path: path.stat().st_mtime, reverse=True)


def _cases(run: Path | None) -> Iterator[str]:
    if run is None:
        return
    try:
        with (run / "cases.jsonl").open(encoding="utf-8") as lines:
            yield from (str(json.loads(line)["id"]) for line in lines)
    except (OSError, ValueError, LookupError, TypeError):
        return


def _beginning(incomplete: str, ids: Iterable[str]) -> list[str]:
    return [name for name in ids if name.startswith(incomplete) and _SAFE.fullmatch(name)]

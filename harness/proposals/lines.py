"""A file of cases with some lines edited; every other line stays as it is, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from typing import Any

from harness.proposals.relabel import Relabelled


def edited_lines(text: str, edits: Sequence[Relabelled]) -> str:
    """The file with ``candidate`` of the edited cases replaced. ``text`` was checked before."""
    overrides = {edit.case_id: edit.override for edit in edits}
    return "".join(_edited(line, overrides) for line in _lines(text))


def _lines(text: str) -> list[str]:
    """Lines with their ends; a line feed alone ends one, for JSON may hold the other separators."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _edited(line: str, overrides: Mapping[str, Mapping[str, Any]]) -> str:
    if not line.strip():
        return line
    value = json.loads(line.removeprefix("\ufeff"))
    if value["id"] not in overrides:
        return line
    ending = line[len(line.rstrip("\r\n")) :]
    return case_line({**value, "candidate": overrides[value["id"]]}) + ending


def case_line(value: Mapping[str, Any]) -> str:
    """A case as a line of the file."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def diff_text(before: str, after: str, name: str) -> str:
    """A unified diff of two forms of a file, changed lines alone."""
    return "".join(
        line if line.endswith("\n") else f"{line}\n"
        for line in unified_diff(
            _lines(before),
            _lines(after),
            name,
            f"{name} (proposed)",
            n=0,
        )
    )

"""A file of cases with some lines edited; every other line stays as it is, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from harness.proposals.relabel import Relabelled

Edit = Callable[[dict[str, Any]], Mapping[str, Any]]
"""A case as the file has it -> what it becomes; the same object where it stays."""


def edited_lines(text: str, edits: Sequence[Relabelled]) -> str:
    """The file with ``candidate`` of the edited cases replaced. ``text`` was checked before."""
    overrides = {edit.case_id: edit.override for edit in edits}
    return _rewritten(
        text,
        lambda value: (
            {**value, "candidate": overrides[value["id"]]} if value["id"] in overrides else value
        ),
    )


def replaced_lines(text: str, cases: Mapping[str, Mapping[str, Any]]) -> str:
    """The file with whole cases replaced, by their ids. ``text`` was checked before."""
    return _rewritten(text, lambda value: cases.get(value["id"], value))


def _rewritten(text: str, edit: Edit) -> str:
    return "".join(_edited(line, edit) for line in _lines(text))


def _lines(text: str) -> list[str]:
    """Lines with their ends; a line feed alone ends one, for JSON may hold the other separators."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _edited(line: str, edit: Edit) -> str:
    if not line.strip():
        return line
    value = json.loads(line.removeprefix("\ufeff"))
    edited = edit(value)
    if edited is value:
        return line
    ending = line[len(line.rstrip("\r\n")) :]
    return case_line(edited) + ending


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

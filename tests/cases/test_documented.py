"""The reference of cases names every field and the limits as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harness.cases import lines, load, load_cases, rules
from harness.model.case import Case, Override


@pytest.fixture
def page(repository: Path) -> str:
    return (repository / "docs" / "reference" / "cases.md").read_text(encoding="utf-8")


def test_every_field_is_documented(page: str) -> None:
    fields, _, override = page.partition("## An intended change")
    assert [name for name in Case.model_fields if f"| `{name}` |" not in fields] == []
    rows = "".join(line for line in override.splitlines() if line.startswith("| `"))
    assert [name for name in Override.model_fields if f"`{name}`" not in rows] == []


def test_examples_are_good_cases(page: str, tmp_path: Path) -> None:
    examples = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        path = tmp_path / "cases.jsonl"
        path.write_text(example, encoding="utf-8")
        assert json.loads(example)["id"] == load_cases(path)[0].id


def test_limits_are_the_documented_ones(page: str) -> None:
    limits = (
        f"{lines.MAX_FILE_BYTES >> 20} MiB, {load.MAX_CASES:,} cases",
        f"{lines.MAX_LINE_BYTES >> 20} MiB, {lines.MAX_DEPTH} levels",
        f"{rules.MAX_TEXT_CHARS:,} characters",
        f"| {rules.MAX_ITEMS:,} |",
        f"{rules.MAX_ID_BYTES}\nbytes",
    )
    assert [limit for limit in limits if limit not in page] == []

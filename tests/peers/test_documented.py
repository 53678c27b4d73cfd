"""The page on known failures: every row has its tests, and every test of this folder is named."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@pytest.fixture(scope="module")
def rows(repository: Path) -> list[str]:
    """The rows of the tables."""
    page = repository / "docs" / "explanation" / "known-failures.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    heads = ("| Input |", "|---")
    return [line for line in lines if line.startswith("|") and not line.startswith(heads)]


def test_every_row_names_tests_that_exist(repository: Path, rows: list[str]) -> None:
    assert len(rows) > 40
    named = [(row, _TEST.findall(row)) for row in rows]
    assert [row for row, tests in named if not tests] == []
    missing = [
        f"{file}::{name}"
        for _, tests in named
        for file, name in tests
        if name not in _tests_of(repository / file)
    ]
    assert missing == []


def test_every_test_of_this_folder_stands_in_a_row(rows: list[str]) -> None:
    named = {name for row in rows for _, name in _TEST.findall(row)}
    files = [file for file in Path(__file__).parent.glob("test_*.py") if file != Path(__file__)]
    assert sorted({name for file in files for name in _tests_of(file)} - named) == []


def _tests_of(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return {name for name in functions if name.startswith("test_")}

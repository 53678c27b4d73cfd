"""Numbers of things in sentences, and that no message leaves the plural to its reader."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.model.counted import counted


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 cases"), (1, "1 case"), (2, "2 cases"), (21, "21 cases")]
)
def test_noun_agrees_with_its_number(number: int, text: str) -> None:
    assert counted(number, "case") == text


def test_no_message_says_case_s(repository: Path) -> None:
    files = set((repository / "harness").rglob("*.py"))
    files.remove(repository / "harness" / "language" / "words.py")  # what libraries say
    found = [f"{file.name}: {text}" for file in sorted(files) for text in _texts(file)]
    assert [
        text for text in found if re.search(r"\w\(s\)(?!:)", text) and "http(s)" not in text
    ] == []


def _texts(file: Path) -> Iterator[str]:
    """Strings of a module that are not docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value

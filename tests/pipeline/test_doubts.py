"""What is told beside a verdict, because no rule of it would tell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from tests.pipeline.workspace import BASELINE, RELEASE, make_workspace

RUSSIAN = BASELINE["возврат.md"]


def warnings(root: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The warnings of a run, after a look that every place tells the same."""
    config = str(root / "configs" / "release.yaml")
    run(["run", "--config", config])
    shown = [
        line.removeprefix("Warning  ")
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("Warning  ")
    ]
    run(["run", "--config", config, "--json"])
    told: list[str] = json.loads(capsys.readouterr().out)["warnings"]
    (summary,) = root.glob("reports/*/summary.json")
    assert shown == told == json.loads(summary.read_text("utf-8"))["warnings"]
    (markdown,) = root.glob("reports/*/summary.md")
    assert markdown.read_text("utf-8").count("**Warning:**") == len(told)
    return told


def answering(root: Path) -> Path:
    """A generator that answers: the shipped threshold is one for other vectors."""
    text = RELEASE.replace(
        "pipeline:\n", "pipeline:\n  generation: {extractive: {refuse_below: 0}}\n"
    )
    (root / "configs" / "release.yaml").write_text(text)
    return root


def test_run_that_answers_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert warnings(answering(make_workspace(tmp_path)), capsys) == []


def test_refusing_every_answerable_case_on_both_versions_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (told,) = warnings(make_workspace(tmp_path), capsys)
    assert told.startswith("Every answer is a refusal on both versions (3 answerable cases)")


@pytest.mark.parametrize(
    ("candidate", "told"),
    [
        ({"возврат.md": RUSSIAN.replace("Деньги", "Де\ufffd\ufffdги")}, "возврат.md: characters"),
        ({"new.md": RUSSIAN.encode().decode("cp1252", "replace")}, "new.md: characters"),
        ({"new.md": "# Caf\u00c3\u00a9\n\nText.\n"}, "new.md: characters"),
        ({"возврат.md": RUSSIAN.replace("14", "20")}, ""),
    ],
)
def test_document_that_was_read_in_the_wrong_encoding_is_named(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    candidate: Mapping[str, Any],
    told: str,
) -> None:
    found = warnings(answering(make_workspace(tmp_path, candidate)), capsys)
    assert [text.startswith(told) for text in found] == ([True] if told else [])

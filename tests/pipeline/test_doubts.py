"""What is told beside a verdict, because no rule of it would tell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.cli.review import open_desk
from harness.review.desk import Answer
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


def refusing(root: Path) -> Path:
    """A generator that refuses whatever it is asked."""
    text = RELEASE.replace("refuse_below: 0.3", "refuse_below: 9")
    (root / "configs" / "release.yaml").write_text(text)
    return root


def test_run_that_answers_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert warnings(make_workspace(tmp_path), capsys) == []


def test_refusing_every_answerable_case_on_both_versions_goes_to_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = refusing(make_workspace(tmp_path))
    assert run(["run", "--config", str(root / "configs/release.yaml"), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    (found,) = told["findings"]
    assert (found["rule"], found["case_id"]) == ("some_answerable_case_is_answered", "")
    expected = "Every answer is a refusal on both versions (3 answerable cases)"
    assert found["reason"].startswith(expected)
    assert told["warnings"] == []
    (page,) = root.glob("reports/*/index.html")
    assert "No question is answered on either version" in page.read_text("utf-8")


def test_person_can_accept_that_nothing_is_answered_until_the_corpus_changes(
    tmp_path: Path,
) -> None:
    root = refusing(make_workspace(tmp_path))
    config = str(root / "configs/release.yaml")
    assert run(["run", "--config", config]) == 3
    _, desk = open_desk(None, root / "configs/release.yaml", None, "Ann")
    desk.decide(Answer(case_id="", verdict="accept", reason="retrieval alone", role="release"))
    assert run(["run", "--config", config]) == 0
    (root / "corpus/candidate/new.md").write_text("# New\n\nA refund is paid at the desk.\n")
    assert run(["run", "--config", config]) == 3


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
    found = warnings(make_workspace(tmp_path, candidate), capsys)
    assert [text.startswith(told) for text in found] == ([True] if told else [])

"""Planted texts, looked for in every file and stream of a run. Where they may stand: text-in-runs.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.cli.main import run
from tests.pipeline.workspace import BASELINE, CASES, make_workspace

KEY = "sk-live" + "Abcdefghijklmnop123456"
SECRETS = (KEY, "4111 1111 1111 1111", "anna.petrova@corp.example", "+7 495 123-45-67")
PARTS = ("7 495 123", "anna.petrova", "Abcdefghijklmnop", "4111 1111")
CLOSED = "The severance of the director is seven salaries."
IN_ENVIRONMENT = "sk-live" + "Qrstuvwxyzabcdef654321"
LEAK = f"Write to {SECRETS[2]}, pay with {SECRETS[1]}, use {KEY}, or call {SECRETS[3]} now."
# The cut of a line would fall into the number.
LONG = f"{'The office that is meant answers at any time of the day. ' * 3}Call {SECRETS[3]} there."
EVIDENCE = ("records/baseline.jsonl", "records/candidate.jsonl", "cases.jsonl")
"""Files of a run that hold answers and cases as they are."""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Canaries in documents, front matter, comments, cases, answers and the environment."""
    hidden = f"---\nowner: {SECRETS[2]}\nacl: [{SECRETS[2]}]\n---\n# Pay\n\n{LEAK}\n\n{CLOSED}\n"
    candidate = {
        "returns.md": BASELINE["returns.md"].replace("30", "60") + f"\n{LEAK}\n\n{CLOSED}\n",
        "shipping.md": BASELINE["shipping.md"].replace("working days", f"Sundays. {CLOSED}"),
        "hidden.md": f"{hidden}\n<!-- {CLOSED} {LEAK} -->\n\n{LONG}\n",
    }
    case = {
        "id": "planted",
        "query": f"What does {SECRETS[2]} with {KEY} get?",
        "expected_source_ids": ["returns"],
        "required_facts": [f"Pay with {SECRETS[1]} and call {SECRETS[3]}."],
        "forbidden_facts": [LEAK],
    }
    root = make_workspace(tmp_path, candidate, [*CASES, case])
    monkeypatch.setenv("OPENAI_API_KEY", IN_ENVIRONMENT)
    return root


def test_nothing_planted_leaves_the_evidence(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["run", "--config", str(workspace / "configs" / "release.yaml")])
    texts = dict(zip(("stdout", "stderr"), capsys.readouterr(), strict=True))
    for folder in ("runs", "reports"):
        for file in (workspace / folder).rglob("*"):
            if file.is_file() and not file.as_posix().endswith(EVIDENCE):
                texts[file.name] = file.read_text("utf-8")
    assert {"comparison.json", "coverage.json", "junit.xml", "index.html"} <= texts.keys()
    words = (*SECRETS, *PARTS, CLOSED, IN_ENVIRONMENT)
    found = [(name, word) for name, text in texts.items() for word in words if word in text]
    assert found == []


def test_edit_of_a_hidden_number_is_told_without_its_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = "+7 495 123-45-67", "+7 495 765-43-21"
    told = f"Call {old} to pay within 30 days."
    root = make_workspace(
        tmp_path,
        {"desk.md": f"# Desk\n\n{told.replace(old, new).replace('30', '60')}\n"},
        [
            {
                "id": "desk",
                "query": "Whom do I call to pay?",
                "expected_source_ids": ["desk"],
                "required_facts": [told],
                "tags": ["critical"],
            }
        ],
    )
    (root / "corpus" / "baseline" / "desk.md").write_text(f"# Desk\n\n{told}\n")
    run(["run", "--config", str(root / "configs" / "release.yaml")])
    texts = [*capsys.readouterr()]
    for folder in ("runs", "reports"):
        files = (file for file in (root / folder).rglob("*") if file.is_file())
        texts += [f.read_text("utf-8") for f in files if not f.as_posix().endswith(EVIDENCE)]
    (diagnosis,) = (root / "runs").glob("*/diagnosis.jsonl")
    explained = diagnosis.read_text("utf-8")
    assert "'30 days' became '60 days'" in explained
    assert "the edit took from the fact: [hidden], 30" in explained
    assert not [text for text in texts if "7 495" in text or "45-67" in text or "43-21" in text]


def test_key_of_the_environment_is_nowhere(workspace: Path) -> None:
    run(["run", "--config", str(workspace / "configs" / "release.yaml")])
    files = [file for file in workspace.rglob("*") if file.is_file()]
    assert [file for file in files if IN_ENVIRONMENT.encode() in file.read_bytes()] == []

"""Real git repositories with a small corpus, for the tests of git, check and the plugin."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RELEASE = """\
schema: 1
corpus:
  baseline: git:merge-base:main:docs
  candidate: docs
pipeline:
  embedding: {hashing: {dimensions: 64}}
  rerank: none
"""
ANSWERING = "  generation: {extractive: {refuse_below: -2}}\n"
"""The shipped threshold is one for other vectors."""
RELEASE += ANSWERING

GATE = """\
schema: 1
release:
  block_if:
    - any_critical_case_changes_from_pass_to_fail
    - any_forbidden_fact_appears
  review_if:
    - any_case_changes_from_pass_to_fail
    - any_declared_change_is_not_shown
"""

DOCUMENTS = {
    "docs/returns.md": """\
# Returns

Goods may be returned within 30 days after delivery. The customer pays for the parcel.

## Refunds

Money is refunded within 14 days after the goods arrived at our warehouse.
""",
    "docs/support.md": """\
# Support

The support desk is open from 9 to 18 on working days. Urgent faults are answered in 4 hours.
""",
    "docs/warranty.md": """\
# Warranty

The warranty lasts 24 months for all devices. Batteries have a warranty of 6 months.
""",
}

CASES: list[dict[str, Any]] = [
    {
        "id": "returns-001",
        "query": "How long can goods be returned after delivery?",
        "expected_source_ids": ["returns"],
        "required_facts": ["Goods may be returned within 30 days after delivery."],
        "tags": ["critical", "policy"],
    },
    {
        "id": "support-001",
        "query": "When is the support desk open?",
        "expected_source_ids": ["support"],
        "required_facts": ["The support desk is open from 9 to 18 on working days."],
        "tags": ["policy"],
    },
    {
        "id": "warranty-001",
        "query": "How long does the warranty of batteries last?",
        "expected_source_ids": ["warranty"],
        "required_facts": ["Batteries have a warranty of 6 months."],
        "tags": ["critical"],
    },
]


def git(folder: Path, *arguments: str, **options: Any) -> str:
    """One git command, with a person and a clock of its own."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _WHO},
    }
    done: subprocess.CompletedProcess[bytes] = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", "-C", str(folder), *arguments],
        env=environment,
        check=True,
        capture_output=True,
        **options,
    )
    return done.stdout.decode().strip()


_WHO = (("NAME", "Test"), ("EMAIL", "test@example.org"), ("DATE", "2024-01-01T00:00:00Z"))


def put(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def commit(folder: Path, message: str = "change", files: Mapping[str, str] | None = None) -> str:
    """Write files, commit everything that differs, and return the commit."""
    put(folder, files or {})
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


def lines(cases: list[dict[str, Any]]) -> str:
    """Cases as they stand in their file."""
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)


def start(folder: Path, files: Mapping[str, str] | None = None) -> Path:
    """A repository on ``main`` with one commit: documents, configuration, policy and cases."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    given = {
        **DOCUMENTS,
        "configs/release.yaml": RELEASE,
        "configs/gate.yaml": GATE,
        "fixtures/cases.jsonl": lines(CASES),
        ".gitignore": ".corpusgate/\nruns/\nreports/\n",
    }
    commit(folder, "start", given if files is None else files)
    return folder

"""Shards of a run, put together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.cli import main
from harness.errors import ExitCode
from harness.store import sha256_file
from tests.check.conftest import Check, Checked
from tests.repositories import DOCUMENTS, commit, git

SAME = (
    "records/baseline.jsonl",
    "records/candidate.jsonl",
    "comparison.json",
    "diagnosis.jsonl",
    "gate.json",
    "exam.json",
)


@pytest.fixture
def merge(capsys: pytest.CaptureFixture[str]) -> Check:
    def merge(*arguments: str) -> Checked:
        code = main.run(["merge", "--json", "--base", "main", *arguments])
        return Checked(code, *capsys.readouterr())

    return merge


@pytest.fixture
def shards(top: Path, check: Check) -> list[str]:
    git(top, "checkout", "-q", "-b", "change")
    text = DOCUMENTS["docs/returns.md"].replace("30 days", "60 days")
    commit(top, "change", {"docs/returns.md": text})
    found = []
    for number in (1, 2):
        out = top.parent / f"shard-{number}"
        done = check("--base", "main", "--shard", f"{number}/2", "--out", str(out))
        assert done.result["no_verdict"]
        found.append(str(done.run))
    return found


def test_merged_files_are_those_of_a_run_in_one_piece(
    top: Path, check: Check, merge: Check, shards: list[str]
) -> None:
    merged = merge(*shards, "--out", str(top.parent / "merged"))
    whole = check("--base", "main", "--out", str(top.parent / "whole"))
    assert merged.code == whole.code == ExitCode.BLOCKED
    assert merged.result["complete"]
    for name in SAME:
        assert (merged.run / name).read_bytes() == (whole.run / name).read_bytes(), name
    asked = (merged.run / "timings.jsonl").read_text().splitlines()
    assert len(asked) == 6


def test_shards_are_disjoint_and_complete(shards: list[str]) -> None:
    ids = [
        {json.loads(line)["case_id"] for line in file.read_text().splitlines()}
        for file in (Path(run) / "records" / "candidate.jsonl" for run in shards)
    ]
    assert not ids[0] & ids[1]
    assert ids[0] | ids[1] == {"returns-001", "support-001", "warranty-001"}


def test_shard_of_other_inputs_is_refused_and_told_apart(
    top: Path, merge: Check, shards: list[str]
) -> None:
    commit(top, "more", {"docs/returns.md": DOCUMENTS["docs/returns.md"].replace("30", "90")})
    done = merge(*shards, "--out", str(top.parent / "merged"))
    assert done.code == ExitCode.USAGE
    assert done.err.count("These differ: corpora.") == 2
    assert not (top.parent / "merged" / "runs").exists()


def test_records_that_contradict_each_other_are_refused(
    top: Path, merge: Check, shards: list[str]
) -> None:
    other = Path(shards[1]) / "records" / "candidate.jsonl"
    first = (Path(shards[0]) / "records" / "candidate.jsonl").read_text().splitlines()[0]
    forged = {**json.loads(first), "answer": "another"}
    other.write_text(other.read_text() + json.dumps(forged) + "\n")
    other.with_name("candidate.sha256").write_text(
        f"{sha256_file(other).removeprefix('sha256:')}  candidate.jsonl\n"
    )
    done = merge(*shards, "--out", str(top.parent / "merged"))
    assert done.code == ExitCode.USAGE
    assert "differs from the one of" in done.err


def test_every_shard_that_was_edited_or_is_none_is_named_at_once(
    top: Path, merge: Check, shards: list[str]
) -> None:
    for run in shards:
        file = Path(run) / "records" / "baseline.jsonl"
        file.write_text(file.read_text() + "\n")
    done = merge(*shards, "--out", str(top.parent / "merged"))
    assert done.code == ExitCode.USAGE
    assert done.err.count("not the records that were sealed") == 2
    empty = [str(top.parent / name) for name in ("one", "two")]
    done = merge(*empty, "--out", str(top.parent / "merged"))
    assert done.code == ExitCode.USAGE
    assert done.err.count("run.json: cannot be opened") == 2

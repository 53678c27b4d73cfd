"""The file of decisions: merged in any order, never edited in silence."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import HarnessError
from harness.review import append_decisions, commits_of, in_order, read_decisions, read_offline
from harness.review.decisions import dump
from harness.store import canonical_json
from tests.review.makers import decision, retraction

ONE = decision()
TWO = decision("reject", who="Борис", reason="Срок 🙂 неверен", at="2026-03-02T10:00:00Z")
THREE = decision("cannot_tell", who="Clara", at="2026-03-01T09:30:00Z")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "reviews" / "decisions.jsonl"


def line(value: Any) -> str:
    return canonical_json(value if isinstance(value, dict) else dump(value)) + "\n"


def write(file: Path, *values: Any) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(map(line, values)), encoding="utf-8")
    return file


def faults(file: Path) -> list[str]:
    with pytest.raises(HarnessError) as caught:
        read_decisions(file)
    return [str(fault) for fault in caught.value.faults]


def test_no_file_is_no_decision(file: Path) -> None:
    assert read_decisions(file) == ()


def test_what_is_appended_is_read_back_and_git_is_told_how_to_merge(file: Path) -> None:
    append_decisions(file, [TWO])
    append_decisions(file, [ONE])
    assert read_decisions(file) == (ONE, TWO)
    assert "merge=union" in (file.parent / ".gitattributes").read_text()


def test_line_is_canonical_json(file: Path) -> None:
    append_decisions(file, [TWO])
    text = file.read_text(encoding="utf-8")
    assert text == canonical_json(json.loads(text)) + "\n"


def test_appending_after_a_last_line_without_an_end_keeps_both(file: Path) -> None:
    write(file, ONE)
    file.write_text(file.read_text().rstrip("\n"))
    append_decisions(file, [TWO])
    assert read_decisions(file) == (ONE, TWO)


def test_decision_edited_after_it_was_made_is_refused_with_its_line(file: Path) -> None:
    write(file, ONE, {**dump(TWO), "verdict": "accept"})
    (fault,) = faults(file)
    assert fault.startswith(f"{file}:2: digest: the decision was edited")


def test_evidence_edited_with_a_new_digest_over_the_line_is_refused(file: Path) -> None:
    value = dump(ONE)
    value["evidence"] = {**value["evidence"], "answer": "sha256:" + "0" * 64}
    value.pop("digest")
    file.parent.mkdir()
    file.write_text(line(value))
    with pytest.raises(HarnessError, match="evidence was edited"):
        read_offline(file)


@given(st.sampled_from(sorted(dump(ONE))), st.text(min_size=1, max_size=5))
def test_no_field_can_be_changed_unseen(
    tmp_path_factory: pytest.TempPathFactory, field: str, text: str
) -> None:
    value = dump(ONE)
    if value[field] == text:
        return
    file = write(tmp_path_factory.mktemp("edited") / "decisions.jsonl", {**value, field: text})
    assert faults(file)


def test_every_fault_of_the_file_is_told_at_once(file: Path) -> None:
    write(file, {**dump(ONE), "verdict": "accepted"}, {"schema": 2}, ONE)
    with file.open("a") as stream:
        stream.write("<<<<<<< HEAD\n" + '{"schema": 1, "schema": 1}\n' + '{"reason": "\\ud800"}\n')
    found = "\n".join(faults(file))
    for part in (":1: verdict", ":2: schema 2", ":4: not JSON", ":5: the key 'schema'", ":6:"):
        assert part in found


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"at": "2026-02-30T00:00:00Z"}, "at"),
        ({"at": "2026-03-01"}, "at"),
        ({"expires": "2026-13-01"}, "expires"),
        ({"expires": "2026-02-01"}, "expires"),
        ({"who": ""}, "who"),
        ({"who": " Anna"}, "who"),
        ({"who": "x" * 101}, "who"),
        ({"who": "Anna\u202e"}, "who"),
        ({"reason": "\n"}, "reason"),
        ({"retracts": "sha256:" + "0" * 64}, "retracts"),
        ({"verdict": "retract", "retracts": ""}, "retracts"),
    ],
)
def test_decision_of_another_form_is_refused(given: dict[str, Any], part: str) -> None:
    with pytest.raises(HarnessError) as caught:
        decision(**{"verdict": "accept", **given})
    assert any(fault.where == part for fault in caught.value.faults)


def test_retraction_needs_a_decision_of_the_same_person(file: Path) -> None:
    assert "not here" in faults(write(file, retraction(ONE)))[0]
    assert "'Boris' takes back" in faults(write(file, ONE, retraction(ONE, who="Boris")))[0]
    assert len(read_decisions(write(file, retraction(ONE), ONE))) == 2


def test_line_without_a_digest_is_for_importing_alone(file: Path) -> None:
    value = dump(ONE)
    value.pop("digest")
    write(file, value)
    assert read_offline(file) == (ONE,)
    assert "corpusgate review import" in faults(file)[0]


LINES = st.lists(st.sampled_from([ONE, TWO, THREE, retraction(ONE)]), max_size=6)


@given(LINES, LINES, st.randoms())
def test_two_branches_merged_in_any_order_say_the_same(
    tmp_path_factory: pytest.TempPathFactory, ours: list[Any], theirs: list[Any], dice: Any
) -> None:
    merged = [ONE, *ours, *theirs]
    shuffled = [*theirs, *ours, ONE]
    dice.shuffle(shuffled)
    folder = tmp_path_factory.mktemp("merged")
    one, two = write(folder / "one.jsonl", *merged), write(folder / "two.jsonl", *shuffled)
    assert read_decisions(one) == read_decisions(two) == in_order(merged)


def test_git_merges_decisions_of_two_branches_and_tells_who_brought_which(file: Path) -> None:
    root = file.parent.parent

    def git(*arguments: str) -> None:
        names = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
        subprocess.run(["git", *names, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "-b", "main")
    append_decisions(file, [ONE])
    git("add", ".")
    git("commit", "-m", "first")
    git("switch", "-c", "other")
    append_decisions(file, [TWO])
    git("commit", "-am", "second")
    git("switch", "main")
    append_decisions(file, [THREE])
    git("commit", "-am", "third")
    git("merge", "other", "-m", "both")
    assert read_decisions(file) == in_order([ONE, TWO, THREE])
    late = decision(who="Dora")
    append_decisions(file, [late])
    commits = commits_of(file)
    assert sorted(commits) == sorted([ONE.digest, TWO.digest, THREE.digest])
    assert all(commit.endswith(" Anna") for commit in commits.values())

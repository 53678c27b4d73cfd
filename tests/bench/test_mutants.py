"""The mutation bench breaks what it says it breaks, and the comparison sees it on a small corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.mutants import run
from bench.mutants.edits import Kind
from bench.mutants.measure import Bench, Outcome

LEAVE = """# Leave

## Notice

Ask your manager for leave at least 14 days in advance. The form is on the intranet.

## Sick leave

A doctor's note is required after 3 days of illness. Send it to the people team by mail.

## Carrying over

Days that were not taken expire in March of the following year. Nobody is paid for them.
"""
TRAVEL = """# Travel

The company pays for hotels up to 150 euros a night. Breakfast is paid in addition.

You must not:

* book first class
* share your company card with colleagues
"""
PLANTS = "# Plants\n\nThe ferns in the hall are watered on Mondays by the cleaning staff.\n"
CASES = (
    {
        "id": "leave-1",
        "query": "How early must I ask for leave?",
        "expected_source_ids": ["leave"],
        "required_facts": ["You ask for leave at least 14 days in advance."],
    },
    {
        "id": "travel-1",
        "query": "How much may a hotel cost?",
        "expected_source_ids": ["travel"],
        "required_facts": ["The company pays for hotels up to 150 euros a night."],
    },
)
DAMAGE = ("sentence deleted", "document deleted", "hidden in a comment", "number", "limit flipped")
HARMLESS = ("sentence added right behind", "CRLF", "word made bold", "front matter edited")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A corpus of three documents with two cases."""
    folder = tmp_path / "pack" / "baseline"
    folder.mkdir(parents=True)
    for name, text in (("leave", LEAVE), ("travel", TRAVEL), ("plants", PLANTS)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    lines = [json.dumps(case) for case in CASES]
    (folder.parent / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder.parent


@pytest.fixture
def bench(pack: Path, tmp_path: Path) -> Iterator[Bench]:
    work = tmp_path / "work"
    work.mkdir()
    with closing(Bench(pack, work)) as bench:
        yield bench


def kinds(*names: str) -> list[Kind]:
    return [kind for kind in run.KINDS if kind.name in names]


def measured(bench: Bench, *names: str) -> Outcome:
    outcome = Outcome()
    for batch in run.batches(run.make_mutants(bench, kinds(*names), 2, 0)):
        bench.measure(batch, outcome)
    return outcome


def test_kinds_have_names_of_their_own() -> None:
    names = [kind.name for kind in run.KINDS]
    assert len(names) == len(set(names))


def test_targets_are_the_sentences_that_state_the_facts(bench: Bench) -> None:
    sentences = {target.case.id: target.sentence.strip() for target in bench.targets}
    assert sentences == {
        "leave-1": "Ask your manager for leave at least 14 days in advance.",
        "travel-1": "The company pays for hotels up to 150 euros a night.",
    }


def test_the_same_seed_gives_the_same_mutants(bench: Bench) -> None:
    first, second = (run.make_mutants(bench, run.KINDS, 2, 7) for _ in range(2))
    assert [mutant.edit for mutant in first] == [mutant.edit for mutant in second]


def test_mutants_of_one_candidate_never_meet_in_a_document(bench: Bench) -> None:
    for batch in run.batches(run.make_mutants(bench, run.KINDS, 2, 0)):
        written = [path for mutant in batch for path in mutant.edit.files]
        assert len(written) == len(set(written))


def test_damage_is_found_and_blamed_on_its_document(bench: Bench) -> None:
    results = measured(bench, *DAMAGE).results
    assert {result.kind for result in results} == set(DAMAGE)
    wrong = [(r.kind, r.case_id, r.status, r.blamed) for r in results if not (r.right and r.exact)]
    assert wrong == []


def test_harmless_changes_raise_no_finding(bench: Bench) -> None:
    outcome = measured(bench, *HARMLESS)
    assert {result.kind for result in outcome.results} == set(HARMLESS)
    assert [(r.kind, r.case_id, r.rules) for r in outcome.results if not r.right] == []
    assert [spill for spill in outcome.spills if not spill.outranked] == []


def test_the_table_has_a_line_for_every_kind_that_was_tried(bench: Bench) -> None:
    outcome = measured(bench, "number", "CRLF")
    lines = run.table(outcome, run.KINDS).splitlines()
    assert [line.split("  ")[0] for line in lines] == ["number", "CRLF (not felt)"]

from __future__ import annotations

import json
from typing import Any

from harness.model.case import Case, Override
from harness.proposals import Relabelled, relabel
from harness.proposals.lines import diff_text, edited_lines
from tests.comparison.worlds import Corpus, compare_all

FACT = "A refund is paid within 30 days of the return."
BOX = "You must keep the box of the goods."
RETURNS = f"# Returns\n\n{FACT}\n\n## Boxes\n\n{BOX}\n"
BASE: Corpus = {"returns": RETURNS}


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "When is a refund paid?",
        "expected_source_ids": ["returns"],
        "required_facts": [FACT],
    }
    return Case(**(values | given))


def proposed(asked: Case, new: Corpus, old: Corpus = BASE) -> list[Relabelled]:
    return list(relabel([asked], compare_all([asked], old, new)))


def test_renamed_document_gives_its_new_name() -> None:
    (found,) = proposed(case(), {"refunds": RETURNS})
    assert found.override["expected_source_ids"] == ["refunds"]
    assert found.override["reason"] == "text moved from returns to refunds"


def test_case_with_the_proposed_label_is_no_stale_label_any_more() -> None:
    new = {"refunds": RETURNS}
    (found,) = proposed(case(), new)
    edited = case(candidate=Override(**found.override))
    assert compare_all([edited], BASE, new).cases[0].status == "legitimate_change"


def test_label_that_still_holds_another_fact_stays() -> None:
    new = {"returns": f"# Returns\n\n{BOX}\n", "refunds": f"# Refunds\n\n{FACT}\n"}
    (found,) = proposed(case(required_facts=[FACT, BOX]), new)
    assert found.override["expected_source_ids"] == ["returns", "refunds"]


def test_section_label_gives_the_new_section() -> None:
    old = {"returns": RETURNS}
    new = {"returns": f"# Returns\n\n{FACT}\n", "boxes": f"# Boxes\n\n## Keep\n\n{BOX}\n"}
    asked = case(expected_source_ids=["returns#returns/boxes"], required_facts=[BOX])
    (found,) = proposed(asked, new, old)
    assert found.override["expected_source_ids"] == ["boxes#boxes/keep"]


def test_reason_of_a_declared_change_is_kept() -> None:
    declared = Override(reason="new terms", forbidden_facts=("A refund is never paid.",))
    (found,) = proposed(case(candidate=declared), {"refunds": RETURNS})
    assert found.override["reason"] == "new terms; text moved from returns to refunds"
    assert found.override["forbidden_facts"] == ["A refund is never paid."]


def test_case_whose_text_is_gone_is_no_matter_of_labels() -> None:
    assert proposed(case(), {"returns": "# Returns\n\nNothing is said here.\n"}) == []


def test_file_keeps_every_other_line_byte_for_byte() -> None:
    edit = Relabelled("c1", (), {"reason": "moved", "expected_source_ids": ["b"]})
    before = '{"id":"c0",  "query":"\u2028"}\r\n\n{"id": "c1", "query": "q", "notes": "ё"}\r\n{"id":"c2"}'
    after = edited_lines(before, [edit])
    assert after.split("\n")[0] == before.split("\n", maxsplit=1)[0]
    assert after.endswith('\r\n{"id":"c2"}')
    edited = json.loads(after.split("\n")[2])
    assert edited["candidate"] == {"reason": "moved", "expected_source_ids": ["b"]}
    assert '"notes": "ё"' in after


def test_diff_shows_the_edited_lines_alone() -> None:
    before = "one\ntwo\nthree"
    shown = diff_text(before, "one\n2\nthree", "cases.jsonl")
    assert shown.splitlines()[3:] == ["-two", "+2"]

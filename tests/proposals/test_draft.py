from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.cases import load_cases
from harness.changes import diff_documents
from harness.coverage import cover
from harness.model.case import DRAFT, Case
from harness.proposals import draft_changes, draft_folder
from tests.changes.versions import Corpus, manifests, read
from tests.comparison.worlds import compare_one

POLICY = """# Policy

## Refunds

A refund is paid within 30 days of the return.

## Boxes

You must keep the box of the goods.

## Chat

We like to talk about our goods with friends.
"""
OLD: Corpus = {"policy": POLICY}
NEW: Corpus = {"policy": POLICY.replace("30 days", "60 days").replace("must keep", "may keep")}


def drafts(old: Corpus, new: Corpus, *cases: Case) -> list[Case]:
    diff, documents = manifests(old, new)
    changes = diff_documents(diff, documents["baseline"], documents["candidate"])
    return list(draft_changes(changes, cover(changes, cases), {}))


def good(cases: list[Case], folder: Path) -> tuple[Case, ...]:
    """The cases, written to a file and read again with every check."""
    lines = [json.dumps(case.model_dump(mode="json", exclude_defaults=True)) for case in cases]
    file = folder / "cases.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return load_cases(file)


def test_changed_sentence_gives_both_forms_as_facts_of_the_two_sides(tmp_path: Path) -> None:
    second, first = good(drafts(OLD, NEW), tmp_path)
    assert first.on("baseline").required_facts == (
        "A refund is paid within 30 days of the return.",
    )
    assert first.on("candidate").required_facts == (
        "A refund is paid within 60 days of the return.",
    )
    assert first.expected_source_ids == ("policy#policy/refunds",)
    assert second.on("candidate").required_facts == ("You may keep the box of the goods.",)


def test_question_leaves_out_what_it_asks_for() -> None:
    modal, value = drafts(OLD, NEW)
    assert "60" not in value.query
    assert value.query.startswith("Refunds: ")
    assert " may " not in modal.query


def test_draft_is_tagged_and_asks_for_a_reason() -> None:
    draft, *_ = drafts(OLD, NEW)
    assert DRAFT in draft.tags
    assert draft.candidate is not None
    assert draft.candidate.reason.startswith("DRAFT")


def test_draft_of_a_change_is_the_legitimate_change_that_happened() -> None:
    draft, *_ = drafts(OLD, NEW)
    assert compare_one(draft, OLD, NEW).status == "legitimate_change"


@pytest.mark.parametrize(
    ("old", "new", "answered"), [(OLD, {}, "baseline"), ({}, OLD, "candidate")]
)
def test_side_without_the_sentence_has_no_answer(
    old: Corpus, new: Corpus, answered: str, tmp_path: Path
) -> None:
    other = {"cafe": "# Cafe\n\nThe cafe opens at nine in the morning.\n"}
    draft, *_ = good(drafts({**other, **old}, {**other, **new}), tmp_path)
    assert draft.on("baseline").answerable is (answered == "baseline")
    assert draft.on("candidate").answerable is (answered == "candidate")


def test_change_that_a_case_asks_about_is_not_drafted_again() -> None:
    known = drafts(OLD, NEW)
    assert drafts(OLD, NEW, *known) == []


def test_same_change_has_the_same_draft() -> None:
    assert drafts(OLD, NEW) == drafts(OLD, NEW)


def test_folder_gives_the_sentences_that_decide_most(tmp_path: Path) -> None:
    found = good(draft_folder(read(OLD)[1].values()), tmp_path)
    assert [case.required_facts[0] for case in found] == [
        "A refund is paid within 30 days of the return.",
        "You must keep the box of the goods.",
    ]
    assert all(DRAFT in case.tags and case.candidate is None for case in found)


def test_folder_gives_ten_at_most_and_of_every_document_first() -> None:
    many = {f"d{n:02}": POLICY.replace("30", str(n + 10)) for n in range(12)}
    found = draft_folder(read(many)[1].values(), 10)
    assert [case.expected_source_ids[0].partition("#")[0] for case in found] == [
        f"d{n:02}" for n in range(10)
    ]


def test_russian_draft_asks_in_russian() -> None:
    old = {"п": "# Возврат\n\nДеньги за товар возвращаются в течение 30 дней.\n"}
    diff, documents = manifests(old, {"п": old["п"].replace("30", "60")})
    changes = diff_documents(diff, documents["baseline"], documents["candidate"])
    (draft,) = draft_changes(changes, cover(changes, []), {"п": "ru"})
    assert draft.query == (
        "Возврат: какое здесь значение: Деньги за товар возвращаются в течение …?"
    )

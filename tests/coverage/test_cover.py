from __future__ import annotations

from typing import Any

from harness.changes import diff_documents
from harness.coverage import Asked, cover
from harness.model.case import Case, Override
from harness.model.coverage import Coverage
from harness.model.text import CorpusText
from harness.model.wire import Side
from tests.changes.versions import Corpus, manifests
from tests.comparison.worlds import corpus_text, record

POLICY = """# Policy

## Refunds

A refund is paid within 30 days of the return.

## Boxes

You must keep the box of the goods.

## Chat

We like to talk about our goods.
"""
OLD: Corpus = {"policy": POLICY, "cafe": "# Cafe\n\nThe cafe opens at nine in the morning.\n"}
NEW: Corpus = {
    **OLD,
    "policy": POLICY.replace("30 days", "60 days")
    .replace("must keep", "may keep")
    .replace("like to", "love to"),
}


def case(case_id: str = "c1", **given: Any) -> Case:
    values: dict[str, Any] = {
        "id": case_id,
        "query": "When is a refund paid?",
        "expected_source_ids": ["policy"],
    }
    return Case(**(values | given))


def covered(*cases: Case, asked: Asked | None = None, new: Corpus = NEW) -> Coverage:
    diff, documents = manifests(OLD, new)
    changes = diff_documents(diff, documents["baseline"], documents["candidate"])
    return cover(changes, cases, asked)


def sections(found: Coverage) -> dict[str, tuple[str, ...]]:
    return {section.section: section.case_ids for section in found.sections}


def test_label_of_a_document_touches_the_document_and_none_of_its_sections() -> None:
    found = covered(case())
    assert set(sections(found).values()) == {()}
    assert [document.case_ids for document in found.documents] == [("c1",)]


def test_label_of_a_section_touches_that_section() -> None:
    found = covered(case(expected_source_ids=["policy#policy/refunds"]))
    assert sections(found) == {"Refunds": ("c1",), "Boxes": (), "Chat": ()}


def test_fact_touches_the_section_with_the_sentence_it_is_about() -> None:
    found = covered(case(required_facts=["The box of the goods you must keep."]))
    assert sections(found)["Boxes"] == ("c1",)


def test_context_touches_what_stands_in_its_chunks() -> None:
    texts: dict[Side, CorpusText] = {"baseline": corpus_text(OLD), "candidate": corpus_text(NEW)}
    asked = Asked(
        records={
            side: [record("c1", side, text, context=["policy"])] for side, text in texts.items()
        },
        chunks={side: text.chunks for side, text in texts.items()},
    )
    found = covered(case(expected_source_ids=["cafe"]), asked=asked)
    assert set(sections(found).values()) == {("c1",)}


def test_risk_ranks_first_and_what_nobody_asks_before_what_somebody_does() -> None:
    found = covered(case(expected_source_ids=["policy#policy/boxes"]))
    assert [section.section for section in found.sections] == ["Refunds", "Boxes", "Chat"]
    assert [section.risk for section in found.sections] == ["high", "high", "low"]
    assert found.sections[0].examples == ("30 days -> 60 days",)
    assert [section.section for section in found.uncovered] == ["Refunds", "Chat"]


def test_removed_section_is_named_by_the_baseline() -> None:
    gone = POLICY[: POLICY.index("## Boxes")]
    found = covered(case(), new={**OLD, "policy": gone})
    assert {section.side for section in found.sections} == {"baseline"}


def test_changed_access_list_is_of_high_risk_though_no_text_changed() -> None:
    found = covered(case(), new={**OLD, "cafe": "---\nacl: [staff]\n---\n" + OLD["cafe"]})
    (document,) = found.documents
    assert (document.path, document.risk, document.access_changed) == ("cafe.md", "high", True)
    assert document.case_ids == ()


def test_groups_tell_neighbours_of_a_change_from_cases_about_it() -> None:
    override = Override(reason="new", required_facts=("A refund is paid within 60 days.",))
    cases = [
        case("about", required_facts=["A refund is paid within 30 days."], candidate=override),
        case("beside", required_facts=["Opening hours are elsewhere."], tags=["critical"]),
        case("none", answerable=False, expected_source_ids=[]),
    ]
    groups = {group.group: group for group in covered(*cases).groups}
    assert (groups["declared change"].cases, groups["declared change"].touching) == (1, 1)
    assert (groups["unchanged neighbour"].cases, groups["unchanged neighbour"].touching) == (1, 0)
    assert (groups["unanswerable"].cases, groups["tag:critical"].cases) == (1, 1)


def test_summary_is_one_sentence_and_says_so_when_nothing_changed() -> None:
    assert "1 of 3 changed sections, 1 of 2 of high risk" in (
        covered(case(expected_source_ids=["policy#policy/refunds"])).sentence
    )
    assert covered(case(), new=OLD).sentence == "No text differs between the versions."


def test_no_case_at_all_covers_nothing() -> None:
    found = covered()
    assert len(found.uncovered) == len(found.sections) == 3
    assert found.cases == 0

"""The reverse view: what each changed document does to the cases."""

from __future__ import annotations

from typing import Any

from harness.blame.effects import HUB_CASES, effects
from harness.model.case import Case
from harness.model.effects import DocumentEffect
from tests.blame.stage import Corpus, Workshop

FACT = "A refund is paid within 30 days of the return."
BASE: Corpus = {
    "returns.md": f"# Returns\n\n{FACT}\n",
    "shipping.md": "# Shipping\n\nParcels leave the warehouse on working days.\n",
    "gifts.md": "# Gifts\n\nGift cards are valid for two years.\n",
}


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "When is a refund paid after the return?",
        "expected_source_ids": ["returns"],
        "required_facts": [FACT],
    }
    return Case(**(values | given))


def found(
    shop: Workshop, cases: list[Case], candidate: Corpus, baseline: Corpus = BASE
) -> dict[str, DocumentEffect]:
    run = shop.run(cases, baseline, candidate)
    result = effects(
        run.evidence.diff, cases, run.comparison, run.blamed(confirm=False), run.replay()
    )
    return {document.path: document for document in result.documents}


def test_every_changed_document_is_listed_and_no_other(shop: Workshop) -> None:
    candidate = {**BASE, "gifts.md": BASE["gifts.md"] + "\nMore.\n", "new.md": "# New\n\nWords.\n"}
    result = found(shop, [case()], candidate)
    assert {path: effect.kind for path, effect in result.items()} == {
        "gifts.md": "modified",
        "new.md": "added",
    }


def test_hurt_names_the_blamed_cases(shop: Workshop) -> None:
    other = case(id="c2", query="When do parcels leave?", expected_source_ids=["shipping"],
                 required_facts=["Parcels leave the warehouse on working days."])  # fmt: skip
    candidate = {**BASE, "returns.md": BASE["returns.md"].replace("30", "60")}
    assert found(shop, [case(), other], candidate)["returns.md"].hurt == ("c1",)


def test_helped_names_the_cases_that_would_not_have_improved_without_it(shop: Workshop) -> None:
    baseline = {**BASE, "returns.md": "# Returns\n\nA refund is not paid within 30 days.\n"}
    newcomers = {**BASE, "gifts.md": BASE["gifts.md"] + "\nA refund of a gift.\n"}
    result = found(shop, [case()], newcomers, baseline)
    if result["returns.md"].helped:
        assert result["gifts.md"].helped == ()


def test_entered_tells_rank_and_whom_it_displaced(shop: Workshop) -> None:
    notes = "# Refund after return\n\nWhen is a refund paid after the return? Ask us.\n"
    entry = found(shop, [case()], {**BASE, "notes.md": notes})["notes.md"].entered[0]
    assert (entry.case_id, entry.rank, entry.above_expected) == ("c1", 1, True)
    assert entry.displaced
    assert set(entry.displaced) <= {"shipping.md", "gifts.md"}


def test_newcomer_above_the_expected_source_goes_to_review(shop: Workshop) -> None:
    notes = "# Refund after return\n\nWhen is a refund paid after the return? Ask us.\n"
    result = found(shop, [case()], {**BASE, "notes.md": notes})
    assert result["notes.md"].to_review == ("c1",)


def test_hub_enters_many_unrelated_cases(shop: Workshop) -> None:
    topics = ["refund", "parcel", "gift", "lamp", "garden", "ticket"]
    baseline = {f"{t}.md": f"# {t}\n\nAll about the {t} here.\n" for t in topics}
    cases = [
        case(id=t, query=f"What about the {t}?", expected_source_ids=[t], required_facts=[])
        for t in topics
    ]
    everything = " ".join(f"What about the {t}?" for t in topics)
    hub = found(shop, cases, {**baseline, "hub.md": f"# Hub\n\n{everything}\n"}, baseline)["hub.md"]
    assert len(hub.entered) >= HUB_CASES
    assert hub.hub


def test_entering_cases_of_one_expected_source_is_no_hub(shop: Workshop) -> None:
    cases = [case(id=f"c{n}") for n in range(HUB_CASES + 1)]
    notes = "# Refund after return\n\nWhen is a refund paid after the return? Ask us.\n"
    effect = found(shop, cases, {**BASE, "notes.md": notes})["notes.md"]
    assert len(effect.entered) == len(cases)
    assert not effect.hub


def test_groups_that_can_newly_reach_a_document_are_named(shop: Workshop) -> None:
    def closed(groups: str) -> str:
        return f"---\nacl: [{groups}]\n---\n{BASE['gifts.md']}"

    def readers(old: str, new: str) -> tuple[str, ...]:
        baseline, candidate = {**BASE, "gifts.md": old}, {**BASE, "gifts.md": new}
        return found(shop, [case()], candidate, baseline)["gifts.md"].new_readers

    assert readers(closed("staff"), closed("staff, legal")) == ("legal",)
    assert readers(closed("staff"), BASE["gifts.md"]) == ("everyone",)
    assert readers(BASE["gifts.md"], closed("staff")) == ()


def test_readers_of_a_new_document(shop: Workshop) -> None:
    result = found(shop, [case()], {**BASE, "x.md": "---\nacl: staff\n---\n# X\n\nWords.\n"})
    assert result["x.md"].new_readers == ("staff",)

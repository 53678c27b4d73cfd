"""Quotes and unexpected changes are explained by what happened to their source."""

from __future__ import annotations

from harness.comparison import SideInput, compare
from harness.diagnosis import diagnose
from harness.model.case import Case
from harness.model.diagnosis import Diagnosis
from harness.model.wire import SIDES, Side
from tests.changes.versions import Corpus, manifests
from tests.comparison.worlds import corpus_text, record

TERMS = "# Terms\n\nA refund is paid to the card within 30 days, and you must keep the box.\n"
QUOTED = Case(
    id="c1",
    query="Where is a refund paid to?",
    expected_source_ids=("terms",),
    expected_evidence=("A refund is paid to the card within 30 days, and you must keep the box.",),
)
ASKED = Case(
    id="c1",
    query="Where is a refund paid to?",
    expected_source_ids=("terms",),
    required_facts=("A refund is paid to the card.",),
)


def diagnosed(case: Case, new: Corpus) -> Diagnosis:
    old = {"terms": TERMS, "cafe": "# Cafe\n\nThe cafe opens at nine in the morning.\n"}
    candidate = {**old, **new}
    corpora: dict[Side, Corpus] = {"baseline": old, "candidate": candidate}
    texts = {side: corpus_text(corpora[side]) for side in SIDES}
    records = {side: [record("c1", side, texts[side])] for side in SIDES}
    sides = [SideInput(records[side], texts[side]) for side in SIDES]
    comparison = compare([case], *sides, ks=(1,))
    diff, _ = manifests(old, candidate)
    (found,) = diagnose(comparison, [case], diff, texts, records)
    return found


def test_edited_quote_is_an_edit_of_its_document() -> None:
    found = diagnosed(QUOTED, {"terms": TERMS.replace("30 days", "60 days")})
    assert (found.kind, found.stage, found.documents) == ("content_edited", "source", ("terms.md",))


def test_quote_that_is_gone_was_removed_from_its_document() -> None:
    found = diagnosed(QUOTED, {"terms": "# Terms\n\nNothing is said about money here.\n"})
    assert (found.kind, found.documents) == ("content_removed", ("terms.md",))


def test_unexpected_change_names_the_edited_document() -> None:
    found = diagnosed(ASKED, {"terms": TERMS.replace("30 days", "60 days")})
    assert (found.kind, found.documents) == ("content_edited", ("terms.md",))
    assert "30 days -> 60 days" in found.explanation

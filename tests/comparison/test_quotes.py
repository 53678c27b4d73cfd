from __future__ import annotations

from typing import Any

import pytest

from harness.model.case import Case, Override
from harness.model.comparison import CaseComparison, PairedCheck, Status
from tests.comparison.worlds import Corpus, compare_one

QUOTE = "A refund is paid within 30 days of the return."
SECOND = "Keep the box until then."
RETURNS = f"# Returns\n\nWe accept returns.\n\n{QUOTE} {SECOND}\n"
BASE: Corpus = {"returns": RETURNS, "cafe": "# Cafe\n\nThe cafe opens at nine.\n"}


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "When is a refund paid?",
        "expected_source_ids": ["returns"],
        "expected_evidence": [QUOTE],
    }
    return Case(**(values | given))


def changed(**documents: str | None) -> Corpus:
    merged = {**BASE, **documents}
    return {source: text for source, text in merged.items() if text is not None}


def quote_check(result: CaseComparison) -> PairedCheck:
    return next(check for check in result.checks if check.check == "expected_evidence")


@pytest.mark.parametrize(
    ("name", "candidate", "state", "outcome", "status"),
    [
        ("untouched", BASE, "exact", "pass", "unchanged"),
        (
            "other blanks, quotes and case",
            changed(returns=RETURNS.replace("30 days", "30\u00a0Days")),
            "exact",
            "pass",
            "unchanged",
        ),
        (
            "text put above it",
            changed(returns=RETURNS.replace("We accept", "Hello there.\n\nWe accept")),
            "exact",
            "pass",
            "unchanged",
        ),
        ("renamed", changed(returns=None, refunds=RETURNS), "moved", "fail", "stale_label"),
        (
            "value changed",
            changed(returns=RETURNS.replace("30 days", "60 days")),
            "edited",
            "fail",
            "regression",
        ),
        (
            "negated",
            changed(returns=RETURNS.replace("is paid", "is not paid")),
            "edited",
            "fail",
            "regression",
        ),
        (
            "a word put in",
            changed(returns=RETURNS.replace("A refund is", "A full refund is")),
            "edited",
            "pass",
            "unchanged",
        ),
        (
            "gone",
            changed(returns="# Returns\n\nWe accept returns.\n"),
            "gone",
            "fail",
            "regression",
        ),
        (
            "hidden",
            changed(returns=RETURNS.replace(f"{QUOTE} {SECOND}", f"<!-- {QUOTE} {SECOND} -->")),
            "gone",
            "fail",
            "regression",
        ),
    ],
)
def test_quote_is_found_again(
    name: str, candidate: Corpus, state: str, outcome: str, status: Status
) -> None:
    result = compare_one(case(), BASE, candidate)
    check = quote_check(result)
    assert (check.state, check.candidate, result.status) == (state, outcome, status), name


def test_quote_of_two_sentences_that_were_torn_apart_is_for_a_person() -> None:
    torn = changed(returns=RETURNS.replace(f"{QUOTE} {SECOND}", f"{QUOTE}\n\nAnd:\n\n{SECOND}"))
    result = compare_one(case(expected_evidence=[f"{QUOTE} {SECOND}"]), BASE, torn)
    assert (quote_check(result).state, result.status) == ("split", "undecided")


def test_quote_over_two_blocks_stands_word_for_word() -> None:
    result = compare_one(case(expected_evidence=[f"We accept returns. {QUOTE}"]), BASE, BASE)
    assert quote_check(result).state == "exact"


def test_quote_in_another_section_than_the_label_names_was_moved() -> None:
    old = {"a": f"# A\n\n## One\n\n{QUOTE}\n\n## Two\n\nNothing here at all.\n"}
    new = {"a": f"# A\n\n## One\n\nNothing here at all.\n\n## Two\n\n{QUOTE}\n"}
    result = compare_one(case(expected_source_ids=["a#a/one"]), old, new)
    assert (quote_check(result).state, result.status) == ("moved", "stale_label")


def test_quote_that_the_baseline_does_not_have_is_no_regression() -> None:
    result = compare_one(case(expected_evidence=["Nobody ever wrote this down."]), BASE, BASE)
    assert quote_check(result).baseline == "fail"
    assert result.status == "failing"


def test_declared_quote_is_looked_for_in_the_candidate_alone() -> None:
    new = QUOTE.replace("30", "60")
    override = Override(reason="new terms", expected_evidence=(new,))
    asked = case(candidate=override)
    assert compare_one(asked, BASE, changed(returns=RETURNS.replace("30", "60"))).status == (
        "legitimate_change"
    )
    assert compare_one(asked, BASE, BASE).status == "unfulfilled_change"


def test_russian_quote_survives_non_breaking_blanks_and_yo() -> None:
    old = {"в": "# Возврат\n\nДеньги вернём в течение 30 дней после возврата.\n"}
    new = {"в": old["в"].replace("вернём", "вернем").replace("30 дней", "30\u00a0дней")}
    asked = case(
        expected_source_ids=["в"],
        expected_evidence=["Деньги вернём в течение 30 дней после возврата."],
    )
    assert compare_one(asked, old, new).status == "unchanged"

"""Evidence of several sentences, lists, tables; many passages."""

import time

import pytest

from harness.support import best_support, check_support, is_negated, modality

LIST = "The guide is not shown if:\n- the page has no title\n- the menu is hidden"
TABLE = "Plan | Users | Price\nBasic | 5 | $10\nTeam | 25 | $40"
TABLE_RU = "Тариф | Места | Цена\nБазовый | 5 | 100 руб.\nКомандный | 25 | 400 руб."


def test_a_list_item_is_read_with_its_lead_in() -> None:
    assert (
        check_support("The guide is not shown if the menu is hidden.", LIST).verdict == "supported"
    )
    assert check_support("The guide is shown if the menu is hidden.", LIST).verdict != "supported"


def test_a_list_item_with_another_lead_in_is_not_supported() -> None:
    split = "The guide is green if:\n- the page has no title\n\nOther notes.\n- the menu is hidden"
    claim = "The guide is green if the menu is hidden."
    assert check_support(claim, split).verdict != "supported"


def test_a_paragraph_after_a_list_is_no_item_of_it() -> None:
    text = "The guide is not shown if:\nthe page has no title\nThe menu is hidden at night."
    assert check_support(
        "The guide is not shown if the menu is hidden at night.", text
    ).verdict != ("supported")
    assert check_support("The menu is hidden at night.", text).verdict == "supported"


def test_a_lead_in_may_break_off_without_a_colon() -> None:
    text = "You need a pass if you\nenter the yard,\ndrive a truck, or\nuse the crane."
    assert check_support("You need a pass if you drive a truck.", text).verdict == "supported"
    assert check_support("You need a pass.", text).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("The Team plan has a price of $40.", {"supported"}),
        ("The Team plan has a price of $10.", {"contradicted", "uncertain"}),
        ("The Basic plan has a price of $10.", {"supported"}),
        ("The Team plan has 5 users.", {"contradicted", "uncertain"}),
    ],
)
def test_a_table_cell_means_what_its_header_says(claim: str, verdicts: set[str]) -> None:
    assert check_support(claim, TABLE).verdict in verdicts


def test_a_russian_table_row_is_not_mixed_with_its_neighbour() -> None:
    assert check_support("Цена тарифа Командный — 400 руб.", TABLE_RU).verdict == "supported"
    assert check_support("Цена тарифа Командный — 100 руб.", TABLE_RU).verdict != "supported"


def test_a_fact_joined_from_two_sentences_is_left_open() -> None:
    evidence = "Anna leads the Riga office. The Riga office handles refunds."
    result = check_support("Anna handles refunds.", evidence)
    assert (result.verdict, result.kind) == ("uncertain", "join")


def test_each_sentence_of_a_claim_must_hold() -> None:
    evidence = "The file is kept for 30 days. It is then deleted."
    claim = "The file is kept for 30 days. The file is kept for 60 days."
    assert check_support(claim, evidence).verdict == "contradicted"


def test_the_span_names_what_decided() -> None:
    evidence = "Welcome. The file is kept for 60 days."
    result = check_support("The file is kept for 30 days.", evidence)
    assert result.span is not None
    assert evidence[slice(*result.span)] == "60 days"
    assert "60 days" in result.reason


def test_the_passage_that_supports_decides() -> None:
    passages = ["Cats sleep.", "The file is kept for 60 days.", "The file is kept for 30 days."]
    index, result = best_support("The file is kept for 30 days.", passages)
    assert (index, result.verdict) == (2, "supported")


def test_a_contradiction_outranks_an_open_passage() -> None:
    passages = ["The file is in a folder.", "The file is kept for 60 days."]
    index, result = best_support("The file is kept for 30 days.", passages)
    assert (index, result.verdict) == (1, "contradicted")


def test_no_passages_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at least one passage"):
        best_support("The file is kept.", [])


def test_an_empty_claim_is_left_open() -> None:
    assert check_support(" ", "The file is kept.").verdict == "uncertain"


def test_empty_evidence_has_nothing() -> None:
    assert check_support("The file is kept.", " ").verdict == "missing"


def test_a_claim_too_long_to_read_is_left_open_quickly() -> None:
    claim = "the broker pays the bank and " * 500
    assert check_support(claim, claim + "x").verdict == "uncertain"


@pytest.mark.parametrize(
    "unit",
    ["if it may not, ", "не 5 дней и не более ", "a-a.a@", "A | ", "if 5 | ", "_a", "1 000 ", "Aa"],
)
def test_hostile_evidence_is_read_in_bounded_time(unit: str) -> None:
    started = time.perf_counter()
    check_support(
        "The file is kept for 30 days.",
        unit * (100_000 // len(unit)) + "\n" + unit * (50_000 // len(unit)),
    )
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize(
    ("sentence", "language", "modals"),
    [
        ("You must not sell names.", "en", ["ban"]),
        ("You need not sign.", "en", ["optional"]),
        ("Пользователь обязан платить.", "ru", ["duty"]),
        ("Рекомендуется сохранить файл.", "ru", ["advice"]),
        ("The sky is blue.", "en", []),
    ],
)
def test_modality_of_a_sentence(sentence: str, language: str, modals: list[str]) -> None:
    assert modality(sentence, language) == modals


def test_whether_a_sentence_denies() -> None:
    assert is_negated("The file is not kept.", "en")
    assert is_negated("Файл нельзя удалять.", "ru")
    assert not is_negated("The file is kept.", "en")

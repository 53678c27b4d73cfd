"""What keeps a conflict from being definite, and words from being taken from two statements."""

import pytest

from harness.support import check_support
from harness.support.clauses import statements

UNDECIDED = [
    (
        "en",
        "Some seats in the balcony have no view of the stage.",
        "Not all seats in the balcony have a view of the stage.",
    ),
    ("en", "The shop is closed on Sundays.", "The shop is open from Monday to Friday."),
    (
        "en",
        "Claims not confirmed within 4 days are dropped.",
        "If a claim has been confirmed within 4 days, it is not dropped; otherwise it is.",
    ),
    (
        "en",
        "Members holding a day pass cannot book courts.",
        "Courts can be booked only by members who do not hold a day pass.",
    ),
    ("ru", "Насос находится на гарантии два года.", "Гарантийный срок на насос — два года."),
    (
        "ru",
        "Без подписи владельца вывоз мебели недопустим.",
        "Вывоз мебели допускается лишь с подписью владельца.",
    ),
]
"""Rewordings that look like a conflict: anything but ``contradicted``."""

MIXED = [
    (
        "en",
        "The rent is due on the last day of the week of the invoice.",
        "The rent is due on the last day of the week following the week of the invoice.",
    ),
    (
        "en",
        "The first page of the second form is blue.",
        "The second page of the first form is blue.",
    ),
    (
        "ru",
        "Утром касса работает дольше, чем вечером.",
        "Вечером касса работает дольше, чем утром.",
    ),
    (
        "ru",
        "Синие билеты платные, зелёные бесплатные.",
        "Зелёные билеты платные, синие бесплатные.",
    ),
    (
        "ru",
        "План отдела закупок утверждает начальник отдела рекламы.",
        "План отдела рекламы утверждает начальник отдела закупок.",
    ),
]
"""Every word is there, but not so put together: anything but ``supported``."""

TABLE = "Service | Basic card | Gold card\nTransfer abroad | £4 | free of charge\nReissue | £2 | £6"

STATED = [
    (
        "en",
        "Cameras may not be used in hall 2.",
        "Cameras may be used in halls 1 and 3, but not in hall 2.",
        "supported",
    ),
    (
        "en",
        "The pump needs 5 W in standby.",
        "The pump needs 1 kW when heating and 5 W in standby.",
        "supported",
    ),
    (
        "en",
        "The box contains 9 fuses.",
        "Nine fuses come in the box.",
        "supported",
    ),
    (
        "ru",
        "Номер предлагается с завтраком.",
        "Номер предлагается с ужином, но без завтрака.",
        "contradicted",
    ),
    (
        "ru",
        "Срок службы на насос составляет два года.",
        "Срок службы на корпус составляет семь лет, на насос — два года.",
        "supported",
    ),
    ("en", "With a Basic card a transfer abroad is free of charge.", TABLE, "contradicted"),
    (
        "en",
        "The optional guarantee covers glass.",
        "The optional guarantee does not cover glass.",
        "contradicted",
    ),
    (
        "en",
        "The desk is open daily, and the library lends tablets.",
        "The library lends tablets. The desk is open daily.",
        "supported",
    ),
    (
        "ru",
        "Пропуск выдаёт охранник.",
        "Пропуск выдаёт дежурный, охранник проверяет сумки посетителей.",
        "contradicted",
    ),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), UNDECIDED)
def test_a_rewording_that_looks_like_a_conflict_is_no_contradiction(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict in ("uncertain", "supported")


@pytest.mark.parametrize(("language", "claim", "evidence"), MIXED)
def test_words_put_together_otherwise_are_no_support(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict in ("uncertain", "contradicted")


@pytest.mark.parametrize(("language", "claim", "evidence", "verdict"), STATED)
def test_what_a_statement_leaves_out_is_taken_from_the_one_before(
    language: str, claim: str, evidence: str, verdict: str
) -> None:
    assert check_support(claim, evidence, language).verdict == verdict


def test_each_column_of_a_row_is_a_statement() -> None:
    row = "Service Reissue | Basic card £2 | Gold card £6"

    said = [" ".join(row[slice(*span)] for span in spans) for spans in statements(row, "en")]

    assert said == ["Service Reissue | Basic card £2", "Service Reissue | Gold card £6"]


def test_a_column_the_claim_does_not_name_contradicts_nothing() -> None:
    assert check_support(
        "A Basic card holder pays £4 for a transfer abroad.", TABLE, "en"
    ).verdict != ("contradicted")

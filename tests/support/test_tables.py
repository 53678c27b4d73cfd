"""Rows of a table: what a claim says of one of them."""

import pytest

from harness.support import check_support

ROOMS = (
    "Зал | Мест | Цена часа | Проектор | Вход\n"
    "Синий | 40 | 2 400 ₽ | есть | с улицы Мира\n"
    "Белый | 24 | 1 800 ₽ | нет | через холл\n"
    "Малый | 8 | 900 ₽ | любой | со двора"
)
PLANS = "Plan | Speed, Mbit/s | Help | Fee per month\nHome | 100 | forum | 9 €\nOffice | 300 | phone | 19 €"


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "verdict"),
    [
        ("Час в Белом зале стоит 1 800 рублей.", ROOMS, "ru", "supported"),
        ("Час в Белом зале стоит 2 400 рублей.", ROOMS, "ru", "contradicted"),
        ("Вход в Белый зал — с улицы Мира.", ROOMS, "ru", "contradicted"),
        ("Вход в Белый зал — через холл.", ROOMS, "ru", "supported"),
        ("В Синем и Белом залах вход через холл.", ROOMS, "ru", "uncertain"),
        ("Вход в Белый зал — с набережной.", ROOMS, "ru", "uncertain"),
        ("The Office plan comes with help by phone.", PLANS, "en", "uncertain supported"),
        ("The Office plan comes with help in the forum.", PLANS, "en", "contradicted"),
        ("The Office plan costs 19 € per month.", PLANS, "en", "supported"),
    ],
)
def test_a_claim_is_held_against_the_row_it_names(
    claim: str, evidence: str, language: str, verdict: str
) -> None:
    assert check_support(claim, evidence, language).verdict in verdict.split()


def test_a_cell_that_takes_in_the_other_contradicts_nothing() -> None:
    rows = "Город | Категория\nТомск | категория B\nОмск | все категории"
    assert check_support("В Омске категория B.", rows, "ru").verdict != "contradicted"

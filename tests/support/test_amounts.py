"""Claims whose values are told in other words, and values that belong to something else."""

import pytest

from harness.support import check_support

EN, RU = "en", "ru"

EQUAL = [
    (EN, "Meters are read four times a year.", "Meters are read every quarter."),
    (EN, "A reading is taken once every six months.", "A reading is taken twice a year."),
    (EN, "Parking costs 2 euros for each hour.", "Parking costs 2 euros an hour."),
    (EN, "Staff take 4 free copies a month.", "Staff take four free copies per month."),
    (EN, "The pause takes a fifth of a second.", "The pause takes 200 milliseconds."),
    (EN, "One in three seats is sold.", "One third of the seats is sold."),
    (EN, "The show starts at half past seven.", "The show starts at 19:30."),
    (RU, "Поверка проводится раз в шесть лет.", "Поверка проводится каждые шесть лет."),
    (RU, "Собаке дают 0,3 кг корма в день.", "Собаке дают 300 г корма в день."),
    (RU, "Отдел работает до пяти вечера.", "Отдел работает до 17:00."),
    (RU, "Пауза длится четверть часа.", "Пауза длится 15 минут."),
]
OTHERS = [
    (EN, "Meters are read twice a year.", "Meters are read every second year."),
    (EN, "Parking costs 2 euros an hour.", "Parking costs 2 euros a day."),
    (RU, "Конкурс проводится дважды в год.", "Конкурс проводится раз в два года."),
    (RU, "Насос подаёт 20 л воды в минуту.", "Насос подаёт 20 л воды в час."),
    (RU, "Отдел работает до шести вечера.", "Отдел работает до 17:00."),
]
OPEN = [
    (EN, "Take it three times a day.", "Take it every 8 hours."),
    (EN, "Parking costs 2 euros an hour.", "Parking costs 2 euros."),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), EQUAL)
def test_the_same_value_in_other_words(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "supported"
    assert check_support(evidence, claim, language).verdict == "supported"


@pytest.mark.parametrize(("language", "claim", "evidence"), OTHERS)
def test_another_value_for_the_same(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "contradicted"


@pytest.mark.parametrize(("language", "claim", "evidence"), OPEN)
def test_what_values_leave_open(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "uncertain"

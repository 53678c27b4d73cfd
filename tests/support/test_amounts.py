"""Claims whose values are told in other words, and values that belong to something else."""

import pytest

from harness.support import check_support
from harness.support.values import values

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
    (EN, "The rent is due by the first of November.", "The rent is due by 1 November."),
    (EN, "The film lasts 90 minutes.", "The film lasts one hour and thirty minutes."),
    (RU, "Отдел находится на втором этаже.", "Отдел находится на этаже 2."),
    (RU, "Пауза длится четверть часа.", "Пауза длится 15 минут."),
]
OTHERS = [
    (EN, "Meters are read twice a year.", "Meters are read every second year."),
    (EN, "Parking costs 2 euros an hour.", "Parking costs 2 euros a day."),
    (RU, "Конкурс проводится дважды в год.", "Конкурс проводится раз в два года."),
    (EN, "The museum is open on 15 October.", "From 1 May to 30 September the museum is open."),
    (RU, "Насос подаёт 20 л воды в минуту.", "Насос подаёт 20 л воды в час."),
    (RU, "Отдел работает до шести вечера.", "Отдел работает до 17:00."),
]
OPEN = [
    (EN, "He wrote all three books himself.", "He wrote two of the three books himself."),
    (EN, "Treatment stops on the fifth day.", "Treatment stops from the fifth day."),
    (RU, "В корзине черновик лежит семь дней.",
     "Черновик лежит 30 дней. В корзине его оставляют на неделю."),
    (EN, "The museum is open on 15 June.", "From 1 May to 30 September the museum is open."),
    (RU, "В июле музей открыт.", "С 1 мая по 30 сентября музей открыт."),
    (EN, "Take it three times a day.", "Take it every 8 hours."),
    (EN, "Parking costs 2 euros an hour.", "Parking costs 2 euros."),
]  # fmt: skip


TAKEN_OVER = [
    (EN, "The rope weighs 3,900 grams.", "The tent weighs 2,400 grams, and the rope weighs 3,900."),
    (RU, "Сезон завершился 31.05.2025.", "В 2025 году сезон завершился 31 мая."),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), TAKEN_OVER)
def test_units_bounds_and_years_go_on(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "supported"


WITHIN = [
    (EN, "A trolley weighing 320 kg goes by lift.", "Trolleys heavier than 300 kg go by lift."),
    (EN, "A 3 kg parcel costs 300 euros.", "Parcels up to 5 kg: 300 euros."),
    (EN, "If the order is 80 euros, delivery is free.",
     "If the order exceeds 50 euros, delivery is free."),
    (EN, "Tea is permitted three hours before the operation.",
     "Tea is permitted up to two hours before the operation."),
    (RU, "Аппарат массой 10 килограммов подлежит учёту.",
     "Аппараты массой от 250 граммов до 30 килограммов подлежат учёту."),
    (RU, "При первом взносе в 50 % рассрочка беспроцентная.",
     "При первом взносе от 40 % рассрочка беспроцентная."),
    (RU, "Бронь можно отменить за двое суток до заезда.",
     "Бронь можно отменить не позднее чем за сутки до заезда."),
]  # fmt: skip
NOT_WITHIN = [
    (EN, "A trolley weighing 250 kg goes by lift.", "Trolleys heavier than 300 kg go by lift."),
    (EN, "A deposit of 150 euros is required.", "A deposit of at least 100 euros is required."),
    (EN, "12 people must enrol.", "At least 10 people must enrol."),
    (EN, "A fee of 30 euros is charged.", "A fee of up to 50 euros is charged."),
    (EN, "A child of 8 may use the lift.", "Children under 10 may use the lift only with an adult."),
    (EN, "The report must be filed 7 days before the meeting.",
     "The report must be filed at least 5 days before the meeting."),
    (EN, "Cancellation is possible 12 hours before arrival.",
     "Cancellation is possible up to 24 hours before arrival."),
    (EN, "The jar may be kept two days before use.", "The jar may be kept up to 5 days."),
    (EN, "A trolley weighing 320 kg does not go by lift.",
     "Trolleys heavier than 300 kg go by lift."),
    (EN, "A clerk with 12 years gets 28 days.",
     "Clerks with more than 5 years get 28 days. Clerks with more than 10 years get 31 days."),
    (EN, "A 3 kg parcel costs 500 euros.",
     "Parcels up to 5 kg cost 300 euros and parcels up to 10 kg cost 500 euros."),
    (RU, "Залог 150 евро взимается.", "Залог от 100 евро взимается."),
    (RU, "Хранить при температуре 10 градусов.", "Хранить при температуре от 5 до 25 градусов."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "claim", "evidence"), WITHIN)
def test_what_goes_for_all_within_a_bound_goes_for_one(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "supported"


@pytest.mark.parametrize(("language", "claim", "evidence"), NOT_WITHIN)
def test_a_bound_that_is_the_rule_holds_for_no_single_amount(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict != "supported"


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


@pytest.mark.parametrize(
    ("text", "language", "kinds"),
    [
        ("до 2000 рублей", "ru", ["amount"]),
        ("от 2000 до 5000 метров", "ru", ["amount"]),
        ("от 1900 до 2100 мм", "ru", ["amount"]),
        ("до 2000 мест", "ru", ["count"]),
        ("до 2000 человек", "ru", ["count"]),
        ("from 2000 to 5000 dollars", "en", ["amount"]),
        ("in 2000 metres", "en", ["amount"]),
        ("с 2000 по 2010 год", "ru", ["date", "date"]),
        ("до 2025 тарифы не меняются", "ru", ["date"]),
        ("since 2000", "en", ["date"]),
    ],
)
def test_a_number_with_what_it_counts_is_no_year(
    text: str, language: str, kinds: list[str]
) -> None:
    assert [value.kind for value in values(text, language)] == kinds

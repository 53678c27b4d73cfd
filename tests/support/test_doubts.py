"""What keeps a conflict from being definite, and words from being taken from two statements."""

import pytest

from harness.support import check_support

UNDECIDED = [
    (
        "en",
        "Some seats in the balcony have no view of the stage.",
        "Not all seats in the balcony have a view of the stage.",
    ),
    (
        "en",
        "The warden hands the key to guests arriving before 22:00.",
        "A guest who arrives after 22:00 collects the key from the box.",
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

STATED = [
    ("en", "The box contains 9 fuses.", "Nine fuses come in the box.", "supported"),
    (
        "en",
        "The optional guarantee covers glass.",
        "The optional guarantee does not cover glass.",
        "contradicted",
    ),
    (
        "en",
        "Heavy goods are charged by volume, not by weight.",
        "Heavy goods are charged by weight.",
        "contradicted",
    ),
    (
        "ru",
        "Рейс задержали, поэтому встреча не состоялась.",
        "Хотя рейс задержали, встреча состоялась.",
        "contradicted",
    ),
    ("en", "The fee is 7 euros.", "The fee is more than 9 euros.", "contradicted"),
    ("ru", "Файл весит 10 КБ.", "Файл весит до 10 МБ.", "contradicted"),
]
"""A conflict beside which nothing turns it round, and rewordings that are told alike."""

WITHIN = [
    ("en", "A crate weighing 70 kg goes by freight.", "Crates heavier than 50 kg go by freight."),
    ("ru", "Ящик массой 70 кг едет грузом.", "Ящики массой от 50 до 90 кг едут грузом."),
]
"""A case within the bounds of a rule: no conflict."""


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
def test_a_conflict_that_nothing_turns_round_is_definite(
    language: str, claim: str, evidence: str, verdict: str
) -> None:
    assert check_support(claim, evidence, language).verdict == verdict


@pytest.mark.parametrize(("language", "claim", "evidence"), WITHIN)
def test_a_case_within_the_bounds_of_a_rule_is_no_contradiction(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict in ("uncertain", "supported")


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Guests may not park.", "Guests may not park in the yard."),
        ("Guests may not park.", "In the yard guests may not park."),
        ("Staff cannot cancel.", "Staff cannot cancel by phone."),
        ("Students need not pay.", "Students need not pay for the first week."),
        ("Гостям нельзя парковаться.", "Гостям нельзя парковаться во дворе."),
        ("Студенты не обязаны платить.", "Студенты не обязаны платить за первую неделю."),
        ("Не открывайте дверь.", "Не открывайте дверь мокрыми руками."),
        ("The door is locked.", "The door is locked while the train is moving."),
        ("The door is locked.", "The door is locked during the ride."),
        ("Дверь заперта.", "Дверь заперта, пока поезд движется."),
        ("Дверь заперта.", "Дверь заперта ночью."),
        ("The fee is refunded.", "The fee is refunded as a voucher."),
        ("The fee is refunded.", "The fee is refunded in part."),
        ("The fee is refunded.", "The fee is refunded less a handling charge."),
        ("Сбор возвращают.", "Сбор возвращают за вычетом комиссии."),
        (
            "The filter is changed every 12 months.",
            "The filter is changed every 12 months or 10 000 km.",
        ),
        ("Фильтр меняют каждые 12 месяцев.", "Фильтр меняют каждые 12 месяцев или 10 000 км."),
        ("You may take up to 8 tablets.", "You may take up to 8 tablets in 24 hours."),
        (
            "Можно снять не более 100 000 рублей.",
            "Можно снять не более 100 000 рублей в течение месяца.",
        ),
        ("Штраф составляет 1 % суммы.", "Штраф составляет 1 % суммы за каждый день просрочки."),
        ("The fee is 5 euros.", "The fee is 5 euros per person."),
        ("Сбор составляет 500 рублей.", "Сбор составляет 500 рублей с человека."),
        ("The choir does not rehearse.", "The choir does not rehearse in July."),
        ("Срок проверки не зависит.", "Срок проверки не зависит от суммы."),
        (
            "За переводы до 100 000 рублей плата не взимается.",
            "За переводы по номеру телефона до 100 000 рублей плата не взимается.",
        ),
        ("Staff may take leave.", "Staff may, with approval, take leave."),
        ("Parcels are delivered free.", "Parcels are delivered free within the city."),
        ("Посылки доставляют бесплатно.", "Посылки доставляют бесплатно в пределах города."),
        ("Members vote.", "Members who have paid vote."),
        ("Members vote.", "Paying members vote."),
        ("Members get a discount.", "New members get a discount."),
        ("Члены клуба получают скидку.", "Новые члены клуба получают скидку."),
        ("Members get a 10 % discount.", "Members get a 10 % discount on books."),
        ("The contract can be cancelled.", "The contract can be cancelled within 14 days."),
        ("Договор можно расторгнуть.", "Договор можно расторгнуть в течение 14 дней."),
        ("The bank may change the rate.", "The bank may change the rate once a year."),
        ("Сотрудник может взять отпуск.", "Сотрудник может взять отпуск после года работы."),
        ("Библиотека выдаёт книги гостям.", "Библиотека выдаёт книги гостям под залог."),
        ("The rate is 5 %.", "The rate is about 5 %."),
        ("Ставка составляет 5 %.", "Ставка составляет примерно 5 %."),
        ("The rate is 5 %.", "The rate was 5 %."),
        ("The fee is waived.", "Half of the fee is waived."),
        ("The fee is waived.", "The fee is rarely waived."),
        ("Staff get a car.", "Staff get a car park."),
        ("Staff get lunch.", "Staff get a lunch allowance."),
        ("Сбор не взимается.", "Сбор за бронирование не взимается."),
        ("The key is in the safe.", "The key to the safe is in the drawer."),
        ("Ключ лежит в сейфе.", "Ключ от сейфа лежит в столе."),
        ("Собаки допускаются в номера.", "Собаки допускаются в номера за доплату."),
        ("The fee was abolished.", "The abolition of the fee was discussed."),
        ("Фабрика арендует цех у мастерской.", "Фабрика сдаёт цех в аренду мастерской."),
        ("Сертификат действует год со дня выдачи.", "Сертификат действует полгода со дня выдачи."),
        (
            "No dogs are admitted, not even guide dogs.",
            "Dogs are not admitted, unless they are guide dogs.",
        ),
        # what the excepted does is not what the rest does
        (
            "The pool opens at 12.",
            "The pool opens daily at 7, except on Mondays, when it opens at 12.",
        ),
        ("Подпись не отклонили.", "Форму отклонили из-за отсутствия подписи."),
    ],
)
def test_what_narrows_the_evidence_may_not_be_left_out(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"

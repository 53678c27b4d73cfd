"""Sentences of several statements, and what a claim may take from them."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.clauses import statements
from harness.support.idioms import read

EN, RU = "en", "ru"


def cut(text: str, language: str) -> list[str]:
    return [" ".join(text[a:b] for a, b in spans) for spans in statements(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        (
            "Students attend 12 seminars and hand in 2 essays.",
            EN,
            ["Students attend 12 seminars", "Students hand in 2 essays."],
        ),
        (
            "Employees must sign the form and return it.",
            EN,
            ["Employees must sign the form", "Employees must return it."],
        ),
        (
            "The battery, which can be replaced, lasts two days.",
            EN,
            ["The battery can be replaced", "The battery lasts two days."],
        ),
        (
            "The guarantee does not extend to batteries, and it lapses if the seal is broken.",
            EN,
            [
                "The guarantee does not extend to batteries",
                "The guarantee lapses if the seal is broken.",
            ],
        ),
        (
            "Комиссия заседает по вторникам и рассматривает 25 анкет.",
            RU,
            ["Комиссия заседает по вторникам", "Комиссия рассматривает 25 анкет."],
        ),
        (
            "Банк уведомляет клиента, а клиент уведомляет банк.",
            RU,
            ["Банк уведомляет клиента", "клиент уведомляет банк."],
        ),
    ],
)
def test_a_sentence_is_cut_into_what_it_says(text: str, language: str, said: list[str]) -> None:
    assert cut(text, language) == said


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The price covers flights, transfers and the guide.", EN),
        ("If the form is late, the fee doubles and the place is lost.", EN),
        ("The tutor marks the drafts, the examiner the papers.", EN),
        ("Only members vote and sign the minutes.", EN),
        ("Если анкета опоздала, взнос удваивается и место теряется.", RU),
        ("Программа включает осмотр, анализы и вызов врача.", RU),
    ],
)
def test_what_may_depend_on_another_part_is_not_cut(text: str, language: str) -> None:
    assert cut(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("Delivery is free of charge.", EN, "free"),
        ("Delivery is at no cost.", EN, "free"),
        ("Take effect.", EN, "commence"),
        ("Ответ дают в письменной форме.", RU, "письменно"),
        ("Отчёт сдают раз в год.", RU, "ежегодно"),
    ],
)
def test_a_set_phrase_is_read_as_one_word(text: str, language: str, word: str) -> None:
    token = next(token for token in read(text, language) if token.text == word)
    assert text[token.start : token.end] != word


def test_a_counted_phrase_is_no_set_phrase() -> None:
    assert "ежегодно" not in [token.text for token in read("Два раза в год.", RU)]


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "right"),
    [
        # what an exception says of the excepted
        (
            "Trainees do not get a bonus.",
            "All employees except trainees get a bonus.",
            EN,
            "supported",
        ),
        ("Trainees get a bonus.", "All employees except trainees get a bonus.", EN, "contradicted"),
        (
            "The notary may open it.",
            "No one except the notary may open it.",
            EN,
            "uncertain supported",
        ),
        (
            "На острова бесплатной доставки нет.",
            "Доставка бесплатна по всей области, кроме островов.",
            RU,
            "supported",
        ),
        ("В Канаде полис действует.", "Полис действует везде, кроме Канады.", RU, "contradicted"),
        (
            "Day guests can hire towels.",
            "Towels are included for all other than day guests, who can hire them at the desk.",
            EN,
            "uncertain supported",
        ),
        # opposites of which one must hold
        ("Incoming calls cost nothing.", "Incoming calls are free of charge.", EN, "supported"),
        ("Early repayment is free.", "No fee is charged for early repayment.", EN, "supported"),
        (
            "A fee is charged for early repayment.",
            "Early repayment is free of charge.",
            EN,
            "uncertain contradicted",
        ),
        ("The shop is not early.", "The shop is late.", EN, "uncertain contradicted missing"),
        # lists
        (
            "Flights and transfers are covered by the tour price.",
            "The tour price covers flights, transfers, breakfast and the local guide.",
            EN,
            "supported",
        ),
        (
            "Плагин работает в Chrome и Safari.",
            "Плагин работает в Firefox, Chrome и Safari.",
            RU,
            "supported",
        ),
        # words and values of two statements
        (
            "Units of the fund fell by 3% in May.",
            "Units of the fund rose by 3% in May and fell by 1% in June.",
            EN,
            "uncertain contradicted",
        ),
        # shares, counts and sizes
        (
            "25% of the price is due on booking.",
            "A quarter of the price is due on booking.",
            EN,
            "supported",
        ),
        (
            "The ban lasts for 18 months.",
            "The ban lasts for a year and a half.",
            EN,
            "supported",
        ),
        ("Half of it is refunded.", "A quarter of it is refunded.", EN, "contradicted"),
        ("Обрабатывают полторы сотни посылок.", "Обрабатывают 150 посылок.", RU, "supported"),
        (
            "Vials are stored at a temperature of 5 °C.",
            "Vials are stored at 5 °C.",
            EN,
            "supported",
        ),
        # who does it
        (
            "Клиент уведомляет банк о смене тарифа.",
            "Банк уведомляет клиента о смене тарифа.",
            RU,
            "contradicted",
        ),
        # one code for another
        (
            "Send form HR-12a to the payroll office.",
            "Send form HR-12b to the payroll office.",
            EN,
            "contradicted",
        ),
    ],
)
def test_statement_pairs(claim: str, evidence: str, language: str, right: str) -> None:
    result = check_support(claim, evidence, language)
    assert result.verdict in right.split(), result


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "The service is not available without registration.",
            "The service is available only to registered users.",
            EN,
        ),
        (
            "Никто, кроме бухгалтера, не может подписать ведомость.",
            "Ведомость может подписать только бухгалтер.",
            RU,
        ),
        (
            "Место не закрепляется, пока документы не поданы.",
            "Место закрепляется только после подачи документов.",
            RU,
        ),
        (
            "Orders placed before 1 March are governed by the old terms.",
            "The terms apply to orders placed on or after 1 March; earlier ones keep the old terms.",
            EN,
        ),
        (
            "Подарки дороже 3000 рублей принимать нельзя.",
            "Сотрудник может принимать подарки стоимостью не более 3000 рублей.",
            RU,
        ),
        ("Не у всех номеров есть балкон.", "Балкон есть лишь у некоторых номеров.", RU),
        ("Not all branches are open on Saturdays.", "Some branches are closed on Saturdays.", EN),
        (
            "Backups are made before every update.",
            "No update is installed before a backup has been made.",
            EN,
        ),
        (
            "После вылета билет вернуть нельзя.",
            "Билет можно вернуть до вылета рейса, после вылета возврат невозможен.",
            RU,
        ),
        (
            "Принимать лекарство можно независимо от еды.",
            "Лекарство принимают вместе с едой или без неё.",
            RU,
        ),
        ("Треть мест отведена льготникам.", "Льготникам отведено 33,3 % мест.", RU),
        ("Взнос составляет 1000 рублей.", "Взнос вырос с 500 до 1000 рублей.", RU),
        (
            "Cyclists have to dismount on the bridge.",
            "Riding on the bridge is not allowed; cyclists must dismount.",
            EN,
        ),
        (
            "Food should not be brought.",
            "Please bring:\n- a towel\nPlease do not bring:\n- food",
            EN,
        ),
    ],
)
def test_what_lies_beyond_is_not_contradicted(claim: str, evidence: str, language: str) -> None:
    result = check_support(claim, evidence, language)
    assert result.verdict != "contradicted", result


@pytest.mark.parametrize(
    ("evidence", "language"),
    [
        ("Отрицается, что возврат оплачивается в течение 14 дней.", RU),
        ("Предполагалось, что возврат оплачивается в течение 14 дней.", RU),
        ("Неправда, что возврат оплачивается в течение 14 дней.", RU),
        ("It is a myth that a refund is paid within 14 days.", EN),
    ],
)
def test_what_is_denied_or_only_supposed_supports_nothing(evidence: str, language: str) -> None:
    claim = {
        EN: "A refund is paid within 14 days.",
        RU: "Возврат оплачивается в течение 14 дней.",
    }[language]
    assert check_support(claim, evidence, language).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "verdict"),
    [
        (
            "The guard locks the gate, and the porter opens the shed.",
            "The porter locks the gate, and the guard opens the shed.",
            EN,
            "contradicted",
        ),
        (
            "Окна на ночь закрывают, двери оставляют открытыми.",
            "Двери на ночь закрывают, окна оставляют открытыми.",
            RU,
            "contradicted",
        ),
    ],
)
def test_one_statement_of_a_claim_may_contradict_all_of_it(
    claim: str, evidence: str, language: str, verdict: str
) -> None:
    assert check_support(claim, evidence, language).verdict == verdict

"""Russian statements that leave out what the one before them says."""

import pytest

from harness.support import check_support
from harness.support.gaps import filled, things_listed


def read(text: str) -> list[str]:
    return [" ".join(text[a:b] for a, b in spans) for spans in filled(text)][1::2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Фильтр грубой очистки промывают раз в месяц, тонкой — раз в год.",
            ["Фильтр тонкой очистки промывают раз в год"],
        ),
        (
            "За первый пропуск студент получает замечание, за второй — выговор.",
            ["за второй пропуск студент получает выговор"],
        ),
        (
            "Тарифы на газ в мае снизили, на свет — повысили.",
            ["Тарифы на свет в мае повысили"],
        ),
        ("Акты подписывает мастер, сметы — инженер.", ["сметы подписывает инженер"]),
        ("Повар чистит рыбу, стажёр — овощи.", ["стажёр чистит овощи"]),
        (
            "Заявку рассматривают пять дней; при нехватке данных — десять дней.",
            ["при нехватке данных Заявку рассматривают десять дней"],
        ),
        (
            "Залог за лодку — 3000 рублей, за весло — 500 рублей.",
            ["Залог за весло — 500 рублей"],
        ),
        ("Код E1 означает перегрев, код E2 — обрыв.", ["код E2 означает обрыв"]),
        ("Лодку брать нельзя, весло — можно.", ["весло брать можно"]),
    ],
)
def test_a_gap_is_filled_by_what_stands_in_its_place(text: str, said: list[str]) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    "text",
    [
        # what would be left of the model may not hold: the morning, the free loan
        "Взрослым дают две таблетки утром, детям — одну таблетку вечером.",
        "Вклад до 100 рублей открывают бесплатно, кредит — за 500 рублей.",
        "Сдача до 5 кг проходит без записи, сдача на большую массу — только с записью.",
        "Штраф за опоздание — 1 % за каждый день, исключение — праздники.",
        "Вкладка — это страница, закладка — это ссылка.",
        "Курьер доставляет письма, которые весят меньше 1 кг — это его работа.",
    ],
)
def test_no_gap_is_filled_where_the_parts_do_not_answer_each_other(text: str) -> None:
    assert read(text) == []


GAPPED = "Фильтр грубой очистки промывают раз в месяц, тонкой — раз в год."


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Фильтр тонкой очистки промывают раз в год.", "supported"),
        ("Фильтр тонкой очистки промывают раз в месяц.", "contradicted"),
        ("Фильтр грубой очистки промывают раз в месяц.", "supported"),
        ("Фильтр грубой очистки промывают раз в год.", "contradicted"),
        ("Фильтр грубой очистки промывают раз в год, тонкой — раз в месяц.", "contradicted"),
    ],
)
def test_what_is_said_by_halves_is_held_against_the_claim(claim: str, verdict: str) -> None:
    assert check_support(claim, GAPPED, "ru").verdict == verdict


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("В ящике лежат клей и лак.", ["В ящике лежат клей", "В ящике лежат лак"]),
        (
            "Модуль работает на платах Arm, Atom и Xeon.",
            [
                "Модуль работает на платах Arm",
                "Модуль работает на Atom",
                "Модуль работает на Xeon",
            ],
        ),
        ("Врач и сестра делают укол.", []),
        ("Ключи выдают с 5 до 9 и с 10 до 12.", []),
        ("Он пришёл и ушёл.", []),
    ],
)
def test_each_thing_of_a_list_is_a_statement(text: str, said: list[str]) -> None:
    assert [" ".join(text[a:b] for a, b in spans) for spans in things_listed(text)] == said


KIT = "В набор входят ключ, уровень и зубило. Перчатки и очки продаются отдельно."


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Очки входят в набор.", KIT, "contradicted"),
        ("Уровень входит в набор.", KIT, "supported"),
        ("В набор входят ключ, уровень и очки.", KIT, "contradicted"),
        ("Молоток входит в набор.", KIT, "uncertain"),
        ("Очки входят в набор.", "В набор входит ключ. Очки хранят отдельно.", "uncertain"),
        ("Очки не входят в набор.", KIT, "uncertain"),
        (
            "Модуль работает на платах Arm и Atom.",
            "Модуль работает на платах Arm и Xeon. На плате Atom он не работает.",
            "contradicted",
        ),
    ],
)
def test_what_is_had_separately_is_not_included(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence, "ru").verdict == verdict

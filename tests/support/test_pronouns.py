"""Sentences whose pronouns stand for what the sentence before names: doubted, never supported."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.pronouns import resolved


@pytest.mark.parametrize(
    ("before", "text", "language", "read"),
    [
        (
            ["The badge opens all doors."],
            "At night it does not open the gate.",
            "en",
            "At night The badge does not open the gate.",
        ),
        (
            ["The guests neither paid nor signed."],
            "They did leave a note.",
            "en",
            "The guests did leave a note.",
        ),
        (
            ["The barge carries ten people.", "It has two motors."],
            "It is painted twice a year.",
            "en",
            "The barge is painted twice a year.",
        ),
        (
            ["None of the five divers was late."],
            "Two of them have left.",
            "en",
            "Two of the divers have left.",
        ),
        (
            ["No cart may enter the upper yard, and no cart may stop there."],
            "Riders enter it by the left gate.",
            "en",
            "Riders enter the upper yard by the left gate.",
        ),
        (["Beans are soaked for two hours."], "Boil them slowly.", "en", "Boil the beans slowly."),
        (
            ["Дежурный не закрыл склад."],
            "Ворота он закрыл.",
            "ru",
            "Ворота Дежурный закрыл.",
        ),
        (
            ["Оба тренера ведут секцию."],
            "Любой из них может заменить её старосту.",
            "ru",
            "Любой из тренеров может заменить секции старосту.",
        ),
        (["Пропуск проверяет охранник."], "Кассир его не проверяет.", "ru", None),
        (
            ["Пропуска проверяет охранник."],
            "Кассир их не видит.",
            "ru",
            "Кассир пропуска не видит.",
        ),
    ],
)
def test_a_pronoun_is_read_as_what_is_named_before(
    before: list[str], text: str, language: str, read: str | None
) -> None:
    assert resolved(text, before, language) == read


@pytest.mark.parametrize(
    ("before", "text", "language"),
    [
        (["Nobody may enter."], "They must ring the bell.", "en"),
        (["If the alarm rings, guests leave."], "They meet outside.", "en"),
        (["The guards check the lockers."], "One of them is open.", "en"),
        (["The tenant signs the form."], "The clerk stamps it.", "en"),
        (["The cook washes the rice and washes the beans."], "The boy washes it.", "en"),
        (["From 1950 on it was a mill."], "From 1980 on it was a shop.", "en"),
        (["Карту выдаёт школа."], "Он действует год.", "ru"),
        (["Ключи и карты лежат в сейфе."], "Две из них утеряны.", "ru"),
    ],
)
def test_a_pronoun_stays_where_nothing_or_several_things_are_named(
    before: list[str], text: str, language: str
) -> None:
    assert resolved(text, before, language) is None


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "The badge opens the gate.",
            "The badge opens all doors. At night it does not open the gate.",
        ),
        (
            "The guests did not leave a note.",
            "The guests neither paid nor signed. They did leave a note.",
        ),
        (
            "All of the five divers have since left.",
            "None of the five divers was late. Two of them have since left.",
        ),
        (
            "The barge is painted every two years.",
            "The barge carries ten people. It has two motors. It is painted twice a year.",
        ),
        (
            "Riders enter the upper yard by the right gate.",
            "No cart may enter the upper yard. Riders enter it by the left gate.",
        ),
        ("Сети рыбак ставит днём.", "Рыбак чинит лодку. Сети он ставит ночью."),
        ("Пропуск действует в архиве.", "Пропуск действует везде. В архиве он не действует."),
        ("Ворота дежурный не закрыл.", "Дежурный не запер склад. Ворота он закрыл."),
        (
            "Все пять водолазов уже уехали.",
            "Ни один из пяти водолазов не опоздал. Трое из них уже уехали.",
        ),
    ],
)
def test_a_sentence_with_a_pronoun_contradicts_what_it_denies(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The boats are insured.", "The club owns three boats. Two of them are insured."),
        ("The gate is locked.", "The guard opens the gate. In July it is not locked."),
        ("Рассрочка даётся на 90 дней.", "Рассрочка даётся на квартал. Её продлевают на 30 дней."),
        ("План утверждает директор.", "План готовит завуч. Директор его не утверждает."),
    ],
)
def test_a_pronoun_that_may_be_of_another_decides_nothing(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict in ("uncertain", "missing")

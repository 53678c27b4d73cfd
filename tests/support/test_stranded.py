"""Statements that end in a verb which stands for the one before: ``hosting is``, ``сотрудники — нет``."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "Hosting is part of the subscription.",
            "Neither the setup fee nor the training is part of the subscription; hosting and support are.",
            "supported",
        ),
        (
            "Hosting is not part of the subscription.",
            "Neither the setup fee nor the training is part of the subscription; hosting and support are.",
            "contradicted",
        ),
        (
            "The setup fee is part of the subscription.",
            "Neither the setup fee nor the training is part of the subscription; hosting and support are.",
            "contradicted",
        ),
        (
            "The setup fee is not part of the subscription.",
            "Neither the setup fee nor the training is part of the subscription; hosting and support are.",
            "supported",
        ),
        (
            "The training is part of the subscription.",
            "Neither the setup fee nor the training is part of the subscription; hosting and support are.",
            "contradicted",
        ),
        (
            "Free-text notes are not encrypted at rest.",
            "Health data are encrypted at rest, free-text notes are not.",
            "supported",
        ),
        (
            "Free-text notes are encrypted at rest.",
            "Health data are encrypted at rest, free-text notes are not.",
            "contradicted",
        ),
        (
            "Health data are not encrypted at rest.",
            "Not all data are encrypted at rest: health data and card numbers are, free-text notes are not.",
            "contradicted",
        ),
        (
            "Free-text notes are encrypted at rest.",
            "Not all data are encrypted at rest: health data and card numbers are, free-text notes are not.",
            "contradicted",
        ),
        ("Staff pay a fee.", "Students pay a fee, staff do not.", "contradicted"),
        ("Staff do not pay a fee.", "Students pay a fee, staff do not.", "supported"),
        ("Staff do not pay a fee.", "Students pay a fee; staff do not.", "supported"),
        ("Students do not pay a fee.", "Students pay a fee; staff do not.", "contradicted"),
        ("Guests may park here.", "Tenants may park here, guests may not.", "contradicted"),
        ("Guests may not park here.", "Tenants may park here, guests may not.", "supported"),
        ("Guests must park here.", "Tenants may park here, guests may not.", "contradicted"),
        (
            "Pupils pay 6 dollars a year.",
            "Licences for teachers are free, as are licences for pupils; parents pay 6 dollars a year.",
            "contradicted",
        ),
        (
            "Licences for pupils are free.",
            "Licences for teachers are free, as are licences for pupils; parents pay 6 dollars a year.",
            "supported",
        ),
        (
            "Licences for pupils are free.",
            "Licences for teachers are not free, nor are licences for pupils.",
            "contradicted",
        ),
        (
            "Licences for pupils are not free.",
            "Licences for teachers are not free, nor are licences for pupils.",
            "supported",
        ),
        (
            "Licences for pupils are free.",
            "Licences for teachers are not free, neither are licences for pupils.",
            "contradicted",
        ),
        ("Сотрудники платят взнос.", "Студенты платят взнос, сотрудники — нет.", "contradicted"),
        ("Сотрудники не платят взнос.", "Студенты платят взнос, сотрудники — нет.", "supported"),
        ("Студенты не платят взнос.", "Студенты платят взнос, сотрудники — нет.", "contradicted"),
        ("Студенты платят взнос.", "Студенты платят взнос, сотрудники — нет.", "supported"),
        (
            "Хостинг входит в подписку.",
            "Настройка в подписку не входит, а хостинг входит.",
            "supported",
        ),
        (
            "Хостинг не входит в подписку.",
            "Настройка в подписку не входит, а хостинг входит.",
            "contradicted",
        ),
        (
            "Обучение в подписку входит.",
            "Ни настройка, ни обучение в подписку не входят; хостинг и поддержка входят.",
            "contradicted",
        ),
        (
            "Хостинг в подписку не входит.",
            "Ни настройка, ни обучение в подписку не входят; хостинг и поддержка входят.",
            "contradicted",
        ),
        (
            "Поддержка входит в подписку.",
            "Ни настройка, ни обучение в подписку не входят; хостинг и поддержка входят.",
            "supported",
        ),
        ("В выходные музей открыт.", "В будни музей открыт, в выходные — нет.", "contradicted"),
        ("В выходные музей не открыт.", "В будни музей открыт, в выходные — нет.", "supported"),
        (
            "Для взрослых вход бесплатен.",
            "Вход бесплатен для детей, для взрослых — нет.",
            "contradicted",
        ),
        ("Для детей вход бесплатен.", "Вход бесплатен для детей, для взрослых — нет.", "supported"),
        (
            "Вход для взрослых не бесплатен.",
            "Вход бесплатен для детей, для взрослых — нет.",
            "supported",
        ),
        (
            "По выходным касса работает.",
            "По будням касса не работает, по выходным работает.",
            "supported",
        ),
        (
            "По выходным касса не работает.",
            "По будням касса не работает, по выходным работает.",
            "contradicted",
        ),
    ],
)
def test_a_verb_stands_for_what_the_statement_before_says(
    claim: str, evidence: str, verdict: str
) -> None:
    assert check_support(claim, evidence).verdict == verdict

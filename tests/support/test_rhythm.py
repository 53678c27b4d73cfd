"""How often, by word and by value."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Reports are sent every month.", "Reports are sent monthly.", "supported"),
        ("Reports are sent every month.", "Reports are sent every week.", "contradicted"),
        ("Reports are sent weekly.", "Reports are sent every month.", "contradicted"),
        ("Отчёты отправляют каждый месяц.", "Отчёты отправляют ежемесячно.", "supported"),
        ("Отчёты отправляют каждую неделю.", "Отчёты отправляют ежемесячно.", "contradicted"),
        ("Отчёты отправляют еженедельно.", "Отчёты отправляют раз в месяц.", "contradicted"),
        ("Отчёты отправляют еженедельно.", "Отчёты отправляют каждый месяц.", "contradicted"),
        ("Отчёты отправляют дважды в год.", "Отчёты отправляют ежемесячно.", "contradicted"),
        ("Reports are sent twice a year.", "Reports are sent monthly.", "contradicted"),
        ("Reports are sent monthly.", "Reports are sent 12 times a year.", "supported"),
        (
            "The fee is charged monthly.",
            "The fee is charged at the end of each quarter.",
            "contradicted",
        ),
        ("The filter is changed monthly.", "The filter is changed every 3 months.", "contradicted"),
        ("The filter is changed quarterly.", "The filter is changed every 3 months.", "supported"),
        ("The filter is changed yearly.", "The filter is changed every 12 months.", "supported"),
        ("Фильтр меняют ежегодно.", "Фильтр меняют каждые 2 года.", "contradicted"),
        ("Фильтр меняют ежегодно.", "Фильтр меняют не реже чем раз в полгода.", "contradicted"),
        (
            "The filter is changed yearly.",
            "The filter is changed at least twice a year.",
            "contradicted",
        ),
        (
            "Royalty statements are prepared monthly.",
            "Royalty statements are prepared twice a year and sent to the Author by e-mail.",
            "contradicted",
        ),
        (
            "Royalty statements are sent monthly.",
            "Royalty statements are prepared twice a year and sent to the Author by e-mail.",
            "uncertain",
        ),
        (
            "Отчёты составляются ежемесячно.",
            "Отчёты составляются дважды в год и отправляются автору по электронной почте.",
            "contradicted",
        ),
        (
            "Отчёты отправляются ежемесячно.",
            "Отчёты составляются дважды в год и отправляются автору по электронной почте.",
            "uncertain",
        ),
        ("The nurse checks it every day.", "The nurse checks it twice a day.", "uncertain"),
        ("The nurse checks it daily.", "The nurse checks it twice a day.", "uncertain"),
        (
            "Медсестра проверяет давление ежедневно.",
            "Медсестра проверяет давление дважды в день.",
            "uncertain",
        ),
        (
            "Медсестра проверяет давление ежедневно.",
            "Медсестра проверяет давление каждые 4 часа.",
            "uncertain",
        ),
        (
            "The nurse checks the pressure daily.",
            "The nurse checks the pressure every 4 hours.",
            "uncertain",
        ),
    ],
)
def test_rates_are_compared_across_their_forms(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict

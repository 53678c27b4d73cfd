"""Two things that have changed sides, and what may stand either way round."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            '"Reduction" means a credit of the invoice.',
            '"Credit" means a reduction of the invoice.',
        ),
        ("A branch is a fork of a repository.", "A fork is a branch of a repository."),
        ("The auditor needs the manager.", "The manager needs the auditor."),
        ("Кредит — это уменьшение следующего счёта.", "Уменьшение — это кредит следующего счёта."),
        ("Раствор содержит спирт.", "Спирт содержит раствор."),
        ("Мать навещает дочь.", "Дочь навещает мать."),
        ("Срок зависит от суммы.", "Сумма зависит от срока."),
        ("Зал больше кабинета.", "Кабинет больше зала."),
        ("Налог входит в цену.", "Цена входит в налог."),
    ],
)
def test_the_other_way_round_is_not_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Учебники ученикам выдаёт школа.", "Школа выдаёт ученикам учебники."),
        ("Кладовщик подписывает накладную.", "Накладную подписывает кладовщик."),
        ("В терминал прибывает рейс 212.", "Рейс 212 прибывает в терминал."),
        ("Оператор позвонил клиенту.", "Клиенту позвонил оператор."),
        ("The form is signed by the clerk.", "The clerk signs the form."),
    ],
)
def test_another_order_of_words_is_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "supported"

"""Claims that word overlap and similarity call supported."""

from __future__ import annotations

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        pytest.param(
            "Orders from Contoso are refunded within 30 days.",
            "Orders from Fabrikam are refunded within 30 days.",
            id="another entity",
        ),
        pytest.param(
            "Refunds are paid within 30 days.",
            "Refunds are paid within 30 days, except for gift cards.",
            id="dropped exception",
        ),
        pytest.param("You may keep the receipt.", "You must keep the receipt.", id="must to may"),
        pytest.param(
            "The fee is due after delivery.", "The fee is due before delivery.", id="after, before"
        ),
        pytest.param(
            "Staff get 30 days of leave and a car.",
            "Staff get 30 days of leave. Managers get a car.",
            id="two facts fused",
        ),
        pytest.param(
            "A refund is paid within 30 days.", "A refund is paid within 60 days.", id="number"
        ),
        pytest.param(
            "Возврат оплачивают за 30 дней.", "Возврат не оплачивают за 30 дней.", id="отрицание"
        ),
        pytest.param("返金は30日以内です。", "返金は60日以内です。", id="数"),
    ],
)
def test_claim_that_differs_in_one_word_is_not_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("A refund is paid within one month.", "A refund is paid within 30 days."),
        ("Возврат оплачивают за месяц.", "Возврат оплачивают за 30 дней."),
    ],
)
def test_a_month_is_not_held_against_thirty_days(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "contradicted"

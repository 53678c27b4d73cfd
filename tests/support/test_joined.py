"""Conditions that are joined to the claim's: both needed, or each enough."""

from __future__ import annotations

import pytest

from harness.support import Verdict, check_support


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "The fee is waived if 1,000 euros are paid in.",
            "The fee is waived if 1,000 euros are paid in and the customer is under 26.",
            "uncertain",
        ),
        (
            "If a device is lost, the owner is told.",
            "If a device is lost and a report is made, the owner is told.",
            "uncertain",
        ),
        (
            "Заявка отклоняется, если нет подписи.",
            "Заявка отклоняется, если нет подписи и истёк срок подачи.",
            "uncertain",
        ),
        (
            "The fee is waived when the account is used.",
            "The fee is waived when the account is used or the customer agrees.",
            "supported",
        ),
        (
            "If you are ill, tell your manager.",
            "If you are ill, tell your manager and see a doctor.",
            "supported",
        ),
        (
            "Заявка отклоняется, если нет подписи.",
            "Заявка отклоняется, если нет подписи, и секретарь сообщает об этом.",
            "supported",
        ),
    ],
)
def test_second_condition_narrows_what_the_first_says_alone(
    claim: str, evidence: str, verdict: Verdict
) -> None:
    assert check_support(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "A request may be declined when two people are away.",
            (
                "A request may be declined when two people are away, when the dates fall into a"
                " freeze, or when nothing remains."
            ),
            "supported",
        ),
        (
            "A request may be declined if the form is late.",
            "A request may be declined if the form is late or if it is empty.",
            "supported",
        ),
        (
            "Заявка отклоняется, если нет подписи.",
            "Заявка отклоняется, если нет подписи, если истёк срок или если нет печати.",
            "supported",
        ),
        (
            "A request may be declined.",
            "A request may be declined if the form is late or if it is empty.",
            "uncertain",
        ),
        (
            "A request may be declined if the form is late.",
            "If staff are away, a request may be declined if the form is late.",
            "uncertain",
        ),
    ],
)
def test_each_of_several_conditions_joined_by_or_is_enough(
    claim: str, evidence: str, verdict: Verdict
) -> None:
    assert check_support(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("The shop opens at 9:30.", "The shop opens at 9.30.", "supported"),
        ("Обед отменяют до 18:00.", "Обед отменяют до 18.00.", "supported"),
        ("Обед отменяют до 18:00.", "Обед отменяют до 17.00.", "contradicted"),
        ("The rate grows to 18:00.", "The rate grows to 18.00.", "uncertain"),
        ("Цена растёт до 18:00.", "Цена растёт до 18.00 рублей.", "uncertain"),
    ],
)
def test_dotted_time_is_read_where_a_time_may_stand(
    claim: str, evidence: str, verdict: Verdict
) -> None:
    assert check_support(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "Smoking in the hall is prohibited.",
            "We do not tolerate smoking in the hall.",
            "supported",
        ),
        (
            "Smoking in the hall is allowed.",
            "Smoking in the hall is not tolerated.",
            "contradicted",
        ),
        (
            "Школа принимает братьев учеников.",
            "Школа принимает братьев своих учеников.",
            "supported",
        ),
        (
            "The bill is paid together with the fee.",
            "The bill is paid along with the fee.",
            "supported",
        ),
        (
            "The form is sent together with a photo.",
            "The form is sent without a photo.",
            "contradicted",
        ),
        ("Работы проводятся в субботу.", "Работы идут в субботу.", "supported"),
        (
            "A token expires an hour after it was issued.",
            "token: expires an hour after it was issued",
            "supported",
        ),
        (
            "Ставка по вкладу на 12 месяцев — 13,5% годовых.",
            "Срок вклада | Процентная ставка, годовых\n12 месяцев | 13,5%",
            "supported",
        ),
        (
            "Ставка по вкладу на 12 месяцев — 13,5% годовых.",
            "Срок вклада | Процентная ставка, годовых\n6 месяцев | 13,0%",
            "uncertain",
        ),
    ],
)
def test_rewording_of_a_writer_is_read(claim: str, evidence: str, verdict: Verdict) -> None:
    assert check_support(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "Smoking near patients who sleep is prohibited.",
            "You must not smoke near patients who sleep.",
            "supported",
        ),
        (
            "Smoking near anyone who is ill is prohibited.",
            "It is forbidden to smoke near anyone who is ill.",
            "supported",
        ),
        (
            "Smoking near patients who sleep is prohibited.",
            "You may smoke near patients who sleep.",
            "contradicted",
        ),
        (
            "Smoking near patients who sleep is prohibited.",
            "Smoking near patients who sleep is allowed.",
            "contradicted",
        ),
        (
            "Smoking near patients who sleep is allowed.",
            "You must not smoke near patients who sleep.",
            "contradicted",
        ),
    ],
)
def test_ban_behind_a_relative_clause_is_said_of_the_main_one(
    claim: str, evidence: str, verdict: Verdict
) -> None:
    assert check_support(claim, evidence).verdict == verdict

"""Words that look small and turn a statement: other, every second, a light verb, half a compound."""

from __future__ import annotations

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The other warning is sent by post.", "The first warning is sent by post."),
        ("The second instalment is due in March.", "Every second instalment is due in March."),
        ("Второй платёж вносят в марте.", "Каждый второй платёж вносят в марте."),
        ("Residents have a garage behind the house.", "Residents share a garage behind the house."),
        ("Staff get the keys on Friday evening.", "Staff return the keys on Friday evening."),
        ("Staff take the units every Friday.", "Staff give the units every Friday."),
        ("Пени начисляются на остаток долга.", "Пени списываются на остаток долга."),
        ("Отчёт содержит данные о продажах.", "Отчёт искажает данные о продажах."),
        ("Ввоз оборудования допускается морем.", "Ввоз оборудования приостанавливается морем."),
        ("Part-time staff work here on Mondays.", "Full-time staff work here on Mondays."),
        ("On-site work is paid twice.", "Off-site work is paid twice."),
        ("The used bicycles are sold here.", "The new bicycles are sold here."),
        ("The bank represents the client.", "The client represents the bank."),
    ],
)
def test_what_is_not_said_is_not_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The form goes to the payroll office.", "The form is sent to the payroll office."),
        ("Протокол получают члены комиссии.", "Протокол направляют членам комиссии."),
        ("На тарифе можно получить пять карт.", "По тарифу выпускают пять карт."),
    ],
)
def test_light_verb_may_be_told_by_one_of_its_own_sense(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "supported"

"""Words that look small and turn a statement: other, every second, a light verb, half a compound."""

from __future__ import annotations

from itertools import permutations

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The other warning is sent by post.", "The first warning is sent by post."),
        ("The second instalment is due in March.", "Every second instalment is due in March."),
        ("Второй платёж вносят в марте.", "Каждый второй платёж вносят в марте."),
        ("The shop takes old phones on Mondays.", "The shop repairs old phones on Mondays."),
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


def test_number_of_another_rule_contradicts_though_the_words_before_it_move() -> None:
    claim = "After a counter notice the host will wait 10-14 days and then restore the content."
    evidence = (
        "After you file a counter notice, we will wait 21-30 days and then restore the content"
        " and put the repository back online."
    )
    assert check_support(claim, evidence).verdict == "contradicted"


def test_text_without_a_word_is_no_evidence() -> None:
    assert check_support("Tea is free.", "`` ** ``").verdict in ("missing", "uncertain")


def test_from_when_a_period_counts_may_be_left_out() -> None:
    evidence = "Деньги возвращаются в течение 60 дней со дня обращения."
    assert check_support("Деньги возвращаются в течение 60 дней.", evidence).verdict == "supported"


ORDINALS = ("first", "second", "third", "last", "next", "previous", "other", "every second")


@pytest.mark.parametrize(("mine", "its"), tuple(permutations(ORDINALS, 2)))
def test_one_place_in_a_row_is_not_another(mine: str, its: str) -> None:
    for frame in (
        "The {} warning is sent by registered post.",
        "A fee is charged from the {} visit on.",
        "Members elect the board at the {} meeting of the year.",
    ):
        assert check_support(frame.format(mine), frame.format(its)).verdict != "supported"


@pytest.mark.parametrize(
    ("mine", "its"),
    tuple(permutations(("rarely", "often", "always", "separately", "together", "twice"), 2)),
)
def test_one_manner_is_not_another(mine: str, its: str) -> None:
    if (mine, its) != ("often", "always"):
        claim, evidence = (f"Parcels are checked {word} by the clerk." for word in (mine, its))
        assert check_support(claim, evidence).verdict != "supported"


def test_no_that_answers_a_question_denies_nothing_that_follows() -> None:
    said = "No. Packages can be upgraded in place."
    assert check_support(said, "Packages cannot be upgraded in place.").verdict != "supported"
    assert check_support("Packages can be upgraded in place.", said).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bill is rounded up.", "The bill is rounded down."),
        ("Guests check in at noon.", "Guests check out at noon."),
        ("Bikes are left here.", "Bikes are left there."),
        ("Ключ хранят внутри.", "Ключ хранят снаружи."),
        ("Температура плюс 5 градусов.", "Температура минус 5 градусов."),
    ],
)
def test_the_other_way_is_contradicted(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The last chapter is optional.", "The second-to-last chapter is optional."),
        ("Участники получают два билета.", "Участники получают по два билета."),
        ("The tent has a pump.", "The tent needs a pump."),
        ("Guests have a locker.", "Guests rent a locker."),
        ("Cats and dogs may travel.", "Cats may travel and dogs stay at home."),
        ("Tea and coffee are free.", "Tea is free and coffee is sold."),
        ("Чай и кофе продают.", "Чай продают, а кофе дарят."),
        ("The kitchen is cleaned daily.", "The hall is cleaned daily and the kitchen weekly."),
        ("Зал и кухню моют ежедневно.", "Зал моют ежедневно, а кухню раз в неделю."),
    ],
)
def test_what_only_looks_the_same_is_not_supported(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The tent has a pump.", "The tent comes with a pump."),
        ("Guests check in at noon.", "Guests check in at noon and check out at ten."),
        ("Fill in the form.", "Fill out the form."),
        ("Cats and dogs may travel.", "Cats and dogs may travel and stay overnight."),
        (
            "Tea and coffee are free and cakes cost 2 euros.",
            "Tea and coffee are free and cakes cost 2 euros.",
        ),
        ("Зал и кухню моют ежедневно.", "Зал и кухню моют ежедневно, а двор раз в неделю."),
    ],
)
def test_the_same_is_supported_beside_more(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "supported"

"""What follows from one condition, put to another."""

from __future__ import annotations

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "If the crate is lost, the fee is waived.",
            "If the crate arrives late, the fee is waived. If the crate is lost, the fee is halved.",
        ),
        (
            "If the crate is lost, the fee is waived.",
            "The fee is waived if the ship is late; if the crate is lost, the fee is paid back twice.",
        ),
        (
            "If a player falls ill, the deposit is returned in full.",
            (
                "If the court is flooded, the match is called off and the deposit is returned in full."
                " If a player falls ill, a third of the deposit is returned."
            ),
        ),
        (
            "Если груз утерян, сбор удваивают.",
            "Если груз опоздал, сбор удваивают. Если груз утерян, сбор возвращают.",
        ),
        (
            "Если пломба сорвана, проверка занимает два дня.",
            (
                "Прибор проверяют за час, если пломба сорвана. Если прибор упал, проверка занимает"
                " два дня."
            ),
        ),
    ],
)
def test_a_consequence_of_another_condition_is_contradicted(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # what follows from one condition may follow from the other too
        ("If it rains, a tram comes.", "If it rains, a bus comes. If it snows, a tram comes."),
        (
            "Если идёт снег, ходят баржи.",
            "Если идёт дождь, ходят баржи. Если идёт снег, топят печь.",
        ),
        (
            "If the crate is lost, the fee is waived.",
            "If the crate is late, the fee is waived. If it is lost, the fee is also waived.",
        ),
        # the one condition holds where the other does
        (
            "If a guest is rude and late, the fee is due.",
            "If a guest is late, the fee is due. If a guest is rude and late, the fee is doubled.",
        ),
        # only a part of the condition
        (
            "If the crate is lost, the fee is waived.",
            "If the crate is late, the fee is waived. If the crate is lost at sea, the fee is halved.",
        ),
    ],
)
def test_a_consequence_that_may_be_shared_is_left_open(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict in ("uncertain", "missing")

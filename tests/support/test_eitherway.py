"""``With or without``, ``even if`` and the conditions it undoes."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "The tablets can be taken only with food.",
            "The tablets can be taken with or without food.",
            "contradicted",
        ),
        (
            "The tablets can be taken without food.",
            "The tablets can be taken with or without food.",
            "supported",
        ),
        (
            "The tablets can be taken with food.",
            "The tablets can be taken with or without food.",
            "supported",
        ),
        (
            "The tablets can be taken regardless of food.",
            "The tablets can be taken with or without food.",
            "supported",
        ),
        (
            "The tablets may not be taken without food.",
            "The tablets can be taken with or without food.",
            "contradicted",
        ),
        (
            "Принимать лекарство можно только вместе с пищей.",
            "Принимать лекарство можно вместе с пищей или без неё.",
            "contradicted",
        ),
        (
            "Принимать лекарство можно вместе с пищей.",
            "Принимать лекарство можно вместе с пищей или без неё.",
            "supported",
        ),
        (
            "Принимать лекарство можно без пищи.",
            "Принимать лекарство можно вместе с пищей или без неё.",
            "supported",
        ),
        (
            "Принимать лекарство без пищи нельзя.",
            "Принимать лекарство можно вместе с пищей или без неё.",
            "contradicted",
        ),
        (
            "Принимать лекарство можно независимо от пищи.",
            "Принимать лекарство можно вместе с пищей или без неё.",
            "supported",
        ),
        (
            "Students who fail the resit can repeat the module even if no place is free.",
            "Students who fail the resit can repeat the module, provided that a place is free.",
            "contradicted",
        ),
        (
            "The pool is open to residents even when a private event has been announced.",
            "The pool is open to residents every day except where a private event has been announced.",
            "contradicted",
        ),
        (
            "The pool is open to residents even if a private event has been announced.",
            "The pool is open to residents unless a private event has been announced.",
            "contradicted",
        ),
        (
            "The deposit is returned even if the room is damaged.",
            "The deposit is returned unless the room is damaged.",
            "contradicted",
        ),
        (
            "Залог возвращают, даже если номер повреждён.",
            "Залог не возвращают, если номер повреждён.",
            "contradicted",
        ),
        (
            "The deposit is not returned even if the room is clean.",
            "The deposit is returned unless the room is damaged.",
            "uncertain",
        ),
        (
            "The deposit is returned even if the room is not damaged.",
            "The deposit is returned unless the room is damaged.",
            "uncertain",
        ),
        (
            "The lease ends even if the tenant does not object.",
            "The lease ends unless the tenant objects.",
            "uncertain",
        ),
        (
            "The lease ends even if the tenant objects.",
            "The lease ends unless the tenant objects.",
            "contradicted",
        ),
        (
            "The lease does not end even if the tenant objects.",
            "The lease does not end unless the tenant objects.",
            "contradicted",
        ),
        (
            "The tablets must not be taken without food.",
            "The tablets can be taken with or without food.",
            "contradicted",
        ),
        (
            "The tablets are taken twice a day with food.",
            "The tablets are taken once a day, with or without food.",
            "uncertain",
        ),
        (
            "The tablets are taken once a day with food.",
            "The tablets are taken once a day, with or without food.",
            "supported",
        ),
        (
            "The tablets are taken once a day only with food.",
            "The tablets are taken once a day, with or without food.",
            "contradicted",
        ),
        (
            "Таблетки принимают один раз в день только с едой.",
            "Таблетки принимают один раз в день с едой или без неё.",
            "contradicted",
        ),
        (
            "Таблетки принимают один раз в день без еды.",
            "Таблетки принимают один раз в день как с едой, так и без неё.",
            "supported",
        ),
        ("Велосипед сдают с замком.", "Велосипед сдают с замком или без.", "supported"),
        (
            "Guests with children pay more.",
            "Guests with or without children may book.",
            "uncertain",
        ),
    ],
)
def test_what_holds_both_ways(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict

"""English rewordings that say the same, and what stands beside each and does not."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.gapping import statements

SUPPORTED, CONTRADICTED = "supported", "contradicted"
UNSUPPORTED = "contradicted uncertain missing"
UNDENIED = "supported uncertain missing"

COACHES = "Coaches to the harbour leave from bay 4a, regional coaches from bay 4b."
FUND = "Units rose by 3 per cent in May and by 1 per cent in June."
PUMP = "The pump draws 2 kW when filling and 8 W on standby."
GLUE = "The frame is sanded only after the first coat has dried."
CARS = "Cars are carried only with a reservation."

PAIRS = [
    # the verb, or subject and verb, taken over from the statement before
    ("Regional coaches leave from bay 4b.", COACHES, SUPPORTED),
    ("Regional coaches leave from bay 4a.", COACHES, CONTRADICTED),
    ("Coaches to the harbour leave from bay 4b.", COACHES, UNSUPPORTED),
    ("Units rose by 1 per cent in June.", FUND, SUPPORTED),
    ("Units rose by 1 per cent in May.", FUND, UNSUPPORTED),
    ("On standby the pump draws 8 W.", PUMP, SUPPORTED),
    ("On standby the pump draws 2 kW.", PUMP, UNSUPPORTED),
    ("The copy costs 30 cents.", "The copy costs 5 euros and 30 cents.", UNSUPPORTED),
    # order: only after, once, not until
    ("The frame is sanded before the first coat has dried.", GLUE, CONTRADICTED),
    ("Do not sand the frame until the first coat is dry.", GLUE, SUPPORTED),
    ("The frame must not be sanded once the first coat has dried.", GLUE, UNSUPPORTED),
    ("The blade is cleaned after the box has been emptied.",
     "Once the box has been emptied, the blade is cleaned.", SUPPORTED),
    ("A refund is paid if the item is returned.",
     "A refund is paid only if the item is returned.", UNSUPPORTED),
    ("Eat after the operation.", "Do not eat before the operation.", UNSUPPORTED),
    ("The frame is sanded only after the coat has dried.",
     "The frame is sanded after the coat has dried.", UNSUPPORTED),
    # imperatives
    ("You have to turn off the mower before you empty the box.",
     "Turn off the mower before you empty the box.", SUPPORTED),
    ("Detergents must not be used.", "Use no detergents.", SUPPORTED),
    ("Detergents may be used.", "Use no detergents.", CONTRADICTED),
    ("Work must start at 9.", "Work starts at 9.", UNSUPPORTED),
    # a period named beside its amount
    ("The Plus plan costs $17 a month.", "The price per month of the Plus plan is $17.", SUPPORTED),
    ("The Plus plan costs $17 a month.", "The price per year of the Plus plan is $17.", UNSUPPORTED),
    # nothing to pay
    ("A second attempt costs nothing.", "A second attempt is free of charge.", SUPPORTED),
    ("There is a charge for the second attempt.", "A second attempt costs nothing.", CONTRADICTED),
    ("The Basic account costs nothing per month.",
     "There is no monthly fee for the Basic account.", SUPPORTED),
    ("The excess for a windscreen is £250.", "Windscreens carry no excess at all.", CONTRADICTED),
    ("Delivery costs 5 euros.", "Delivery is free of charge.", CONTRADICTED),
    ("Delivery costs 5 euros.", "Delivery is free for members.", "uncertain"),
    ("The fee for late payment is 5 euros.", "There is no fee for early payment.", "uncertain"),
    ("The fee is 5 euros.", "The fee is not refunded.", "uncertain"),
    # who does it, who it is done to
    ("The landlord is notified.", "The tenant is notified by the landlord.", UNSUPPORTED),
    ("The tenant is notified.", "The tenant is notified by the landlord.", SUPPORTED),
    ("The erasure of the data takes place after six months.",
     "The data are erased after six months.", SUPPORTED),
    ("Scooters are banned owing to the risk of fire.",
     "Scooters may not be carried at all because of the risk of fire.", SUPPORTED),
    # conditions told by word order
    ("If the train is late, the ferry leaves at 22:00.",
     "Should the train be late, the ferry leaves at 22:00.", SUPPORTED),
    ("The ferry leaves at 22:00.",
     "Should the train be late, the ferry leaves at 22:00.", UNSUPPORTED),
    # on and off
    ("--strict is off by default.", "The option --strict is on by default.", CONTRADICTED),
    ("The lamp is on.", "The lamp is off.", CONTRADICTED),
    ("--strict is enabled by default.", "The option --strict is on by default.", SUPPORTED),
    # what kind a code is of
    ("Status 401 is sent for a bad token.", "A bad token gets the error code 401.", UNDENIED),
    ("E17 means an empty tank.", "Error E17 means an empty tank.", SUPPORTED),
    ("B-12 is refused.", "Expired B-12 is refused.", UNSUPPORTED),
    # two statements with their parts exchanged
    ("Members carry the fuel; guests carry the stove.",
     "Guests carry the fuel; members carry the stove.", CONTRADICTED),
    ("The prize is paid on 1 May, and the fee is due on 3 June.",
     "The prize is paid on 3 June, and the fee is due on 1 May.", CONTRADICTED),
    ("While the car is being repaired, the firm pays for a taxi.",
     "The firm pays for a taxi while the car is under repair.", UNDENIED),
    ("In the bar coffee is served, and in the hall tea.",
     "Tea is served in the hall and coffee in the bar.", UNDENIED),
    # the same for two things is not the same address
    ("A tenant is anyone who lives at the same address.",
     "A lodger is anyone who lives at the same address. A tenant is a party to the lease.",
     CONTRADICTED),
    ("The guest pays 5 euros.",
     "The member pays 5 euros. The guest buys a day ticket; the same applies to prices.", UNDENIED),
    # a number with a letter names a thing
    ("Night coaches leave from gate 4a.", "Night coaches leave from gate 4b.", UNSUPPORTED),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "right"), PAIRS)
def test_rewording(claim: str, evidence: str, right: str) -> None:
    assert check_support(claim, evidence, "en").verdict in right.split()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Runners in the first wave start at 9:00, those in the second at 9:20.",
            ["Runners in the first wave start at 9:00", "Runners in the second wave start at 9:20"],
        ),
        (
            "Medals are kept in the third tent, photographs in the second.",
            ["Medals are kept in the third tent", "photographs are kept in the second tent"],
        ),
        ("Children between 5 and 15 travel free.", []),
        ("The fee covers travel in the city, meals in the hotel.", []),
    ],
)
def test_statements_without_a_verb_are_completed(text: str, said: list[str]) -> None:
    assert [" ".join(text[a:b] for a, b in spans) for spans in statements(text, "en")] == said


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Bring a hammer, nails and glue.", "Bring glue, nails, and a hammer."),
        ("Курить в зале запрещено.", "Курение в зале запрещено."),
        ("Перерыв длится 30 минут.", "Для удобства сотрудников перерыв длится 30 минут."),
        ("Tea is free.", "Not only coffee but also tea is free."),
        ("Coffee is free.", "Not only coffee but also tea is free."),
        ("Чай бесплатный.", "Бесплатный не только кофе, но и чай."),
    ],
)
def test_what_a_second_wording_keeps(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Цена в зоне А — 20 рублей.", "Цена в зоне Б — 30 рублей."),
        ("The price in zone A is 20 euros.", "The price in zone B is 30 euros."),
        (
            "Late books cost 1 euro per day.",
            "Late books cost 1 euro per day, but at least 10 euros.",
        ),
        ("Комиссия составляет 2 %.", "Комиссия составляет 2 %, минимум 100 рублей."),
    ],
)
def test_what_is_said_of_another_or_with_more_is_open(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "uncertain"

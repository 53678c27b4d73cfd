"""What only several statements together tell: exchanged parts, pronouns, passages not read."""

import pytest

from harness.support import check_support
from harness.support.presence import Wanted
from tests.support import pairs_en, pairs_ru


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "The cook waters the plants.",
            "The cook bakes the bread, the gardener waters the plants.",
            "en",
        ),
        (
            "Cyclists pay 4 euros.",
            "Drivers pay 9 euros, cyclists park by the gate; drivers leave by noon.",
            "en",
        ),
        (
            "The gardener signed the lease in May.",
            "The lease was signed by the owner in May. The owner met the gardener in the park in June.",
            "en",
        ),
        (
            "Shares of the fund fell by 3% in May.",
            "Shares of the fund rose by 3% in May and fell by 1% in June.",
            "en",
        ),
        ("Окна моет повар.", "Повар печёт хлеб, окна моет дворник.", "ru"),
        (
            "Мост — сооружение под землёй.",
            "Тоннель — сооружение под землёй. Мост — сооружение над рекой.",
            "ru",
        ),
    ],
)
def test_a_part_put_in_the_place_of_another_is_contradicted(
    claim: str, evidence: str, language: str
) -> None:
    result = check_support(claim, evidence, language)
    assert (result.verdict, result.kind) in {("contradicted", "entity"), ("contradicted", "number")}


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        # two names of one thing
        (
            "The coffee maker weighs 3 kg.",
            "The coffee maker is made of steel. The device weighs 3 kg.",
            "en",
        ),
        (
            "После года кофеварка просит очистки.",
            "Кофеварка сделана из стали. После года прибор просит очистки.",
            "ru",
        ),
        # a list goes on
        (
            "The price covers the guide.",
            "The price covers flights, transfers and the local guide.",
            "en",
        ),
        # what one does may be handed on
        (
            "Anna handles refunds.",
            "Anna leads the Riga office. The Riga office handles refunds.",
            "en",
        ),
        # the same is said of the other
        (
            "The cook waters the plants.",
            "The gardener waters the plants. The cook bakes the bread and does the same.",
            "en",
        ),
        # a subject that both statements share
        (
            "The letter goes only to the board.",
            "The letter is secret and is addressed solely to the board.",
            "en",
        ),
    ],
)
def test_what_may_be_the_same_is_not_contradicted(claim: str, evidence: str, language: str) -> None:
    assert check_support(claim, evidence, language).verdict != "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "The day pass is valid on ferries.",
            "The day pass is sold at kiosks. It is not valid on ferries.",
            "en",
        ),
        (
            "Абонемент действует в бассейне.",
            "Абонемент действует в зале. В бассейне он не действует.",
            "ru",
        ),
    ],
)
def test_a_pronoun_is_read_as_the_subject_before_it_to_doubt(
    claim: str, evidence: str, language: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "right"),
    [
        (
            "The pass is valid on ferries.",
            "The pass is sold at kiosks. It is valid on ferries.",
            "en",
            "supported",
        ),
        (
            "The pass is valid on ferries.",
            "The pass replaces the ticket. It is valid on ferries.",
            "en",
            "uncertain",
        ),
        (
            "Сертификат выдают на почте.",
            "Сертификат действует год. Его выдают на почте.",
            "ru",
            "supported",
        ),
        (
            "Сертификат выдают на почте.",
            "Сертификат и пропуск действуют год. Его выдают на почте.",
            "ru",
            "uncertain",
        ),
        (
            "Справку выдают на почте.",
            "Сертификат заменяет справку. Его выдают на почте.",
            "ru",
            "uncertain",
        ),
    ],
)
def test_a_pronoun_supports_where_it_can_stand_for_one_thing_alone(
    claim: str, evidence: str, language: str, right: str
) -> None:
    assert check_support(claim, evidence, language).verdict == right


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("The service stores addresses.", "The service stores encrypted addresses.", "en"),
        ("Members enter free of charge.", "Honorary members enter free of charge.", "en"),
        ("Drivers get a bonus.", "Drivers with a clean record get a bonus.", "en"),
        ("Водители получают премию.", "Опытные водители получают премию.", "ru"),
        ("Водители получают премию.", "Водители, прошедшие обучение, получают премию.", "ru"),
        ("Водители получают премию.", "Водители, которые прошли обучение, получают премию.", "ru"),
    ],
)
def test_a_claim_that_leaves_out_which_ones_is_left_open(
    claim: str, evidence: str, language: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "uncertain"


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "verdict"),
    [
        ("The shop closes at 6 pm.", "The shop closes at 18:00.", "en", "supported"),
        ("The shop closes at 7 pm.", "The shop closes at 18:00.", "en", "contradicted"),
        ("The screen has a ratio of 4:3.", "The screen has a ratio of 16:9.", "en", "uncertain"),
        ("Касса закрывается в 9 утра.", "Касса закрывается в 9:00.", "ru", "supported"),
        ("Касса закрывается в 20:00.", "Касса закрывается в 21:30.", "ru", "contradicted"),
        ("The lamp is switched on.", "The lamp is switched off.", "en", "contradicted"),
        ("The lamp is disabled.", "The lamp is switched off.", "en", "supported"),
        ("Unused tickets lapse.", "Tickets that are not used lapse.", "en", "supported"),
        (
            "Keys are handed out without a pass.",
            "Keys are handed out only with a pass.",
            "en",
            "contradicted",
        ),
        (
            "Keys are handed out even if no pass is shown.",
            "Keys are handed out only if a pass is shown.",
            "en",
            "contradicted",
        ),
        (
            "The guest did not pay the bill.",
            "The guest neither signed the card nor paid the bill.",
            "en",
            "supported",
        ),
        ("The firm is audited by the agency.", "The agency audits the firm.", "en", "supported"),
        ("The agency is audited in May.", "The agency audits the firm in May.", "en", "uncertain"),
        ("The door is opened at noon.", "The door opens at noon.", "en", "supported"),
        ("The owner is sent the plan.", "The plan is sent to the owner.", "en", "supported"),
        ("Налог платит владелец.", "Налог платит не жилец, а владелец.", "ru", "supported"),
    ],
)
def test_one_pair_each(claim: str, evidence: str, language: str, verdict: str) -> None:
    assert check_support(claim, evidence, language).verdict == verdict


def test_a_passage_passed_over_would_not_have_been_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle reads every passage in full: the quick look must not change a verdict."""
    for language, pairs in (("en", pairs_en.ALL[::3]), ("ru", pairs_ru.ALL[::3])):
        claims, passages = zip(*((pair[0], pair[1]) for pair in pairs), strict=True)
        asked = [(c, e) for n, c in enumerate(claims) for e in (*passages[n : n + 6],)]
        quick = [check_support.__wrapped__(c, e, language).verdict for c, e in asked]
        with monkeypatch.context() as patch:
            patch.setattr(Wanted, "share", lambda *_: 1.0)
            full = [check_support.__wrapped__(c, e, language).verdict for c, e in asked]
        assert quick == full


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "Coats hang in the first room, bags in the second.",
            "Coats hang in the second room, bags in the first.",
            "en",
        ),
        (
            "The jury picks the first film by lot and the second unanimously.",
            "The jury picks the first film unanimously and the second by lot.",
            "en",
        ),
        ("Guests pay, and members do not.", "Members pay, and guests do not.", "en"),
        (
            "Справку отдают кассиру, а копию — врачу.",
            "Справку отдают врачу, а копию — кассиру.",
            "ru",
        ),
        (
            "Сарай запирают, баню оставляют открытой.",
            "Баню запирают, сарай оставляют открытым.",
            "ru",
        ),
    ],
)
def test_two_statements_with_their_parts_exchanged_are_contradicted(
    claim: str, evidence: str, language: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        # in another order
        (
            "Bags hang in the first room, coats in the second.",
            "Coats hang in the second room, bags in the first.",
            "en",
        ),
        (
            "The bar closes at ten in winter, the shop at nine.",
            "The bar closes at ten, the shop at nine in winter.",
            "en",
        ),
        ("Кассиру отдают копию, врачу — справку.", "Справку отдают врачу, копию — кассиру.", "ru"),
        # the things of a list
        (
            "Bring tickets and money, coats and tea.",
            "Bring tickets and tea, coats and money.",
            "en",
        ),
        ("Maps are sold in Oslo and Riga.", "Maps are sold in Riga and Oslo.", "en"),
        # told by order alone
        (
            "Milk and tea cost 3 and 2 euros respectively.",
            "Tea and milk cost 2 and 3 euros respectively.",
            "en",
        ),
        # what neither does
        (
            "Porters do not carry the fuel; guides do not carry the stove.",
            "Porters do not carry the stove; guides do not carry the fuel.",
            "en",
        ),
    ],
)
def test_parts_in_another_order_are_not_exchanged(claim: str, evidence: str, language: str) -> None:
    assert check_support(claim, evidence, language).verdict != "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "The client, if asked, informs the bank.",
            "The bank, if asked, informs the client.",
        ),
        (
            "The new buyer, a firm in Riga, pays the old seller.",
            "The old seller, a firm in Riga, pays the new buyer.",
        ),
        (
            "The client and its agent inform the bank.",
            "The bank and its agent inform the client.",
        ),
    ],
)
def test_what_stands_between_subject_and_verb_hides_no_exchange(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, "en").verdict == "contradicted"


def test_a_condition_of_another_statement_supports_nothing() -> None:
    evidence = (
        "If the ferry is late, a bus takes the guests to Holm; if the train is late, the ferry"
        " leaves by nine."
    )
    claim = "If the train is late, a bus takes the guests to Holm."
    assert check_support(claim, evidence, "en").verdict != "supported"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (
            "The nurse gives the injection.",
            "The nurse prepares the syringe and the vet gives the injection.",
        ),
        (
            "The option `--dry-run` overwrites files.",
            "The option `--dry-run` prints the changes. The option `--force` overwrites files.",
        ),
        (
            "An Affiliate is a day on which banks are open.",
            '"Business Day" means a day on which banks are open. "Affiliate" means any entity in a group.',
        ),
        (
            "A poller is a callback that the server sends.",
            "A webhook is a callback that the server sends. A poller asks the server at fixed intervals.",
        ),
        (
            "Маршрут утверждает водитель.",
            "Диспетчер утверждает маршрут, водитель проверяет крепление груза.",
        ),
        ("Инъекции делает провизор.", "Инъекции делает палатная медсестра, готовит их провизор."),
        (
            "Семинар длится полтора часа.",
            "Лекция длится полтора часа, семинар — академический час.",
        ),
    ],
)
def test_what_one_of_two_things_is_said_of(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict == "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # perhaps two names of one thing
        (
            "The owner signs the lease.",
            "The landlord signs the lease. The owner of the flat keeps the keys.",
        ),
        ("The app sends a reminder.", "The system sends a reminder. The app shows the balance."),
        (
            "Договор подписывает директор.",
            "Договор подписывает руководитель. Директор ведёт приём.",
        ),
        (
            "Ключ `--force` перезаписывает файлы.",
            "Ключ `-f` перезаписывает файлы. Ключ `--force` нельзя сочетать с `--dry`.",
        ),
        # what one does not do, the other may not do either
        (
            "Guests may not use the sauna.",
            "Staff may not use the sauna. Guests may not bring dogs.",
        ),
    ],
)
def test_what_may_be_said_of_both(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict not in ("contradicted", "supported")

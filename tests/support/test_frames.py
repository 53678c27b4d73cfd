"""What the evidence names without saying it, or says of another time, or of fewer."""

import pytest

from harness.support import check_support

EN, RU = "en", "ru"

TAKEN_BACK = [
    (EN, "The seller told the buyer that the pool is heated."),
    (EN, "Many guests assume that the pool is heated."),
    (EN, "A proposal that the pool is heated was rejected."),
    (EN, "The clause under which the pool is heated has been struck out."),
    (EN, "There is no rule that the pool is heated."),
    (EN, "Make sure that the pool is heated."),
    (EN, "Repealed: the pool is heated."),
    (EN, "Is the pool heated?"),
    (EN, 'The words "the pool is heated" have been deleted.'),
    (EN, "The pool was heated."),
    (EN, "The pool used to be heated."),
    (EN, "In theory, the pool is heated."),
    (EN, "The pool is heated in exceptional cases only."),
    (EN, "The pool is heated only for championships."),
    (RU, "Отменено: бассейн подогревается."),
    (RU, "Многие думают, что бассейн подогревается."),
    (RU, "Жильцы требуют, чтобы бассейн подогревался."),
    (RU, "Правило, по которому бассейн подогревается, отменено."),
    (RU, "Проверьте, что бассейн подогревается."),
    (RU, "Бассейн подогревается? Уточните у дежурного."),
    (RU, "Бассейн подогревался."),
    (RU, "Бассейн будет подогреваться."),
    (RU, "Бассейн подогревался бы."),
    (RU, "По слухам, бассейн подогревается."),
    (RU, "Бассейн подогревается лишь в исключительных случаях."),
    (RU, "Бассейн подогревается разве что к соревнованиям."),
]

SAID = [
    (EN, "The pool is heated.", "Please note that the pool is heated."),
    (EN, "The pool is heated.", "The rules state that the pool is heated."),
    (EN, "The pool is heated.", "The pool is heated, which guests like."),
    (EN, "The guests share the pool.", "It is the pool, not the sauna, that the guests share."),
    (EN, "Only members may use the pool.", "Only members may use the pool."),
    (EN, "Members may use the pool.", "Only members may use the pool."),
    (EN, "The pool was heated in May.", "In May the pool was heated."),
    (RU, "Бассейн подогревается.", "Обратите внимание, что бассейн подогревается."),
    (EN, "The fee for cancelled orders is refunded.", "Cancelled orders: the fee is refunded."),
    (RU, "Бассейн подогревается.", "Известно, что бассейн подогревается."),
    (RU, "Заявка подана.", "Заявка была подана."),
    (RU, "Бассейном пользуются члены клуба.", "Бассейном пользуются только члены клуба."),
]

DENIED = [
    (EN, "The pool is heated.", "It is not true that the pool is heated."),
    (EN, "The pool is heated.", "It is a common misconception that the pool is heated."),
    (RU, "Бассейн подогревается.", "Неверно, что бассейн подогревается."),
]


NARROWER = [
    (EN, "The fee is waived.", "The fee is waived with a voucher."),
    (EN, "The fee is waived.", "The fee is waived in January."),
    (EN, "The fee is waived.", "The fee is waived on public holidays."),
    (EN, "The fee is waived.", "The fee is waived by the manager's decision."),
    (EN, "The fee is waived.", "Those who book online have the fee waived."),
    (EN, "The shop sells wine.", "The shop sells wine glasses."),
    (EN, "If you book online, the fee is waived.", "If the fee is waived, you book online."),
    (RU, "Персонал питается бесплатно.", "Персонал кухни питается бесплатно."),
    (RU, "Сотрудники получают премию.", "Сотрудники берлинского офиса получают премию."),
    (RU, "Сотрудники получают премию.", "Сотрудники, отработавшие два года, получают премию."),
    (RU, "Полис покрывает кражу.", "Полис покрывает попытку кражи."),
    (RU, "Справка выдаётся бесплатно.", "Справка выдаётся бесплатно пенсионерам."),
    (RU, "Справка выдаётся бесплатно.", "Первая справка выдаётся бесплатно."),
    (RU, "Справка выдаётся бесплатно.", "Справка выдаётся бесплатно или за плату."),
    (RU, "Плата не взимается.", "При заказе на сайте плата не взимается."),
    (RU, "Поезд пропускает автобус.", "Автобус пропускает поезд."),
]
"""What the claim leaves out makes the evidence narrower, or turns it round."""

WHOLE = [
    (EN, "The waiter fills the wine glasses.", "The wine glasses are filled by the waiter."),
    (EN, "In January the fee is waived.", "The fee is waived in January."),
    (EN, "If it rains, the match is moved.", "The match is moved if it rains."),
    (
        RU,
        "Ущерб вследствие пожара возмещается.",
        "Ущерб, возникший вследствие пожара, возмещается.",
    ),
    (RU, "Отдел выдаёт талоны.", "Талоны выдаёт отдел."),
    (RU, "Пенсионерам справка выдаётся бесплатно.", "Справка выдаётся бесплатно пенсионерам."),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), NARROWER)
def test_what_the_evidence_says_of_fewer_is_not_said_of_all(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "uncertain"


@pytest.mark.parametrize(("language", "claim", "evidence"), WHOLE)
def test_what_the_claim_keeps_is_no_loss(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "supported"


@pytest.mark.parametrize(("language", "evidence"), TAKEN_BACK)
def test_what_is_not_said_outright_decides_nothing(language: str, evidence: str) -> None:
    claim = "The pool is heated." if language == EN else "Бассейн подогревается."
    assert check_support(claim, evidence, language).verdict == "uncertain"


@pytest.mark.parametrize(("language", "claim", "evidence"), SAID)
def test_what_is_said_outright_supports(language: str, claim: str, evidence: str) -> None:
    assert check_support(claim, evidence, language).verdict == "supported"


@pytest.mark.parametrize(("language", "claim", "evidence"), DENIED)
def test_a_sentence_that_is_said_to_be_untrue_contradicts(
    language: str, claim: str, evidence: str
) -> None:
    assert check_support(claim, evidence, language).verdict == "contradicted"


def test_a_question_contradicts_nothing() -> None:
    result = check_support("The pool is not heated.", "Is the pool heated?", EN)
    assert result.verdict in ("uncertain", "missing")


def test_what_is_said_to_be_untrue_does_not_contradict_its_denial() -> None:
    evidence = "It is not true that the pool is heated."
    assert check_support("The pool is not heated.", evidence, EN).verdict != "contradicted"

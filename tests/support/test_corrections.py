"""``не X, а Y``, ``с X, но без Y``; bans told as facts."""

import pytest

from harness.support import check_support
from harness.support.corrections import corrections


def read(text: str, language: str = "ru") -> list[str]:
    return [" ".join(text[a:b] for a, b in spans) for spans in corrections(text, language)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Пеня растёт не ежедневно, а раз в неделю.",
            ["Пеня растёт раз в неделю", "Пеня растёт не ежедневно"],
        ),
        ("Залог не сжигают, а зачисляют.", ["Залог зачисляют", "Залог не сжигают"]),
        (
            "Не арендатор, а собственник чинит кран.",
            ["собственник чинит кран", "Не арендатор чинит кран"],
        ),
        ("Пробу берёт врач, а не сестра.", ["Пробу берёт врач"]),
        (
            "Дрель продают с кейсом, но без свёрл.",
            ["Дрель продают без свёрл", "Дрель продают с кейсом"],
        ),
        # another subject, a condition, a verb of its own
        ("Мастер не пришёл, а ученик пришёл.", []),
        ("Если платит не клиент, а банк, сбор меньше.", []),
        ("Не только клей, а и краска горит.", []),
        ("Дом сдают с мебелью, но без шкафа жить нельзя.", []),
    ],
)
def test_both_halves_of_a_correction(text: str, said: list[str]) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Пеня растёт раз в неделю.", "Пеня растёт не ежедневно, а раз в неделю.", "supported"),
        ("Пеня растёт ежедневно.", "Пеня растёт не ежедневно, а раз в неделю.", "contradicted"),
        ("Дрель продают со свёрлами.", "Дрель продают с кейсом, но без свёрл.", "contradicted"),
        ("Фотографировать в зале нельзя.", "В зале не фотографируют.", "supported"),
        ("В зале не фотографируют.", "Фотографировать в зале запрещено.", "supported"),
        ("Курить в зале нельзя.", "Рабочие не курят в зале.", "uncertain"),
        ("Курить в зале нельзя.", "Сторож не курит в зале.", "uncertain"),
        ("Хранить ключи нельзя.", "Ключи не сдают.", "uncertain missing"),
        ("Обед готовят только по заказу.", "Обед без заказа не готовят.", "supported"),
    ],
)
def test_a_ban_and_a_denied_rule_say_the_same(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence, "ru").verdict in verdict.split()


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "The appeal is rejected because of the late filing.",
            "The appeal is not rejected because of the late filing, but because the signature is missing.",
            "contradicted",
        ),
        (
            "The appeal is not rejected.",
            "The appeal is not rejected because of the late filing, but because the signature is missing.",
            "contradicted",
        ),
        (
            "The appeal is rejected.",
            "The appeal is not rejected because of the late filing, but because the signature is missing.",
            "supported",
        ),
        (
            "The appeal is rejected because the signature is missing.",
            "The appeal is not rejected because of the late filing, but because the signature is missing.",
            "supported",
        ),
        (
            "The appeal is not rejected because the signature is missing.",
            "The appeal is not rejected because of the late filing, but because the signature is missing.",
            "contradicted",
        ),
        (
            "The letter is sent by post.",
            "The letter is not sent by post but by courier.",
            "contradicted",
        ),
        (
            "The letter is sent by courier.",
            "The letter is not sent by post but by courier.",
            "supported",
        ),
        (
            "The letter is not sent by courier.",
            "The letter is not sent by post but by courier.",
            "contradicted",
        ),
        (
            "The letter is not sent.",
            "The letter is not sent by post but by courier.",
            "contradicted",
        ),
        (
            "The letter is not sent by post.",
            "The letter is not sent by post but by courier.",
            "supported",
        ),
        (
            "The fee is paid by the tenant.",
            "The fee is not paid by the tenant, but by the landlord.",
            "contradicted",
        ),
        (
            "The landlord pays the fee.",
            "The fee is not paid by the tenant, but by the landlord.",
            "supported",
        ),
        (
            "The tenant pays the fee.",
            "The fee is not paid by the tenant, but by the landlord.",
            "contradicted",
        ),
        (
            "The tenant does not pay the fee.",
            "The fee is not paid by the tenant, but by the landlord.",
            "supported",
        ),
        (
            "The shop does not open on Sundays.",
            "The shop does not open on Sundays but on Mondays.",
            "supported",
        ),
        (
            "The shop does not open on Mondays.",
            "The shop does not open on Sundays but on Mondays.",
            "contradicted",
        ),
        (
            "The shop opens on Mondays.",
            "The shop does not open on Sundays but on Mondays.",
            "supported",
        ),
        (
            "The data are not stored in Norway.",
            "The data are not stored in Norway but in Iceland.",
            "supported",
        ),
        (
            "Requests are not approved within 5 days.",
            "Requests are not approved within 5 days but within 10 days.",
            "supported",
        ),
        (
            "Requests are approved within 10 days.",
            "Requests are not approved within 5 days but within 10 days.",
            "supported",
        ),
        (
            "Requests are approved within 5 days.",
            "Requests are not approved within 5 days but within 10 days.",
            "contradicted",
        ),
        (
            "Parcels are not returned to the sender.",
            "Parcels are not returned to the sender but to the depot.",
            "supported",
        ),
        (
            "Заявку не отклонили.",
            "Заявку отклонили не из-за суммы, а из-за отсутствия справки о доходах.",
            "contradicted",
        ),
        (
            "Заявку отклонили.",
            "Заявку отклонили не из-за суммы, а из-за отсутствия справки о доходах.",
            "supported",
        ),
        (
            "Заявку отклонили из-за суммы.",
            "Заявку отклонили не из-за суммы, а из-за отсутствия справки о доходах.",
            "contradicted",
        ),
        (
            "Заявку отклонили из-за отсутствия справки о доходах.",
            "Заявку отклонили не из-за суммы, а из-за отсутствия справки о доходах.",
            "supported",
        ),
        (
            "Заявку отклонили из-за наличия справки о доходах.",
            "Заявку отклонили не из-за суммы, а из-за отсутствия справки о доходах.",
            "contradicted",
        ),
        ("Справки нет.", "Заявку отклонили из-за отсутствия справки о доходах.", "uncertain"),
        (
            "Справку о доходах не отклонили.",
            "Заявку отклонили из-за отсутствия справки о доходах.",
            "uncertain",
        ),
        (
            "The request is not rejected.",
            "The request is rejected because of the lack of a form.",
            "contradicted",
        ),
        ("The request is rejected.", "The request is rejected due to a missing form.", "supported"),
        ("Полёты не отменены.", "Полёты отменены в связи с отсутствием топлива.", "contradicted"),
        ("Полёты отменены.", "Полёты отменены в связи с отсутствием топлива.", "supported"),
        ("Подпись не отклонили.", "Форму отклонили из-за отсутствия подписи.", "uncertain"),
    ],
)
def test_what_a_correction_says_and_denies(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Guides sit in room 2.", "Guides sit in room 1, but not in room 2.", "contradicted"),
        ("Guides do not sit in room 2.", "Guides sit in room 1, but not in room 2.", "supported"),
        ("Guides sit in room 1.", "Guides sit in room 1, but not in room 2.", "supported"),
        (
            "Dogs are allowed in the hall.",
            "Dogs are allowed in the garden but not in the hall.",
            "contradicted",
        ),
        (
            "Автобус стоит у выхода 2.",
            "Автобус стоит у выхода 1, но не у выхода 2.",
            "contradicted",
        ),
        (
            "Скидка не действует на книги.",
            "Скидка действует на журналы, но не на книги.",
            "supported",
        ),
    ],
)
def test_in_one_but_not_in_the_other(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict

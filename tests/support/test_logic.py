"""Must and may, what is required, exceptions, order and denial: which statement follows from which.

``-`` stands for a claim that must not be called supported, ``!`` for one that must not be called
contradicted.
"""

from __future__ import annotations

import pytest

from harness.support import check_support

# ruff: noqa: E501  # a table has one entry a line

REQUIRED = """
en + A reservation is required for bicycles. < Bicycles are carried only with a reservation.
en + A bicycle needs a reservation to be carried. < Bicycles are carried only with a reservation.
en + Bicycles are not carried without a reservation. < Bicycles are carried only with a reservation.
en x No reservation is needed for bicycles. < Bicycles are carried only with a reservation.
en + To enter the hall, you need a badge. < Nobody may enter the hall without a badge.
en + A badge is required to enter the hall. < No one may enter the hall unless they have a badge.
en - A badge is required to enter the hall. < The hall may be entered only with a badge or a ticket.
en - A badge is required to enter the yard. < The hall may be entered only with a badge.
en + Consent is required for the removal. < The removal is possible only with written consent.
en - Written consent is required for the removal. < The removal is possible only with consent.
en ! A signature is required for the order. < The order is rejected without a signature.
en ! A list of sources is needed for a thesis. < A thesis without a list of sources is returned unread.
en x Written consent is needed to repaint the flat. < The flat may be repainted without consent.
en ! Consent is needed to repaint the flat. < The flat may be repainted without written consent.
en - Consent is not needed to repaint the flat. < Owners may repaint the flat without consent.
en - A guide is required for groups. < Groups of more than 10 people are admitted only with a guide.
en - A passport is required for children. < A passport is required for adults, and a ticket for children.
en - A guide is required for helmets. < Helmets are lent free, and the trail may be entered only with a guide.
en - Every endpoint needs a token. < Every endpoint needs a token apart from /health.
en x To open an account you have to visit a branch. < Accounts can be opened without visiting a branch.
ru + Обед готовят только по предварительному заказу. < Обед без предварительного заказа не готовят.
ru + Чтобы войти в зал, нужен пропуск. < Войти в зал можно только по пропуску.
ru + Для сноса забора требуется согласие собственника. < Снос забора допускается исключительно с письменного согласия собственника.
ru - Для сноса забора требуется письменное согласие собственника. < Снос забора допускается исключительно с согласия собственника.
ru x Для сноса забора согласие собственника не требуется. < Снос забора допускается только с согласия собственника.
ru + Без сотрудника заходить за ограждения нельзя. < Заходить за ограждения можно лишь в сопровождении сотрудника.
ru - Для выдачи посылки нужен паспорт. < Посылку выдают только по паспорту или по коду.
ru x Для посещения врача нужна запись. < Посещение врача возможно без записи.
ru - Для детей нужен паспорт. < Для взрослых нужен паспорт, для детей — свидетельство.
ru - Для перевода нужна подпись директора. < Для перевода свыше 100 000 рублей нужна подпись директора.
"""

MODALITY = """
en + The fees must be paid by the 5th. < The fees are paid by the 5th of each month.
en + Visitors have to wear safety shoes. < Visitors wear safety shoes.
en - The door must be locked at 10 pm. < The door is locked automatically at 10 pm.
en - The pump must stop at 5 bar. < The pump stops at 5 bar.
en - Breakfast must be included in the price. < Breakfast is included in the price.
en - The report had to be signed by two directors. < The report was signed by two directors.
en - Members must bring a guest. < Members may bring a guest.
en + If the train is late, the ferry waits. < Should the train be late, the ferry waits.
en + Vehicles over 3 tonnes may not cross the bridge. < No vehicle over 3 tonnes may cross the bridge.
en x Vehicles over 3 tonnes may cross the bridge. < No vehicle over 3 tonnes may cross the bridge.
en + Members need not attend the meeting. < No member is required to attend the meeting.
en x Members must attend the meeting. < No member is required to attend the meeting.
en + Originals cannot be issued. < Originals are not issued.
en - The pump must not stop. < The pump does not stop.
en - Breakfast must not be included in the price. < Breakfast is not included in the price.
en + Dogs are not admitted. < Dogs must not be admitted.
en + You have to switch off the mower before emptying the box. < Switch off the mower before you empty the box.
en + Detergents must not be used. < Use no detergents.
ru + Заявление нужно подать до 5 мая. < Заявление подают до 5 мая.
ru - Свет должен выключаться в полночь. < Свет автоматически выключается в полночь.
ru - Насос должен останавливаться при 5 барах. < Насос сам останавливается при 5 барах.
ru + Гости должны уходить до 22:00. < Гости уходят до 22:00.
ru + Подлинники на руки выдавать нельзя. < Подлинники на руки не выдают.
ru + Фотографии не возвращаются. < Возвращать фотографии запрещено.
ru x Подлинники на руки выдавать можно. < Подлинники на руки не выдают.
"""
EXCEPTED = """
en + Rooms on the ground floor do not have a balcony. < Rooms on every floor but the ground floor have a balcony.
en ! The driver may sleep. < Everyone may sleep but the driver must stay awake.
en - The driver may not sleep. < Everyone may sleep but the driver must stay awake.
en + The two windows in the west gable may not be replaced. < All windows of the listed house may be replaced apart from the two in the west gable.
en x Every endpoint needs an access token. < Every endpoint needs an access token apart from /health and /version.
en x The shop is open every day. < The shop is open every day except Sunday.
en ! All permanent staff get a bonus. < All staff except trainees get a bonus.
en x All visitors, including guests who remain in the hall, wear shoes. < All visitors wear shoes, with the exception of guests who remain in the hall.
en + A Saturday is not a working day. < "Working day" means any day other than a Saturday, a Sunday or a public holiday.
en x A Sunday is a working day. < "Working day" means any day other than a Saturday, a Sunday or a public holiday.
ru x Никаких собак в парк не пускают. < Собак в парк не пускают, за исключением собак-проводников.
ru ! Собак в парк не пускают. < Собак в парк не пускают, за исключением собак-проводников.
ru x Залог берут за все инструменты. < Залог берут за все инструменты, кроме лестниц.
"""

DENIED = """
en - The fund lost no money. < The fund did not lose money because of the fees; it lost money because of the exchange rate.
en + Refunds are not paid. < Refunds are not paid, because the contract has ended.
en x It is the guards, not the fireman, who test the alarm. < It is the fireman, not the guards, who tests the alarm.
en - The keeper wrote the three logbooks himself. < The keeper wrote two of the three logbooks himself.
ru - Хранитель написал три журнала. < Хранитель написал два из трёх журналов.
ru x Автора о решении не известили. < Автора о решении известили не сразу.
ru + Автора о решении известили. < Автора о решении известили не сразу.
ru - Счёт оплачен. < Счёт оплачен не полностью.
ru + С 01.10.2023 положение не действует. < Положение утратило силу с 1 октября 2023 года.
ru x Пропуск недействителен после смены фамилии. < Пропуск не теряет силу после смены фамилии.
"""

STATED = """
en + Access is granted after the review. < Access is granted only after the review.
en x Access is granted before the review. < Access is granted only after the review.
ru x Доступ дают до проверки. < Доступ дают только после проверки.
en x Access is granted even if the review has not taken place. < Access is granted only if the review has taken place.
en - Data are not sent. < Data are not sent by post.
en - Members must vote. < Members should vote.
en + Members may take part. < Members are entitled to take part.
ru + Член кооператива имеет право голосовать. < Член кооператива вправе голосовать.
ru - Члены голосуют. < Члены вправе голосовать.
en + The request was refused. < The request was not accepted.
en + The form must be sent by post. < Send the form by post.
"""


ALLOWED = {
    "+": {"supported"},
    "x": {"contradicted"},
    "-": {"contradicted", "uncertain", "missing"},
    "!": {"supported", "uncertain", "missing"},
}


def lines(*tables: str) -> list[str]:
    return [line for table in tables for line in table.splitlines() if line]


@pytest.mark.parametrize("line", lines(REQUIRED, MODALITY, EXCEPTED, DENIED, STATED))
def test_what_follows_from_what(line: str) -> None:
    head, _, evidence = line.partition(" < ")
    language, sign, claim = head.split(" ", 2)
    assert check_support(claim, evidence, language).verdict in ALLOWED[sign]


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "The fee is waived if the guest cancels.",
            "The fee is waived unless the guest cancels.",
            "contradicted",
        ),
        (
            "The fee is waived only if the guest cancels.",
            "The fee is waived unless the guest cancels.",
            "contradicted",
        ),
        (
            "The fee is not waived if the guest cancels.",
            "The fee is waived unless the guest cancels.",
            "uncertain",
        ),
        (
            "Fines are waived unless the damage was deliberate.",
            "Fines are waived except where the damage was deliberate.",
            "supported",
        ),
        ("The filter is hard to remove.", "The filter is easy to remove.", "contradicted"),
        ("Дети занимаются совместно.", "Дети занимаются раздельно.", "contradicted"),
        ("Пучки сушат на солнце.", "Пучки сушат в тени.", "contradicted"),
    ],
)
def test_conditions_and_opposites(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict

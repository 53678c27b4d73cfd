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

"""What comes before what, and what a claim may say of it."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.analysis import analyse
from harness.support.steps import orders


@pytest.mark.parametrize(
    ("texts", "language", "told"),
    [
        (
            ["First the clerk weighs the bag, then a guard seals it and only then is it loaded."],
            "en",
            [
                ("the clerk weighs the bag", "a guard seals it"),
                ("the clerk weighs the bag", "is it loaded"),
                ("a guard seals it", "is it loaded"),
            ],
        ),
        (
            ["The jury hears the owner, then the tenant."],
            "en",
            [("The jury hears the owner", "the tenant")],
        ),
        (
            ["Drain the tank.", "Then clean the valve."],
            "en",
            [("Drain the tank", "clean the valve")],
        ),
        (
            ["Before the bread is baked, the oven is cleaned."],
            "en",
            [("the oven is cleaned", "the bread is baked")],
        ),
        (
            ["Акт подписывает мастер, затем инженер."],
            "ru",
            [("Акт подписывает мастер", "инженер")],
        ),
        (
            ["После осмотра груза судно выходит в море."],
            "ru",
            [("осмотра груза", "судно выходит в море")],
        ),
        (
            ["Закрыв кран, слейте воду."],
            "ru",
            [("Закрыв кран", "слейте воду")],
        ),
        (
            ["Кран открывают после промывки, но до заливки."],
            "ru",
            [("промывки", "Кран открывают"), ("Кран открывают", "заливки")],
        ),
        # what is denied, allowed, conditional or given as a choice
        (["The oven is not cleaned before the bread is baked."], "en", []),
        (["If it rains, the tent is dried, then folded."], "en", []),
        (["The soup is served, then the fish or the tea."], "en", []),
        (["Груз можно взвесить до погрузки."], "ru", []),
        # no step, but a time
        (["The gate is closed after 5 pm."], "en", []),
        (["Заявки принимают до 3 мая."], "ru", []),
    ],
)
def test_the_order_of_steps_is_read(
    texts: list[str], language: str, told: list[tuple[str, str]]
) -> None:
    found = orders([analyse(text, language) for text in texts])
    assert sorted((order.earlier.text, order.later.text) for order in found) == sorted(told)


_BAGS = "First the clerk weighs the bag, then a guard seals the bag, after which it is loaded."
_CARGO = "Сначала мастер взвешивает груз, затем его пломбирует охрана, после чего судно загружают."


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("A guard seals the bag after the clerk weighs it.", _BAGS, "supported"),
        ("A guard seals the bag before the clerk weighs the bag.", _BAGS, "contradicted"),
        ("First a guard seals the bag, then the clerk weighs the bag.", _BAGS, "contradicted"),
        ("Судно загружают после взвешивания груза.", _CARGO, "supported"),
        ("Судно загружают до взвешивания груза.", _CARGO, "contradicted"),
        ("Сначала судно загружают, потом охрана пломбирует груз.", _CARGO, "contradicted"),
        (
            "Сторож открывает ворота до загрузки фургона.",
            "Сторож открывает ворота после осмотра, а фургон загружают после открытия ворот.",
            None,
        ),
        (
            "Drain the tank before you clean the valve.",
            "Drain the tank. Then clean the valve.",
            None,
        ),
        (
            "Clean the valve before you drain the tank.",
            "Drain the tank. Then clean the valve.",
            "contradicted",
        ),
    ],
)
def test_a_claim_about_the_order_of_steps(claim: str, evidence: str, verdict: str | None) -> None:
    found = check_support(claim, evidence).verdict
    assert found == verdict if verdict else found != "contradicted"


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bag is loaded immediately after it is sealed.", _BAGS),
        ("The bag is loaded only after the clerk weighs it.", _BAGS),
        ("The clerk informs the guard after the bag arrives.", ("The bag arrives, then the guard"
         " informs the clerk.")),
        ("The valve is cleaned before the start.", ("Clean the valve, then start the pump, then clean"
         " the valve again.")),
        ("The form is signed after the check.", ("First the coarse form is checked, then it may be"
         " signed.")),
        ("Груз пломбируют сразу после взвешивания.", _CARGO),
        ("Врача осматривают после взвешивания.", ("Сначала ребёнка взвешивают, потом осматривает"
         " врач.")),
        ("Груз взвешивают до погрузки.", "Если груз ценный, его грузят, а потом взвешивают."),
    ],
)  # fmt: skip
def test_more_than_the_order_of_steps_is_left_open(claim: str, evidence: str) -> None:
    assert check_support(claim, evidence).verdict in ("uncertain", "missing")


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("Врача осматривают.", "Ребёнка осматривает врач.", "uncertain"),
        (
            "The hive is weighed after feeding.",
            "The hive is weighed before and after feeding.",
            None,
        ),
        (
            "The hive is weighed after feeding.",
            "The hive is weighed before feeding and after feeding.",
            "supported",
        ),
    ],
)
def test_who_does_it_and_what_is_said_twice(claim: str, evidence: str, verdict: str | None) -> None:
    found = check_support(claim, evidence).verdict
    assert found == verdict if verdict else found != "contradicted"


_JURY = "The jury hears the owner, then the tenant and finally the architect."
_ACT = "Акт подписывает мастер, затем инженер, последним — заказчик."


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        ("The owner is heard last.", _JURY, "contradicted"),
        ("The tenant is heard first.", _JURY, "contradicted"),
        ("The tenant is heard after the owner.", _JURY, "supported"),
        ("The owner is heard after the tenant.", _JURY, "contradicted"),
        ("The owner is heard first.", _JURY, None),
        ("The architect is heard last.", _JURY, None),
        ("Последним акт подписывает инженер.", _ACT, "contradicted"),
        ("Первым акт подписывает инженер.", _ACT, "contradicted"),
        ("Последним акт подписывает заказчик.", _ACT, None),
        ("Первым акт подписывает мастер.", _ACT, None),
        ("Инженер подписывает акт после заказчика.", _ACT, "contradicted"),
        ("Мастер подписывает акт раньше инженера.", _ACT, "supported"),
        # what stands beside a step is no step of the row
        ("The fee is paid last.", "The fee is paid before departure.", None),
    ],
)
def test_a_place_in_a_row_of_steps(claim: str, evidence: str, verdict: str | None) -> None:
    found = check_support(claim, evidence).verdict
    assert found == verdict if verdict else found != "contradicted"

"""English statements that leave a verb out before an amount."""

from __future__ import annotations

import pytest

from harness.support import check_support
from harness.support.gapping import statements


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Soup costs 4 euros and bread 2 euros.",
            ["Soup costs 4 euros", "bread costs 2 euros"],
        ),
        (
            (
                "The film is free, the second hour of the tour costs 1 euro and every further hour"
                " 3 euros."
            ),
            [
                "The film is free",
                "the second hour of the tour costs 1 euro",
                "every further hour costs 3 euros",
            ],
        ),
        ("A stay costs 20 euros and another 5 euros for sheets.", []),
        ("Soup costs 4 euros and about 50 cents.", []),
    ],
)
def test_an_amount_takes_the_verb_before_another(text: str, said: list[str]) -> None:
    found = [" ".join(text[a:b] for a, b in spans) for spans in statements(text, "en")]
    assert found == said


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Every further hour costs 3 euros.", "supported"),
        ("The second hour of the tour costs 1 euro.", "supported"),
        ("The second hour of the tour costs 3 euros.", "contradicted"),
        ("Every further hour costs 1 euro.", "contradicted"),
    ],
)
@pytest.mark.parametrize("start", ["", "The film is free, "])
def test_the_amount_of_one_thing_is_not_that_of_another(
    claim: str, start: str, verdict: str
) -> None:
    evidence = start + "the second hour of the tour costs 1 euro and every further hour 3 euros."
    assert check_support(claim, evidence, "en").verdict == verdict

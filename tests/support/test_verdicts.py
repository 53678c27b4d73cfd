"""The verdict on every phenomenon, one small pair each."""

import pytest

from harness.support import check_support
from tests.support import pairs_en, pairs_more, pairs_ru


@pytest.mark.parametrize(("claim", "evidence", "right"), pairs_en.ALL)
def test_english_pair_gets_a_right_verdict(claim: str, evidence: str, right: str) -> None:
    result = check_support(claim, evidence, "en")
    assert result.verdict in right.split(), result


@pytest.mark.parametrize(("claim", "evidence", "right"), pairs_ru.ALL)
def test_russian_pair_gets_a_right_verdict(claim: str, evidence: str, right: str) -> None:
    result = check_support(claim, evidence, "ru")
    assert result.verdict in right.split(), result


@pytest.mark.parametrize(
    ("language", "claim", "evidence", "right"), [*pairs_more.REWORDED, *pairs_more.NOT_SAID]
)
def test_rewording_is_not_contradicted_and_the_unsaid_not_supported(
    language: str, claim: str, evidence: str, right: str
) -> None:
    result = check_support(claim, evidence, language)
    assert result.verdict in right.split(), result

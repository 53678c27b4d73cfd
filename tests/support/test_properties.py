"""What must hold for every text, not for chosen ones."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.support import best_support, check_support
from harness.support.morphology import form
from tests.support import pairs_en, pairs_ru

PAIRS = [(c, e, "en") for c, e, _ in pairs_en.ALL] + [(c, e, "ru") for c, e, _ in pairs_ru.ALL]
SENTENCES = sorted({(text, language) for c, e, language in PAIRS for text in (c, e)})
# Codes are told by their capitals, and the month of May too.
CODED = {(claim, evidence) for claim, evidence, _ in [*pairs_en.CODES, *pairs_ru.CODES]}
_INTEGER = re.compile(r"(?<![\w.,-])[2-9]\d{0,2}(?![\w.,])")
_VERDICTS = {"supported", "contradicted", "uncertain", "missing"}


@pytest.mark.parametrize(("text", "language"), SENTENCES)
def test_a_text_supports_itself(text: str, language: str) -> None:
    assert check_support(text, text, language).verdict == "supported"


@pytest.mark.parametrize(("claim", "evidence", "language"), PAIRS)
def test_spacing_and_typography_do_not_change_the_verdict(
    claim: str, evidence: str, language: str
) -> None:
    plain = check_support(claim, evidence, language)
    dressed = (
        evidence.replace(" ", "\u00a0").replace("-", "‑").replace("'", "’").replace("е", "е\u00ad")
    )
    assert check_support(f"  {claim} ", dressed, language).verdict == plain.verdict


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [p for p in PAIRS if "May" not in p[0] + p[1] and p[:2] not in CODED],
)
def test_case_does_not_change_the_verdict(claim: str, evidence: str, language: str) -> None:
    plain = check_support(claim, evidence, language)
    assert check_support(claim.lower(), evidence.lower(), language).verdict == plain.verdict


@pytest.mark.parametrize(
    ("text", "language"), [pair for pair in SENTENCES if _INTEGER.search(pair[0])]
)
def test_another_number_is_never_supported(text: str, language: str) -> None:
    for match in _INTEGER.finditer(text):
        other = f"{text[: match.start()]}{int(match[0]) * 3 + 1}{text[match.end() :]}"
        assert check_support(other, text, language).verdict != "supported", other


@pytest.mark.parametrize("text", [text for text, language in SENTENCES if language == "ru"])
def test_a_denied_russian_verb_is_never_supported(text: str) -> None:
    for match in re.finditer(r"\b[а-яё]+\b", text):
        if form(match[0]).pos == "VERB" and not re.search(r"\b(не|ни) $", text[: match.start()]):
            denied = f"{text[: match.start()]}не {text[match.start() :]}"
            assert check_support(denied, text, "ru").verdict != "supported", denied
            assert check_support(text, denied, "ru").verdict != "supported", denied


@pytest.mark.parametrize("text", [text for text, language in SENTENCES if language == "en"])
def test_a_denied_english_verb_is_never_supported(text: str) -> None:
    match = re.search(r"\b(is|are|was|may|must|should)\b(?! not| no )", text)
    if match:
        denied = f"{text[: match.end()]} not{text[match.end() :]}"
        assert check_support(denied, text, "en").verdict != "supported", denied
        assert check_support(text, denied, "en").verdict != "supported", denied


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80), st.text(max_size=160), st.sampled_from(["en", "ru", None]))
@example("0", "Never", "en")
@example("0", "Please don't", "en")
def test_any_text_gets_a_verdict_with_a_span_inside_the_evidence(
    claim: str, evidence: str, language: str | None
) -> None:
    result = check_support(claim, evidence, language)
    assert result.verdict in _VERDICTS
    assert result.reason
    assert 0 <= result.score <= 1
    if result.span is not None:
        assert 0 <= result.span[0] < result.span[1] <= len(evidence)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6),
    st.sampled_from(SENTENCES),
    st.sampled_from(["\n", " ", "\n- ", " | ", ": "]),
)
def test_the_same_pair_always_gets_the_same_answer(
    parts: list[tuple[str, str]], claim: tuple[str, str], joiner: str
) -> None:
    evidence = joiner.join(text for text, _ in parts)
    first = check_support(claim[0], evidence, claim[1])
    assert check_support.__wrapped__(claim[0], evidence, claim[1]) == first
    index, best = best_support(claim[0], [evidence, evidence], claim[1])
    assert (index, best) == (0, first)


def test_a_lone_surrogate_survives() -> None:
    assert (
        check_support("The \ud800 file is kept.", "The \ud800 file is kept.").verdict == "supported"
    )

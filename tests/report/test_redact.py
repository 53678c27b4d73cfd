"""What must never leave in a report, and what must survive."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.context import CaseRef
from harness.store import digest_text
from harness.text.redact import redact, redact_all

SECRETS = (
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "11ABCDEFG0" * 4,
    "sk-proj-" + "aB3dE5gH7j" * 3,
    "glpat-" + "x1Y2z3" * 4,
    "xoxb-123456789012-abcdefABCDEF1234",
    "hf_" + "aBcDeFgHiJ" * 3,
    "AIza" + "Sy0123456789" * 3,
    "Bearer abcdefghijklmnop1234567890",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlMTIz",
    "postgres://admin:hunter2@db.example/x",
    "password=SuperSecretPass",
    "api_key: 0123abcd4567",
    'client_secret = "qwertyuiop"',
    "пароль: qwe123rty",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk",
)
PERSONAL = (
    ("Write to ivan.petrov+x@mail.example.ru today", "email", "ivan.petrov"),
    ("почта: иван@пример.рф", "email", "иван@"),
    ("Call +7 (912) 345-67-89 now", "phone", "345-67"),
    ("тел. 8 912 345 67 89", "phone", "912 345"),
    ("+1 415-555-2671", "phone", "555"),
    ("card 4111 1111 1111 1111", "card", "4111"),
    ("card 4111111111111111", "card", "4111"),
    ("IBAN DE89 3704 0044 0532 0130 00", "iban", "3704"),
    ("паспорт 45 08 № 123456", "passport", "123456"),
    ("паспорт серии 4508 номер 123456", "passport", "123456"),
    ("ИНН 7707083893", "inn", "7707083893"),
    ("ИНН 500100732259", "inn", "500100732259"),
    ("СНИЛС 112-233-445 95", "snils", "112-233"),
)
HARMLESS = (
    "GitHub will wait 10-14 days and then re-enable the content.",
    "The fee is 1 000 000 ₽ from 2026-11-29 to 2027-01-31.",
    "password: required, at least eight characters",
    "content-removal-policies/guide-to-submitting-a-dmca-counter-notice#overview:p2",
    "version 1.2.3.4567890123",
    "4111 1111 1111 1112",
    "Order 1234567890123456",
    "ratio 3:4, see https://docs.example.org/a?b=c#d",
    "corpusgate run --only ghp-001",
    "2026-11-29T18:04:05+00:00",
    digest_text("x"),
    digest_text("x").removeprefix("sha256:"),
    "Ёлка 👩‍💻 e\u0301 مرحبا",
)


@pytest.mark.parametrize("secret", SECRETS)
def test_secret_is_replaced_wherever_it_stands(secret: str) -> None:
    for text in (secret, f"see {secret}, then go", f"({secret})"):
        clean = redact(text)
        assert secret not in clean
        assert "[secret]" in clean or "[private key]" in clean


@pytest.mark.parametrize(("text", "kind", "hidden"), PERSONAL)
def test_personal_data_is_replaced_by_its_kind(text: str, kind: str, hidden: str) -> None:
    assert f"[{kind}]" in redact(text)
    assert hidden not in redact(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_ordinary_text_survives(text: str) -> None:
    assert redact(text) == text


@given(st.text(st.characters(exclude_categories=())))
def test_redacted_text_is_stable_and_always_encodes(text: str) -> None:
    clean = redact(text)
    assert redact(clean) == clean
    clean.encode("utf-8")


@pytest.mark.parametrize("secret", SECRETS)
def test_redacting_twice_changes_nothing(secret: str) -> None:
    assert redact(redact(secret)) == redact(secret)


def test_redaction_reaches_every_depth_and_keeps_other_values() -> None:
    tree = (CaseRef("case-1", "a@b.example", "regression"), (1, None, ("c@d.example",)))
    assert redact_all(tree) == (
        CaseRef("case-1", "[email]", "regression"),
        (1, None, ("[email]",)),
    )


@pytest.mark.parametrize(
    "piece",
    ["1 ", "a@", "a.", "_-", "=", "://", "://a:", "eyJ", "password", "+7", "AB12 ", "паспорт "],
)
def test_hostile_repetition_is_read_in_reasonable_time(piece: str) -> None:
    start = time.process_time()
    redact(piece * (20_000 // len(piece)))
    assert time.process_time() - start < 3


@pytest.mark.parametrize("sign", ["\u202a", "\u202d", "\u202e", "\u2066", "\u2069"])
def test_direction_of_writing_cannot_be_overridden(sign: str) -> None:
    assert redact(f"invoice{sign}fdp.exe") == f"invoice\\u{ord(sign):04x}fdp.exe"
    assert redact(redact(sign)) == redact(sign)


def test_marks_that_right_to_left_text_needs_stay() -> None:
    text = "\u200fשלום\u200e (1)"
    assert redact(text) == text

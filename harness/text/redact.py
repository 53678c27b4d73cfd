"""The one serializer every string of a report passes: secrets, personal data, broken Unicode.

Known token formats come from ``detect-secrets``; personal data is found by form and, where
there is one, by check digit. What is found becomes ``[kind]``. Redacting twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any, TypeVar, cast

T = TypeVar("T")

_LINE_CHARS = 300

_DIGEST = re.compile(r"(?:sha256:)?[0-9a-f]{64}")
# Every repetition before a fixed word is bounded: hostile text must not make matching slow.

# Anything a rule below could match has one of these; most strings have none and leave at once.
_SUSPECT = re.compile(r"[@:=]|BEGIN|\d(?:[\s().-]*\d){5}|[\w+/-]{20}", re.IGNORECASE)
_BROKEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

# Overrides, embeddings and isolates of the direction of writing: text can read as other text.
_DIRECTION = re.compile(r"[\u202a-\u202e\u2066-\u2069]")

_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]*-----|\Z)", re.DOTALL
)
_TOKENS = re.compile(
    r"\b(?:sk-[\w-]{16,}|github_pat_\w{20,}|hf_[A-Za-z]{20,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}"
    r"|xox[a-z]-[\w-]{10,}|glpat-[\w-]{16,})"
)
_BEARER = re.compile(r"(?i)\b(?P<keep>bearer\s+)(?P<hide>[\w.~+/-]{16,}=*)")
_ASSIGNMENT = re.compile(
    r"(?i)(?P<keep>\b[\w-]{0,40}?(?:password|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token"
    r"|access[_-]?token|пароль)[\"']?\s*(?:=|:=|:|=>)\s*)"
    # After a colon prose may follow ("password: required"), so a bare word needs a digit there.
    r"(?P<hide>\"[^\"\s]{6,}\"|'[^'\s]{6,}'|(?:(?<==)|(?<== )|(?=[^\s,;]*\d))[^\s,;\"'\[]{6,})"
)
_USERINFO = re.compile(r"(?P<keep>://)(?P<hide>[^\s/?#\[\]@:]{1,200}:[^\s/?#\[\]@]{1,200})(?=@)")
_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}(?![\w-])"
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_CARD = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){12,18}(?![\w-])")
_PHONE = re.compile(
    r"(?<![\w.+/-])(?:\+\d{1,3}|8(?=[ (-]))[ -]?\(?\d{2,5}\)?(?:[ -]?\d{2,4}){2,4}(?![\w-])"
)
_SNILS = re.compile(r"(?<![\w-])\d{3}-?\d{3}-?\d{3}[ -]?\d{2}(?![\w-])")
_INN = re.compile(r"(?i)(?P<keep>\bИНН\D{0,12})?(?<![\w.-])(?P<hide>\d{12}|\d{10})(?![\w-])")
_PASSPORT = re.compile(
    r"(?i)(?P<keep>\b(?:паспорт|passport)\w*\D{0,40}?)"
    r"(?P<hide>\d{2} ?\d{2}(?:\W{0,3}(?:номер|№|N)\W{0,3}| )?\d{6}|\d{9})(?!\d)"
)

# Entropy, keyword, IP and the two-letter Artifactory patterns match ordinary prose and digests.
_PLUGINS = (
    ("aws", "AWSKeyDetector"),
    ("azure_storage_key", "AzureStorageKeyDetector"),
    ("cloudant", "CloudantDetector"),
    ("discord", "DiscordBotTokenDetector"),
    ("github_token", "GitHubTokenDetector"),
    ("gitlab_token", "GitLabTokenDetector"),
    ("jwt", "JwtTokenDetector"),
    ("mailchimp", "MailchimpDetector"),
    ("npm", "NpmDetector"),
    ("openai", "OpenAIDetector"),
    ("pypi_token", "PypiTokenDetector"),
    ("sendgrid", "SendGridDetector"),
    ("slack", "SlackDetector"),
    ("softlayer", "SoftlayerDetector"),
    ("square_oauth", "SquareOAuthDetector"),
    ("stripe", "StripeDetector"),
    ("telegram_token", "TelegramBotTokenDetector"),
    ("twilio", "TwilioKeyDetector"),
)


_SAID = frozenset(
    "baseline_reason candidate_reason evidence explanation fault new_readers note output quote "
    "reason section subject summary title".split()
)
"""Keys of the files of a run whose values are text."""


@lru_cache(maxsize=200_000)
def redact(text: str) -> str:
    """``text`` with secrets and personal data replaced by ``[kind]``, and only whole characters.

    Lone surrogates and control characters become U+FFFD, so that the result is always valid
    UTF-8 and valid HTML; characters that override the direction of writing are written as
    escapes, so that nothing reads as something else. Apply it before cutting: half a secret is
    not recognised.
    """
    text = _BROKEN.sub("\ufffd", text)
    text = _DIRECTION.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
    if not _SUSPECT.search(text) or _DIGEST.fullmatch(text):
        return text
    text = _PRIVATE_KEY.sub("[private key]", text)
    text = _hide_known_tokens(text)
    for pattern, kind, valid in _RULES:
        text = pattern.sub(_replacement(kind, valid), text)
    return text


def redact_line(text: str) -> str:
    """Somebody else's words as one printable line: redacted, and then cut."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return redact(line)[:_LINE_CHARS]  # half a secret is not recognised


def redact_all(value: T) -> T:
    """``value`` with every string inside redacted: dataclasses and tuples, at any depth."""
    return cast("T", _redacted(value))


def redact_said(value: Any) -> Any:
    """A JSON value with its texts redacted. Ids, paths and digests stay: files are joined by them."""
    if isinstance(value, dict):
        return {
            key: _redact_text(inner) if key in _SAID else redact_said(inner)
            for key, inner in value.items()
        }
    return [redact_said(inner) for inner in value] if isinstance(value, list) else value


def _redact_text(value: Any) -> Any:
    """A text, or each text of a list."""
    if isinstance(value, list):
        return [_redact_text(inner) for inner in value]
    return redact(value) if isinstance(value, str) else redact_said(value)


def _redacted(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return redact(value)
    if kind is tuple:
        return tuple(map(_redacted, value))
    names = _field_names(kind)  # type: ignore[arg-type]  # mypy: classes do hash
    return kind(*[_redacted(getattr(value, name)) for name in names]) if names else value


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """Fields of a dataclass; nothing for any other type."""
    return tuple(item.name for item in fields(kind)) if is_dataclass(kind) else ()


def _hide_known_tokens(text: str) -> str:
    for plugin in _plugins():
        for found in set(plugin(text)):
            if found:
                text = text.replace(found, "[secret]")
    return text


@cache
def _plugins() -> tuple[Callable[[str], Iterator[str]], ...]:
    from importlib import import_module

    return tuple(
        getattr(import_module(f"detect_secrets.plugins.{module}"), name)().analyze_string
        for module, name in _PLUGINS
    )


def _replacement(kind: str, valid: Callable[[str], bool]) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        groups = match.groupdict()
        hidden = groups.get("hide") or match.group()
        if not valid(hidden):
            return match.group()
        return f"{groups.get('keep') or ''}[{kind}]"

    return replace


def _always(_: str) -> bool:
    return True


def _luhn(text: str) -> bool:
    """Check digit of payment cards (ISO/IEC 7812-1)."""
    digits = [int(char) for char in text if char.isdigit()][::-1]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0 and len(set(digits)) > 1


def _iban(text: str) -> bool:
    """Check digits of an IBAN (ISO 13616: remainder 1 modulo 97)."""
    plain = text.replace(" ", "")
    number = "".join(str(int(char, 36)) for char in plain[4:] + plain[:4])
    return 15 <= len(plain) <= 34 and int(number) % 97 == 1


def _snils(text: str) -> bool:
    """Check digits of a Russian pension number; a plain run of eleven digits needs them too."""
    digits = [int(char) for char in text if char.isdigit()]
    total = sum(digit * weight for digit, weight in zip(digits, range(9, 0, -1), strict=False))
    check = total % 101 % 100
    return check == digits[9] * 10 + digits[10]


_INN_WEIGHTS = (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)


def _inn(text: str) -> bool:
    """Check digits of a Russian taxpayer number: one of ten digits, two of twelve."""
    digits = [int(char) for char in text]
    places = (9,) if len(digits) == 10 else (10, 11)
    return all(_inn_digit(digits[:place]) == digits[place] for place in places)


def _inn_digit(digits: list[int]) -> int:
    weights = _INN_WEIGHTS[-len(digits) :]
    return sum(a * b for a, b in zip(digits, weights, strict=True)) % 11 % 10


_RULES: tuple[tuple[re.Pattern[str], str, Callable[[str], bool]], ...] = (
    (_TOKENS, "secret", _always),
    (_BEARER, "secret", _always),
    (_USERINFO, "secret", _always),
    (_ASSIGNMENT, "secret", _always),
    (_EMAIL, "email", _always),
    (_IBAN, "iban", _iban),
    (_CARD, "card", _luhn),
    (_PASSPORT, "passport", _always),
    (_SNILS, "snils", _snils),
    (_PHONE, "phone", _always),
    (_INN, "inn", _inn),
)

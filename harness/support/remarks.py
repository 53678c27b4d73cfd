"""What is said of the excepted right behind: ``except on Mondays, when it opens at 12``.

The remark is a statement of its own about what is excepted, and the sentence one without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.support.clauses import Span, subject_end

_ENGLISH = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|apart from|other than|with the exception of|save for)\s+"
    r"(?P<thing>[^,;:.]+),\s+(?P<how>who|which|when|where)\s+(?P<told>[^;.]+)",
    re.IGNORECASE,
)
_RUSSIAN = re.compile(
    r"(?:\b(?:кроме|за исключением|исключая)\s+|\bисключени[ея]\s*(?:[-–—]|составля[ею]т)\s*)"
    r"(?P<thing>[^,;:.–—]+?)(?:,|\s[-–—]|;)\s+(?P<how>когда|где|котор\w+|их|его|её|ее|он|она|оно|они)"
    r"\s+(?P<told>[^;.]+)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:it|they|he|she|он|она|оно|они)\s+", re.IGNORECASE)


def excepted_thing(text: str, language: str) -> Span | None:
    """Where the excepted thing stands of which more is said; ``None`` without one."""
    match = (_RUSSIAN if language == "ru" else _ENGLISH).search(text)
    return match.span("thing") if match else None


def remarks(text: str, language: str) -> Iterator[tuple[Span, ...]]:
    """The spans of such a remark made whole, and of the sentence without it."""
    match = (_RUSSIAN if language == "ru" else _ENGLISH).search(text)
    if match is None or "," in match["told"]:
        return
    yield ((0, match.end("thing")),)
    if match["how"].casefold() not in ("when", "where", "когда", "где"):
        yield match.span("thing"), match.span("told")
        return
    pronoun = _PRONOUN.match(match["told"])
    end = subject_end(text[: match.start()], language)
    if pronoun and end:
        start = match.start("told") + pronoun.end()
        yield (0, end), (start, match.end("told")), match.span("thing")

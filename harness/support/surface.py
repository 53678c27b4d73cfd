"""Tokens with their place in the original text: words, numbers, codes, symbols."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from harness.text import fold, normalise

TokenKind = Literal["word", "number", "code", "symbol"]

_CACHE = 5_000  # a text is looked over first and then read, and each of its statements
_CODE_TICKS = re.compile(r"`+([^`\s]+)`+")
_TOKEN = re.compile(
    r"""
    (?P<plain>(?<!\S)[^\W\d_][a-zа-яё]+(?=[.,;:!?]*(?:\s|$)))
  | (?P<link>https?://[^\s<>()"'`]+[\w/]|(?<![\w/.])\w[\w-]*(?:\.[\w-]+)+/[^\s<>()"'`]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
  | (?P<path>(?<![\w/.])/[A-Za-z][\w-]*(?:/[\w-]+)*)
  | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*\w|(?<![\w-])-[A-Za-z](?!\w))
  | (?P<dotted>(?<![\w.])\.[A-Za-z]\w*(?:\.\w+)*)
  | (?P<version>(?<![\w.])[vV]\d+(?:\.\d+)*(?![\w])|(?<![\w.,])\d+(?:\.\d+){2,}(?:-[\w.]*\w)?(?![\w]))
  | (?P<ident>(?<!\w)[A-Za-z]\w*(?:_\w+)+(?:-[A-Za-z0-9]+)*
      |(?<!\w)[a-z]+(?:[A-Z][a-z0-9]*)+(?:-[A-Za-z0-9]+)*(?!\w)
      |(?<![\w-])(?:[^\W\d_]{1,12}-?\d+[\w-]*\w|[^\W\d_]{1,12}\d)(?!\w)
      |(?<![\w.,:/-])\d{1,4}[abeABEабАБ](?!\w|\.m)
      |(?<!\w)\w+(?:/[\w-]+)*\.[A-Za-z]{1,8}(?:\.[A-Za-z]{1,8})*(?!\w)(?<![a-z]\.[a-z]))
  | (?P<serial>(?<![\w.,-])\d+-0\d+(?![\w-]))
  | (?P<number>\d{1,3}(?:[ ]\d{3})+(?:[.,]\d+)?(?!\w)|\d+(?:[.,:/]\d+)*)
  | (?P<word>(?:[^\W\d_]|[\u0300-\u036f])+(?:'[^\W\d_]+)?(?:\.[^\W\d_](?!\w))*)
  | (?P<symbol><=|>=|n°|[^\s\w]|_)
    """,
    re.VERBOSE,
)
_KINDS: dict[str, TokenKind] = {
    "plain": "word",  # most words; tried first because it is quick
    "link": "code",
    "path": "code",
    "flag": "code",
    "dotted": "code",
    "version": "code",
    "ident": "code",
    "serial": "code",
    "number": "number",
    "word": "word",
    "symbol": "symbol",
}
_MARKUP = frozenset("*_`#~|")


@dataclass(frozen=True, slots=True)
class Token:
    """One token; ``start`` and ``end`` are characters of the text that was handed in."""

    kind: TokenKind
    text: str
    """Folded: case, quotes, dashes and ``ё`` made equal."""
    raw: str
    start: int
    end: int
    space_before: bool


@lru_cache(maxsize=_CACHE)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of ``text``, inline markup (``*``, ``_``, `` ` ``, ``#``) left out."""
    plain, places = _plain(text)
    ticked = {match.start(1): match.end(1) for match in _CODE_TICKS.finditer(plain)}
    found: list[Token] = []
    position = 0
    for match in _TOKEN.finditer(plain):
        start, end = match.span()
        if start < position:
            continue
        kind = _KINDS[str(match.lastgroup)]
        if start in ticked and kind != "number":
            kind, end = "code", ticked[start]
        raw = plain[start:end]
        text = _folded(raw, plain=match.lastgroup == "plain")
        if kind == "symbol" and raw in _MARKUP and raw != "|":
            continue
        if raw == "+" and _is_plus_sign(plain, start):
            continue
        spaced = start == 0 or plain[start - 1].isspace()
        found.append(Token(kind, text, raw, places[start], places[end - 1] + 1, spaced))
        position = end
    return tuple(found)


def _is_plus_sign(text: str, at: int) -> bool:
    """Whether a plus belongs to the number right behind it: ``+35 °C``."""
    alone = at == 0 or not text[at - 1].isalnum()
    return alone and text[at + 1 : at + 2].isdigit()


_SCHEME = re.compile(r"https?://(?:www\.)?")


def _folded(raw: str, *, plain: bool) -> str:
    if plain:
        return raw.lower().replace("ё", "е")
    text = raw.lower() if raw.isascii() else fold(raw)
    return _SCHEME.sub("", text).rstrip("/") or text if text.startswith("http") else text


class _Identity:
    """Places of a text that normalisation does not change."""

    def __getitem__(self, index: int) -> int:
        return index


# One character for one: the hyphens, and the apostrophe of typesetters (``won’t``).
_TYPESET = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2019": "'", "\u02bc": "'"})


def _plain(text: str) -> tuple[str, _Identity | list[int]]:
    """The normalised text and, for each of its characters, the place in ``text``."""
    text = text.translate(_TYPESET)
    if normalise(text) == text:
        return text, _Identity()
    plain: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        piece = normalise(text[start:end]) if text[start:end] != "\r" else " "
        plain.append(piece)
        places.extend([start] * len(piece))
        start = end
    return "".join(plain), places

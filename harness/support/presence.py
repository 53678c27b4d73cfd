"""A quick look at a text: which words of a claim can stand in it at all.

Reading a sentence in full takes many times as long as listing its words, and most passages that
a claim is held against hardly share a word with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from harness.support.matching import partners_of
from harness.support.morphology import form
from harness.support.sentence import Sentence, start_key
from harness.support.surface import Token, tokens
from harness.support.units import CURRENCY_SIGNS
from harness.support.values import starts_value

_CACHE = 50_000


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of a text by the keys they are found by, and whether it may hold a value."""

    index: dict[str, tuple[str, ...]]
    valued: bool


@lru_cache(maxsize=_CACHE)
def bag(text: str) -> Bag:
    """The words and codes of a text."""
    found = tokens(text)
    index: dict[str, list[str]] = {}
    for token in {t.text: t for t in found if t.kind in ("word", "code")}.values():
        for key in _keys(token):
            index.setdefault(key, []).append(token.text)
    return Bag({key: tuple(texts) for key, texts in index.items()}, any(map(_is_valued, found)))


def _keys(token: Token) -> Iterable[str]:
    if token.kind == "code":
        return (token.text,)
    lemma = form(token.text).lemma
    return dict.fromkeys((token.text, lemma, start_key(lemma)))


def _is_valued(token: Token) -> bool:
    if token.kind == "word":
        return starts_value(token.text)
    return token.kind == "number" or token.text in CURRENCY_SIGNS


def absent(claim: Sentence, text: str) -> frozenset[int]:
    """Numbers of the claim's words that nothing in ``text`` can be paired with."""
    index = bag(text).index
    return frozenset(
        number
        for number, word in enumerate(claim.words)
        if not partners_of(word, index, claim.language)
    )


def may_share_values(claim: Sentence, text: str) -> bool:
    """Whether both have values other than codes."""
    return bag(text).valued and any(value.kind != "code" for value in claim.values)

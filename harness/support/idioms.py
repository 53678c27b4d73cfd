"""Set phrases read as one word: ``free of charge`` and ``at no cost`` are both ``free``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from harness.support.lexicon import ARTICLES, Phrase, lexicon
from harness.support.morphology import form
from harness.support.numerals import is_number_word
from harness.support.surface import Token, tokens

_CACHE = 20_000


@lru_cache(maxsize=_CACHE)
def read(text: str, language: str) -> tuple[Token, ...]:
    """The tokens of ``text``, each set phrase of the language as one token."""
    found = tokens(text)
    starts = _starts(language)
    read: list[Token] = []
    at = 0
    while at < len(found):
        counted = at and (found[at - 1].kind == "number" or is_number_word(found[at - 1].text))
        word = found[at].kind == "word" and not counted  # "two times", not "at times"
        hit = _phrase_at(found, at, starts) if word else None
        if hit is None:
            read.append(found[at])
            at += 1
        else:
            read.append(_merged(found[at : hit[0]], hit[1]))
            at = hit[0]
    return tuple(read)


def idioms_among(words: Collection[str]) -> list[str]:
    """What set phrases of either language may be there, going by the words a text has."""
    return [
        meaning
        for language in ("en", "ru")
        for start, phrases in _starts(language).items()
        if start in words
        for phrase, meaning in phrases
        if all(word in words for word in phrase if word.isalpha())
    ]


@cache
def _starts(language: str) -> dict[str, tuple[tuple[Phrase, str], ...]]:
    """First word -> (phrase, the word it is read as), longest phrases first."""
    starts: dict[str, list[tuple[Phrase, str]]] = {}
    for phrase, meaning in lexicon(language).idioms.items():
        starts.setdefault(phrase[0], []).append((phrase, meaning))
    return {
        word: tuple(sorted(phrases, key=lambda item: (-len(item[0]), item)))
        for word, phrases in starts.items()
    }


def _phrase_at(
    found: Sequence[Token], at: int, starts: dict[str, tuple[tuple[Phrase, str], ...]]
) -> tuple[int, str] | None:
    """(token after the phrase that starts here, the word it is read as)."""
    for word in _names(found[at]):
        for phrase, meaning in starts.get(word, ()):
            after = _end_of(found, at, phrase)
            if after:
                return after, meaning
    return None


def _names(token: Token) -> tuple[str, ...]:
    lemma = form(token.text).lemma
    return (token.text,) if lemma == token.text else (token.text, lemma)


def _end_of(found: Sequence[Token], at: int, phrase: Phrase) -> int:
    """The token after the phrase, articles left out; 0 where it does not stand."""
    for word in phrase:
        while at < len(found) and found[at].text in ARTICLES:
            at += 1
        if at >= len(found) or (word != found[at].text and word not in _names(found[at])):
            return 0
        at += 1
    return at


def _merged(part: Sequence[Token], meaning: str) -> Token:
    first, last = part[0], part[-1]
    return Token("word", meaning, meaning, first.start, last.end, first.space_before)

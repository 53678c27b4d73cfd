"""Words that stand for a noun before them: ``all new trams have one``, ``the first is online``.

The noun is put in their place where the grammar leaves no other: behind the same verb or
preposition, or counted in the sentence before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.support.clauses import DETERMINERS, PREPOSITIONS
from harness.support.lexicon import lexicon
from harness.support.morphology import form, readings
from harness.support.numerals import is_number_word
from harness.support.surface import Token, tokens

Span = tuple[int, int]

_CACHE = 20_000
_MAY_STAND = re.compile(
    r"\bone\b|^(?:the )?(?:\w+[tdh]|last|former|latter)\b|^\w+(?:ый|ий|ой|ая|ое)\b", re.IGNORECASE
)
"""Most texts are passed over: they have none of these words."""
_INDEFINITE = frozenset("a an no any".split())
_COMPANY = frozenset(("with", "without"))
_LONGEST_NOUN = 4  # tokens between the article and the end of a noun phrase


@lru_cache(maxsize=_CACHE)
def filled(before: str, text: str, language: str) -> tuple[tuple[bool, Span], ...]:
    """The pieces of a sentence with each noun put in its place; empty if nothing stands for one.

    Each piece is told by whether it is of the sentence before, and its characters there.
    """
    if not _MAY_STAND.search(text):
        return ()
    found, earlier = tokens(text), tokens(before)
    if language != "ru":
        hit = _one(found, earlier)
        if hit is not None:
            at, noun = hit
            return _put(found, at, at + 1, noun)
    hit = _ordinal(found, earlier, language)
    return _put(found, hit[0], hit[0], hit[1]) if hit is not None else ()


_Noun = tuple[bool, Span]


def _put(found: Sequence[Token], at: int, after: int, noun: _Noun) -> tuple[_Noun, ...]:
    """The sentence with a noun in the place of tokens ``at`` to ``after``."""
    left = [(False, (found[0].start, found[at - 1].end))] if at else []
    right = [(False, (found[after].start, found[-1].end))] if after < len(found) else []
    return (*left, noun, *right)


def _one(found: Sequence[Token], earlier: Sequence[Token]) -> tuple[int, _Noun] | None:
    """``All new trams have | one`` behind ``Some of the older trams have no ramp``."""
    for at in range(1, len(found)):
        if found[at].text != "one" or not _is_alone(found, at):
            continue
        governor = found[at - 1]
        here = _governed(found[:at], governor)
        there = None if here else _governed(earlier, governor)
        span = here or there
        if span is not None:
            return at, (here is None, span)
    return None


def _is_alone(found: Sequence[Token], at: int) -> bool:
    """Whether no noun follows: ``have one``, ``with one of 40 %``."""
    if at + 1 == len(found):
        return True
    following = found[at + 1]
    if following.text == "of":
        return at + 2 < len(found) and found[at + 2].kind == "number"
    return following.kind == "symbol" or following.text in ("and", "or", "but", "while", "whereas")


def _governed(found: Sequence[Token], governor: Token) -> Span | None:
    """The last noun with an indefinite article behind the same verb or preposition."""
    places = [
        at
        for at in range(1, len(found) - 1)
        if found[at].text in _INDEFINITE and _governs_alike(found[at - 1], governor)
    ]
    if not places:
        return None
    start = places[-1] + 1
    end = start
    while end < len(found) and end - start < _LONGEST_NOUN and _may_be_noun(found[end]):
        end += 1
    return (found[start].start, found[end - 1].end) if end > start else None


def _governs_alike(one: Token, other: Token) -> bool:
    if one.text in PREPOSITIONS or other.text in PREPOSITIONS:
        return one.text == other.text or {one.text, other.text} == _COMPANY
    return one.kind == other.kind == "word" and form(one.text).lemma == form(other.text).lemma


def _may_be_noun(token: Token) -> bool:
    stop = DETERMINERS | PREPOSITIONS | lexicon("en").function_words
    return token.kind == "word" and token.text not in stop


def _ordinal(
    found: Sequence[Token], earlier: Sequence[Token], language: str
) -> tuple[int, _Noun] | None:
    """(token before which the noun is left out, the noun): ``The first is online``."""
    at = int(found[0].text == "the") if found else 0
    if at + 1 >= len(found) or not _is_ordinal(found[at].text, language):
        return None
    following = found[at + 1]
    if language == "ru":
        stands = following.text == "-" or "fin" in form(following.text).features
    else:
        stands = following.text in lexicon("en").finite
    noun = _counted(earlier, language) if stands else None
    if noun is None or (language == "ru" and not _agree(found[at], noun)):
        return None
    return at + 1, (True, (noun.start, noun.end))


def _is_ordinal(text: str, language: str) -> bool:
    if language == "ru":
        return any("Anum" in tag for tag in readings(text))
    return text in _ORDINALS


_ORDINALS = frozenset("first second third fourth fifth last former latter".split())


def _counted(found: Sequence[Token], language: str) -> Token | None:
    """The one noun that a sentence counts: ``in three rounds``."""
    nouns = [
        found[at + 1]
        for at in range(len(found) - 1)
        if (found[at].text.isdigit() or is_number_word(found[at].text))
        and not _is_ordinal(found[at].text, language)
        and found[at + 1].kind == "word"
        and (
            form(found[at + 1].text).pos == "NOUN"
            if language == "ru"
            else _is_plural(found, at + 1)
        )
    ]
    return nouns[0] if len(nouns) == 1 else None


def _is_plural(found: Sequence[Token], at: int) -> bool:
    """Whether an English noun in the plural ends its phrase there: not ``two film rolls``."""
    following = found[at + 1] if at + 1 < len(found) else None
    ends = following is None or not _may_be_noun(following)
    return ends and found[at].text.endswith("s") and form(found[at].text).lemma != found[at].text


def _agree(ordinal: Token, noun: Token) -> bool:
    """Whether a Russian ordinal in the nominative can be of the noun that is counted."""
    genders = {tag.gender for tag in readings(noun.text)}
    return any(
        tag.case == "nomn" and tag.number == "sing" and tag.gender in genders
        for tag in readings(ordinal.text)
    )

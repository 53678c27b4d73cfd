"""Words that stand for a noun before them: ``all new trams have one``, ``the first is online``.

The noun is put in their place where the grammar leaves no other: behind the same verb or
preposition, or counted in the sentence before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.support.clauses import DETERMINERS, PREPOSITIONS, predicate
from harness.support.lexicon import lexicon
from harness.support.morphology import form, readings
from harness.support.numerals import is_number_word
from harness.support.surface import Token, tokens

Span = tuple[int, int]
Part = tuple[int, int]
"""First token and token after."""

_CACHE = 20_000
_MAY_STAND = re.compile(
    r"\bone\b|^(?:the )?(?:\w+[tdh]|last|former|latter)\b|^\w+(?:ый|ий|ой|ая|ое)\b", re.IGNORECASE
)
"""Most texts are passed over: they have none of these words."""
_RANKS = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|further|additional|subsequent"
    r"|(?:перв|втор|трет|четверт|четвёрт|пят|шест|седьм|восьм|девят|десят"
    r"|следующ|последующ|дальнейш|дополнительн)(?:ый|ой|ий|ая|ое|ые|ья|ье|ьи|его|ого|ьего|ему|ому|ьему"
    r"|ей|ьей|ую|ью|им|ым|ом|ем|ьим|ьем|их|ых|ьих))\b",
    re.IGNORECASE,
)
_INDEFINITE = frozenset("a an no any".split())
_COMPANY = frozenset(("with", "without"))
_LONGEST_NOUN = 4  # tokens between the article and the end of a noun phrase


@lru_cache(maxsize=_CACHE)
def filled(before: str, text: str, language: str) -> tuple[tuple[bool, Span], ...]:
    """The pieces of a sentence with each noun put in its place; empty if nothing stands for one.

    Each piece is told by whether it is of the sentence before, and its characters there.
    """
    ranked = len(_RANKS.findall(text)) > 1
    if not ranked and not _MAY_STAND.search(text):
        return ()
    found, earlier = tokens(text), tokens(before)
    if language != "ru":
        hit = _one(found, earlier)
        if hit is not None:
            at, noun = hit
            return _put(found, at, at + 1, noun)
    hit = _ordinal(found, earlier, language)
    if hit is not None:
        return _put(found, hit[0], hit[0], hit[1])
    return _filled_in(found, _ordinals(found, language)) if ranked else ()


_Noun = tuple[bool, Span]


def _put(found: Sequence[Token], at: int, after: int, noun: _Noun) -> tuple[_Noun, ...]:
    """The sentence with a noun in the place of tokens ``at`` to ``after``."""
    left = [(False, (found[0].start, found[at - 1].end))] if at else []
    right = [(False, (found[after].start, found[-1].end))] if after < len(found) else []
    return (*left, noun, *right)


def _filled_in(
    found: Sequence[Token], places: Sequence[tuple[int, Span]]
) -> tuple[tuple[bool, Span], ...]:
    """The sentence with nouns of its own put before some of its tokens."""
    pieces: list[_Noun] = []
    start = 0
    for at, noun in places:
        pieces += [(False, (found[start].start, found[at - 1].end)), (False, noun)]
        start = at
    if places and start < len(found):
        pieces.append((False, (found[start].start, found[-1].end)))
    return tuple(pieces)


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


def _ordinals(found: Sequence[Token], language: str) -> list[tuple[int, Span]]:
    """(token before which the noun is left out, the noun): ``the first hour is free, the second is``.

    Only where all ordinals of the sentence that have a noun have the same one.
    """
    named = [
        (at, noun)
        for at in range(len(found))
        if _is_rank(found, at, language) and (noun := _ranked(found, at, language))
    ]
    nouns = {form(found[noun[0]].text).lemma for _, noun in named}
    place = named[0] if len(nouns) == 1 else _announced(found, language) if not nouns else None
    if place is None:
        return []
    first, (start, end) = place
    kept = {
        at: _kept(found, at, (start, end), language)
        for at in range(first + 1, len(found))
        if _is_rank(found, at, language)
    }
    return [
        (at + 1 + own, (found[start + own].start, found[end - 1].end))
        for at, own in kept.items()
        if own is not None and start + own < end
    ]


def _kept(found: Sequence[Token], at: int, noun: Part, language: str) -> int | None:
    """How many words of ``hours of parking`` stand behind an ordinal; ``None`` for another noun."""
    named = found[noun[0]]
    if _stands_alone(found, at, language):
        return 0 if language != "ru" or _may_be_of(found[at], named) else None
    following = [form(token.text).lemma for token in found[at + 1 : at + 3]]
    return 1 if form(named.text).lemma in following[:1] and following[1:] != ["of"] else None


def _announced(found: Sequence[Token], language: str) -> tuple[int, Part] | None:
    """The one noun counted before a colon: ``in two parts: the first …``."""
    colon = next((at for at in range(len(found)) if found[at].text == ":"), 0)
    noun = _counted(found[:colon], language)
    at = found.index(noun) if noun is not None else 0
    return (colon, (at, at + 1)) if noun is not None else None


def _is_rank(found: Sequence[Token], at: int, language: str) -> bool:
    """An ordinal, or what continues a row of them: ``every further``, ``каждый следующий``."""
    before = found[at - 1].text if at else ""
    if language == "ru":
        further = form(found[at].text).lemma in _FURTHER and form(before).lemma == "каждый"
        return found[at].kind == "word" and (further or _is_ordinal(found[at].text, language))
    further = found[at].text in _FURTHER and before in ("every", "each")
    return further or (found[at].text in _ORDINALS and before in _BEFORE_ORDINAL)


_BEFORE_ORDINAL = frozenset("the each every".split())
_FURTHER = frozenset(
    "further additional subsequent следующий последующий дальнейший дополнительный".split()
)


def _ranked(found: Sequence[Token], at: int, language: str) -> Part | None:
    """The one noun that an ordinal counts, in English with what it is of: ``hours of parking``."""
    start = at + 1
    rank = form(found[at].text).lemma not in _FURTHER  # not "each further 9 euros"
    counted = rank and start < len(found) and _is_number(found[start])
    start += counted
    if start >= len(found) or found[start].kind != "word":
        return None
    if language != "ru":
        return _noun_of(found, start, predicate(found, at, len(found), language)[0])
    noun = form(found[start].text).pos == "NOUN"
    return (start, start + 1) if noun and (counted or _may_be_of(found[at], found[start])) else None


def _is_number(token: Token) -> bool:
    return token.kind == "number" or is_number_word(token.text)


def _noun_of(found: Sequence[Token], start: int, verb: int) -> Part | None:
    """An English noun of one word before the predicate, and the word that it is of."""
    end = start
    while end < len(found) and end != verb and _may_be_noun(found[end]):
        end += 1
    if end - start != 1:
        return None
    owned = [token.text for token in found[end : end + 2]]
    named = len(owned) > 1 and owned[0] == "of" and _may_be_noun(found[end + 1])
    return start, end + (2 if named else 0)


def _stands_alone(found: Sequence[Token], at: int, language: str) -> bool:
    """Whether what follows an ordinal cannot be its noun."""
    if at + 1 >= len(found):
        return False
    following = found[at + 1]
    if following.kind == "symbol" or _is_number(following):
        return following.text not in ("(", '"', "|", "%", "one", "ones")
    if language == "ru":
        word = form(following.text)
        preposition = bool(lexicon("ru").relations.get((following.text,)))
        return "fin" in word.features or preposition or following.text in ("не", "и", "или")
    verb, _ = predicate(found, at, len(found), language)
    stop = (PREPOSITIONS | {"a", "an", "the", "and", "or", "but"}) - {"of"}
    return verb == at + 1 or following.text in stop


def _may_be_of(ordinal: Token, noun: Token) -> bool:
    """Whether a Russian ordinal agrees with a noun in gender, or with its plural."""
    own = readings(ordinal.text)
    return any(
        tag.number == "plur" or tag.gender == its.gender
        for tag in own
        for its in readings(noun.text)
    )


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

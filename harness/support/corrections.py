"""``не ежедневно, а в последний день``; ``с насадкой, но без мешка``: both halves by themselves.

In English ``not because of the delay, but because a form is missing``; ``not by post but by courier``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.support.lexicon import lexicon
from harness.support.morphology import form
from harness.support.surface import Token, tokens

Span = tuple[int, int]

_LONGEST_DENIED = 6  # tokens
_NO_CORRECTION = frozenset("только просто столько ли если когда чтобы пока ни".split())


def corrections(text: str, language: str) -> Iterator[tuple[Span, ...]]:
    """The spans of what a correction says, and of what it denies."""
    found = tokens(text)
    for spans in _russian(found) if language == "ru" else _english(found):
        kept = [(a, b) for a, b in spans if b > a]
        yield tuple((found[a].start, found[b - 1].end) for a, b in kept)


_RUSSIAN_OPENING = frozenset("в во на для по с со у при под за из от к".split())


def _russian(found: Sequence[Token]) -> Iterator[list[Span]]:
    texts = [token.text for token in found]
    yield from _excepted(texts, ("но", "а"), "не", _RUSSIAN_OPENING)
    yield from _not_only(found, texts, ("не", "только"), "но", "ru")
    for comma in range(2, len(found) - 2):
        joiner = found[comma + 1].text if found[comma].text == "," else ""
        read = _READ.get(joiner)
        yield from read(found, comma) if read else ()


_OPENING = frozenset("because due by from to in on for with at within under".split())
_NO_DENIAL = frozenset("only just merely simply if when unless all every".split())


def _english(found: Sequence[Token]) -> Iterator[list[Span]]:
    """``not rejected because of X, but because of Y``: both parts open with the same word."""
    texts = [token.text for token in found]
    yield from _excepted(texts, ("but", "and"), "not", _OPENING)
    yield from _not_only(found, texts, ("not", "only"), "but", "en")
    joins = [at for at, text in enumerate(texts) if text in ("but", "rather")]
    denials = [at for at, text in enumerate(texts) if text == "not"]
    if len(joins) != 1 or len(denials) != 1 or _NO_DENIAL & set(texts):
        return
    join, denial = joins[0], denials[0]
    opener = texts[join + 1] if join + 1 < len(texts) else ""
    alike = [at for at in range(denial + 1, join) if texts[at] == opener in _OPENING]
    between = texts[denial:join]
    if denial < 2 or len(alike) != 1 or "," in between[:-1] or {";", ":"} & set(texts):
        return
    end = join - (texts[join - 1] == ",")
    yield [(0, denial), (denial + 1, alike[0]), (join + 1, len(texts))]
    yield [(0, end)]


def _not_only(
    found: Sequence[Token],
    texts: Sequence[str],
    opening: tuple[str, str],
    joiner: str,
    language: str,
) -> Iterator[list[Span]]:
    """``not only coffee but also tea is free``: both, by themselves."""
    starts = [at for at in range(len(texts) - 1) if (texts[at], texts[at + 1]) == opening]
    joins = [at for at, text in enumerate(texts) if text == joiner]
    if len(starts) != 1 or len(joins) != 1 or joins[0] < starts[0] or {";", ":"} & set(texts):
        return
    start, join = starts[0], joins[0]
    behind = join + 1 + (texts[join + 1 : join + 2] in (["also"], ["и"], ["также"]))
    first = (start + 2, join - (texts[join - 1] == ","))
    verb = _predicate_at(found, behind, language)
    tail = (verb, len(found)) if not start and verb > behind else (len(found), len(found))
    yield [(0, start), first, tail]
    yield [(0, start), (behind, len(found))]


def _predicate_at(found: Sequence[Token], start: int, language: str) -> int:
    if language == "ru":
        return _verb(found, start, len(found))
    finite = lexicon("en").finite
    return next((at for at in range(start, len(found)) if found[at].text in finite), -1)


def _excepted(
    texts: Sequence[str], joiners: Sequence[str], denial: str, openers: frozenset[str]
) -> Iterator[list[Span]]:
    """``allowed in papers 1 and 3, but not in paper 2``: what is said of either, by itself."""
    for at in range(2, len(texts) - 2):
        opener = texts[at + 2] if texts[at] in joiners and texts[at + 1] == denial else ""
        alike = [n for n in range(at) if texts[n] == opener and opener in openers]
        plain = not {";", ":", denial} & set(texts[:at]) and not {",", ";"} & set(texts[at + 1 :])
        if len(alike) == 1 and alike[0] > 1 and plain and not _NO_DENIAL & set(texts):
            yield [(0, at - (texts[at - 1] == ","))]
            yield [(0, alike[0]), (at + 1, len(texts))]


def _around(found: Sequence[Token], comma: int) -> Span:
    start = max((n + 1 for n in range(comma) if found[n].text in (";", ".", ":")), default=0)
    ends = (n for n in range(comma, len(found)) if found[n].text in (";", ".", ":"))
    return start, next(ends, len(found))


def _company(found: Sequence[Token], comma: int) -> list[list[Span]]:
    """``продаётся с насадкой, но без мешка``: the second may stand in the place of the first."""
    start, end = _around(found, comma)
    verb = _verb(found, start, comma)
    places = [n for n in range(verb + 1, comma) if found[n].text in _COMPANY]
    if verb < 0 or len(places) != 1 or found[comma + 2].text not in _COMPANY:
        return []
    if any(token.text == "," or _says_more(token) for token in found[comma + 2 : end]):
        return []
    return [[(start, places[0]), (comma + 2, end)], [(start, comma)]]


def _says_more(token: Token) -> bool:
    word = form(token.text)
    return word.pos == "VERB" or word.lemma in lexicon("ru").modals


_COMPANY = frozenset(("с", "со", "без"))


def _corrected(found: Sequence[Token], comma: int) -> list[list[Span]]:
    start, end = _around(found, comma)
    if found[comma + 2].text == "не":
        return [[(start, comma)]] if _verb(found, start, comma) >= 0 else []
    negation = _negation(found, start, comma)
    if negation < 0 or _NO_CORRECTION & {token.text for token in found[start:comma]}:
        return []
    told, denied = (comma + 2, end), (negation, comma)
    own, other = _verb(found, negation + 1, comma), _verb(found, comma + 2, end)
    if own >= 0:  # "не возвращают, а зачисляют": the verb itself is corrected
        same = own == negation + 1 and other == comma + 2
        return [[(start, negation), told], [(start, comma)]] if same else []
    if other < 0:
        return [[(start, negation), told], [(start, comma)]]
    if negation > start:
        return []
    return [[told], [denied, (other, end)]]  # "не арендатор, а собственник оплачивает ремонт"


def _negation(found: Sequence[Token], start: int, comma: int) -> int:
    """The one ``не`` not far before the comma, with no other comma between."""
    places = [n for n in range(start, comma) if found[n].text == "не"]
    if len(places) != 1 or not 1 < comma - places[0] <= _LONGEST_DENIED + 1:
        return -1
    between = {token.text for token in found[places[0] : comma]}
    return -1 if "," in between else places[0]


def _verb(found: Sequence[Token], start: int, end: int) -> int:
    verbs = (n for n in range(start, end) if "fin" in form(found[n].text).features)
    return next(verbs, -1)


_READ = {"а": _corrected, "но": _company}

"""Two things that have changed sides: ``a branch is a fork``, ``сумма зависит от срока``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from harness.support.clauses import predicate
from harness.support.detectors.pair import Finding, Pair, in_doubt
from harness.support.detectors.roles import COPULAS
from harness.support.idioms import read
from harness.support.morphology import form
from harness.support.sentence import Sentence, Word

_CACHE = 5_000
_Match = tuple[Word, Word]


def turned_findings(pair: Pair) -> Iterator[Finding]:
    """Who does it, or what is what, cannot be told from the words alone where two changed sides."""
    items = list(pair.matched())
    if pair.evidence.language == "ru":
        noun = _about_preposition(items) or _about_cases(pair, items) or _about_dash(pair, items)
    else:
        noun = _about_verb(pair, items)
    noun = noun or _replaced(pair, items)
    if noun is not None:
        yield in_doubt(noun)


_PLACES = frozenset("in inside at on".split())


def _replaced(pair: Pair, items: list[_Match]) -> Word | None:
    """``the key is in the safe`` beside ``the key to the safe is in the drawer``."""
    own = {c.relation for c, e in items if c.relation != e.relation} & _PLACES
    added = {word.relation for _, word in pair.added()} & _PLACES
    if not own or not added:
        return None
    moved = (e for c, e in items if c.relation in own and e.relation not in _PLACES)
    return next((e for e in moved if e.relation and not e.condition), None)


def _about_verb(pair: Pair, items: list[_Match]) -> Word | None:
    """A word that stands before the same verb in one and behind it in the other, and one reversed.

    ``The first of them is called the carrier`` may be turned round.
    """
    if _NAMED.search(pair.claim.text) or _NAMED.search(pair.evidence.text):
        return None
    mine, its = _verb(pair.claim), _verb(pair.evidence)
    if mine is None or its is None or mine[1] != its[1]:
        return None
    plain = [
        (c, e)
        for c, e in items
        if not (c.light or c.relation or e.relation or c.passive or e.passive)
    ]
    before = [e for c, e in plain if c.token < mine[0] and e.token > its[0]]
    behind = [e for c, e in plain if c.token > mine[0] and e.token < its[0]]
    near = [e for e in behind if before and e.segment == before[0].segment]
    return before[0] if near else None


_NAMED = re.compile(r"\b(?:called|known as|termed|named)\b", re.IGNORECASE)


def _verb(sentence: Sentence) -> tuple[int, str] | None:
    """(token, dictionary form) of the verb of a sentence of one statement."""
    if sentence.coordinated or sentence.conditions:
        return None
    return _verb_of(sentence.text, sentence.language)


@lru_cache(maxsize=_CACHE)
def _verb_of(text: str, language: str) -> tuple[int, str] | None:
    found = read(text, language)
    at, _ = predicate(found, 0, len(found), language)
    return (at, form(found[at].text).lemma) if at >= 0 else None


def _about_preposition(items: list[_Match]) -> Word | None:
    """``срок зависит от суммы`` and ``сумма зависит от срока``."""
    for (c1, e1), (c2, e2) in permutations(items, 2):
        turned = (c1.relation, c2.relation) == (e2.relation, e1.relation)
        nouns = all(word.form.pos == "NOUN" for word in (c1, e1, c2, e2))
        if turned and nouns and not c1.relation and c2.relation and _are_near(c1, c2, e1, e2):
            return e1
    return None


_IDENTIFYING = COPULAS | {"называть", "становиться"}


def _about_cases(pair: Pair, items: list[_Match]) -> Word | None:
    """``зал больше кабинета`` and ``кабинет больше зала``: each stands as the other did."""
    lemmas = {word.form.lemma for word in (*pair.claim.words, *pair.evidence.words)}
    if lemmas & _IDENTIFYING:
        return None
    for (c1, e1), (c2, e2) in permutations(items, 2):
        moved = not (c1.form.cases & e1.form.cases or c2.form.cases & e2.form.cases)
        turned = c1.form.cases & e2.form.cases and c2.form.cases & e1.form.cases
        if moved and turned and _are_near(c1, c2, e1, e2):
            return e1
    return None


def _about_dash(pair: Pair, items: list[_Match]) -> Word | None:
    """``кредит - это уменьшение счёта``; where all has changed sides, it is the same said again."""
    mine, its = _dash(pair.claim), _dash(pair.evidence)
    if mine < 0 or its < 0:
        return None
    sides = [(c.token < mine, e.token < its, e) for c, e in items if not e.light]
    moved = [e for here, there, e in sides if here != there]
    forth = any(here and not there for here, there, _ in sides)
    back = any(there and not here for here, there, _ in sides)
    return moved[0] if forth and back and len(moved) < len(sides) else None


def _dash(sentence: Sentence) -> int:
    """The token of the one dash that stands for a verb; -1 without."""
    texts = [token.text for token in read(sentence.text, sentence.language)]
    places = [at for at, text in enumerate(texts) if text == "-"]
    return places[0] if len(places) == 1 else -1


def _are_near(c1: Word, c2: Word, e1: Word, e2: Word) -> bool:
    """Whether the two stand in one part of either sentence."""
    return c1.segment == c2.segment and e1.segment == e2.segment

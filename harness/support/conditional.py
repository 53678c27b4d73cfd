"""A consequence put to the condition of another: ``if an agent erred, the change costs 9 euros``.

Where the evidence says what follows from each of two conditions, a claim that takes the one
condition in full and what follows from the other is contradicted, as long as both consequences
are about the same thing, and each condition and each consequence has something that the other one
lacks. That a tram comes if it snows does not say that none comes if it rains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.support.clauses import DETERMINERS, PREPOSITIONS, is_verb
from harness.support.idioms import read
from harness.support.items import Contrast, Item, items_of, same_item
from harness.support.sentence import Sentence, Word
from harness.support.surface import Token

_CONDITIONS = frozenset(("if", "only_if"))
_PARTING = frozenset((",", ";", ".", ":"))
_ADDING = frozenset(
    "also too likewise either same both again and/or также тоже либо оба аналогично".split()
)
"""Words by which what follows from one condition may follow from the other as well."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A condition and what follows from it."""

    number: int
    text: str
    """The condition in words."""
    span: tuple[int, int]
    condition: tuple[Item, ...]
    consequence: tuple[Item, ...]
    things: tuple[Item, ...]
    """What follows, the nouns alone."""
    denials: int
    modals: tuple[str, ...]


def rebound(claim: Sentence, evidence: Sequence[Sentence]) -> Contrast | None:
    """The condition that the claim puts in the place of another, if that is plain."""
    if claim.hedges or _adds(claim):
        return None
    own = list(_rules(claim, 0))
    if len(own) != 1:
        return None
    rules = [
        rule
        for number, sentence in enumerate(evidence)
        if not (sentence.hedges or _adds(sentence))
        for rule in _rules(sentence, number)
    ]
    language = claim.language
    mine = own[0]
    here = [rule for rule in rules if _same(mine.condition, rule.condition, language)]
    if len(here) != 1:
        return None
    for other in rules:
        if other is not here[0] and _is_exchanged(mine, here[0], other, language):
            return Contrast(mine.text, other.text, other.number, other.span)
    return None


def _adds(sentence: Sentence) -> bool:
    return any(token.text in _ADDING for token in read(sentence.text, sentence.language))


def _is_exchanged(mine: _Rule, here: _Rule, other: _Rule, language: str) -> bool:
    """Whether the claim has the condition of one rule and the consequence of the other."""
    if (mine.denials, mine.modals) != (other.denials, other.modals):
        return False
    strange = _lacking(mine.consequence, other.consequence, language)
    strange = _lacking(strange, here.consequence, language)
    if strange or not _is_whole(mine, other, language):
        return False
    pairs = ((here.condition, other.condition), (mine.consequence, here.consequence))
    return _has_same_thing(mine, here, language) and all(
        _heavy(_lacking(one, two, language)) and _heavy(_lacking(two, one, language))
        for one, two in pairs
    )


def _is_whole(mine: _Rule, other: _Rule, language: str) -> bool:
    """Whether the claim has all of a consequence, or all of one of several joined ones."""
    lost = _lacking(other.consequence, mine.consequence, language)
    kept = {item.segment for item in other.consequence if item not in lost}
    return bool(kept) and kept.isdisjoint(item.segment for item in lost)


def _has_same_thing(mine: _Rule, here: _Rule, language: str) -> bool:
    """Whether what the claim says follows is about a thing that does have another consequence."""
    return any(
        _is_alike(one, other, language) and (one in mine.things or other in here.things)
        for one in mine.consequence[:_SUBJECT]
        for other in here.consequence
    )


_SUBJECT = 2  # words at the start of a statement that may name what it is about


def _is_thing(found: Sequence[Token], item: Item) -> bool:
    """A noun, which an article or preposition may tell in English: ``the charge is …``."""
    if not isinstance(item.what, Word):
        return False
    if item.what.form.pos:
        return item.what.form.pos == "NOUN"
    before = found[item.token - 1].text if item.token else ""
    return before in DETERMINERS | PREPOSITIONS or not is_verb(item.what.text)


def _rules(sentence: Sentence, number: int) -> Iterator[_Rule]:
    """The conditions of a sentence, each with what follows from it; none where that is unclear."""
    found = read(sentence.text, sentence.language)
    ends = [at for at, token in enumerate(found) if token.text == ";"]
    for start, after in zip([0, *(at + 1 for at in ends)], [*ends, len(found)], strict=True):
        rule = _rule(sentence, number, start, after)
        if rule is not None:
            yield rule


def _rule(sentence: Sentence, number: int, start: int, after: int) -> _Rule | None:
    found = read(sentence.text, sentence.language)
    marks = [mark for mark in sentence.conditions if start <= mark.token < after]
    if len(marks) != 1 or marks[0].tag not in _CONDITIONS:
        return None
    first = marks[0].after
    commas = [at for at in range(start, after) if found[at].text in _PARTING]
    end = next((at for at in commas if at >= first), after)
    opens = marks[0].token == start
    commas = [at for at in commas if at + 1 < after and at != end]
    if end - first < 1 or (opens and end >= after - 1) or (not opens and end < after - 1):
        return None
    if len(commas) > (not opens and found[marks[0].token - 1].text == ","):
        return None  # "if A, B and C, …": where the condition ends is not plain
    inside = range(first, end)
    items = [
        item
        for item in items_of(sentence, frozenset(range(sentence.segments)))
        if start <= item.token < after
    ]
    within = {at for mark in marks for at in range(mark.token, end)}
    outside = set(range(start, after)) - within
    told = tuple(item for item in items if item.token in outside)
    return _Rule(
        number,
        sentence.text[found[first].start : found[end - 1].end],
        (found[first].start, found[end - 1].end),
        tuple(item for item in items if item.token in inside),
        told,
        tuple(item for item in told if _is_thing(found, item)),
        sum(mark.token in outside for mark in sentence.negators),
        tuple(sorted(mark.tag for mark in sentence.modals if mark.token in outside)),
    )


def _same(one: Sequence[Item], other: Sequence[Item], language: str) -> bool:
    return bool(one) and not _lacking(one, other, language) and not _lacking(other, one, language)


def _lacking(items: Sequence[Item], others: Sequence[Item], language: str) -> list[Item]:
    """The items of which the others have none like it."""
    return [item for item in items if not any(_is_alike(item, other, language) for other in others)]


def _is_alike(one: Item, other: Item, language: str) -> bool:
    if isinstance(one.what, Word) and isinstance(other.what, Word):
        return one.what.negated == other.what.negated and same_item(one, other, language)
    return same_item(one, other, language)


def _heavy(items: Sequence[Item]) -> list[Item]:
    """Those that are more than a light word."""
    return [item for item in items if not (isinstance(item.what, Word) and item.what.light)]

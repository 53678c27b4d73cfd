"""What two forms of one sentence differ in: values, modals, negation, conditions, quantifiers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from harness.support.analysis import analyse
from harness.support.detectors.roles import agents
from harness.support.lexicon import Limit
from harness.support.sentence import Mark, Sentence, Word
from harness.support.values import Value


@dataclass(frozen=True, slots=True)
class Replaced:
    """Words of one kind on either side; empty where a side has none of its own."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Differences:
    """Each is ``None`` or empty when both forms agree in it."""

    values: tuple[Replaced, ...] = ()
    modality: Replaced | None = None
    negation: Replaced | None = None
    condition: Replaced | None = None
    quantity: Replaced | None = None
    joining: Replaced | None = None
    """``and`` for ``or``."""
    agent: Replaced | None = None
    """Who does it: ``returned`` and ``returned by the supplier``."""


def differences(old: str, new: str, language: str) -> Differences:
    """Compare two forms of a sentence; swapping them swaps the two sides of the result.

    An empty form has nothing, so all that the other one says is its own.
    """
    before, after = analyse(old, language), analyse(new, language)
    return Differences(
        values=_values(before, after),
        modality=_marks(before, after, before.modals, after.modals),
        negation=_marks(before, after, before.negators, after.negators),
        condition=_marks(before, after, before.conditions, after.conditions),
        quantity=_marks(
            before,
            after,
            (*before.quantifiers, *before.only),
            (*after.quantifiers, *after.only),
        ),
        joining=_joining(before, after),
        agent=_agent(before, after),
    )


def _joining(before: Sentence, after: Sentence) -> Replaced | None:
    """``or`` that has become ``and``, or the other way round; one more of either is no change."""
    old, new = Counter(before.joins.values()), Counter(after.joins.values())
    lost, won = sorted(old - new), sorted(new - old)
    return Replaced(", ".join(lost), ", ".join(won)) if lost and won else None


def _agent(before: Sentence, after: Sentence) -> Replaced | None:
    old, new = agents(before), agents(after)
    if Counter(word.form.lemma for word in old) == Counter(word.form.lemma for word in new):
        return None
    return Replaced(_named(before, old), _named(after, new))


def _named(sentence: Sentence, words: Sequence[Word]) -> str:
    return ", ".join(sentence.text[word.start : word.end] for word in words)


def _values(before: Sentence, after: Sentence) -> tuple[Replaced, ...]:
    """Values one side alone has; those of one kind and dimension stand side by side."""
    old = _sorted_out(_own(before.values, after.values))
    new = _sorted_out(_own(after.values, before.values))
    return tuple(
        _replaced(before, left, after, right)
        for sort in sorted(old.keys() | new.keys())
        for left, right in zip_longest(old.get(sort, ()), new.get(sort, ()))
    )


def _sorted_out(values: Sequence[Value]) -> dict[tuple[str, str], list[Value]]:
    found: dict[tuple[str, str], list[Value]] = defaultdict(list)
    for value in values:
        kind = "number" if value.kind in ("count", "amount") else value.kind
        found[kind, value.dimension].append(value)
    return found


def _own(values: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """The values that the other side does not have as often, in order."""
    left = Counter(map(_identity, others))
    own = []
    for value in values:
        if left[_identity(value)]:
            left[_identity(value)] -= 1
        elif value.kind == "ordinal" or value.unit is not None or not value.weak:
            own.append(value)
    return own


def _identity(value: Value) -> Hashable:
    """Equal for the same value however it is written."""
    if value.kind == "code":
        return value.kind, value.text
    if value.date is not None:
        return value.kind, value.date.parts, value.limit
    unit = value.unit.name if value.unit else ""
    counted = unit, value.workdays, value.per, value.every
    return value.kind, value.low, value.high, counted, value.limit


def _replaced(before: Sentence, old: Value | None, after: Sentence, new: Value | None) -> Replaced:
    left, right = _written(before, old), _written(after, new)
    if old and new and left == right:
        left, right = f"{LIMIT_WORDS[old.limit]} {left}", f"{LIMIT_WORDS[new.limit]} {right}"
    return Replaced(left, right)


def _written(sentence: Sentence, value: Value | None) -> str:
    return sentence.text[value.start : value.end] if value else ""


LIMIT_WORDS: Mapping[Limit, str] = {
    "eq": "exactly",
    "in": "within",
    "about": "about",
    "le": "at most",
    "lt": "less than",
    "ge": "at least",
    "gt": "more than",
}


def _marks(
    before: Sentence, after: Sentence, old: Sequence[Mark], new: Sequence[Mark]
) -> Replaced | None:
    if Counter(mark.tag for mark in old) == Counter(mark.tag for mark in new):
        return None
    return Replaced(_words(before, old), _words(after, new))


def _words(sentence: Sentence, marks: Iterable[Mark]) -> str:
    ordered = sorted(marks, key=lambda mark: mark.start)
    return ", ".join(sentence.text[mark.start : mark.end] for mark in ordered)

"""The words and values of a statement in their places, for readings that compare statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.support.comparing import compare
from harness.support.detectors import Span
from harness.support.matching import pairs_with
from harness.support.sentence import Sentence, Word
from harness.support.values import Value


@dataclass(frozen=True, slots=True)
class Item:
    """A heavy word or a value in its place."""

    what: Word | Value
    token: int
    segment: int

    @property
    def relation(self) -> str:
        return self.what.relation if isinstance(self.what, Word) else ""


@dataclass(frozen=True, slots=True)
class Contrast:
    """The exchanged parts in words, and the sentence of the evidence that has the other one."""

    claimed: str
    stated: str
    number: int
    span: Span


def items_of(
    sentence: Sentence, segments: frozenset[int], *, light: bool = False
) -> tuple[Item, ...]:
    """The heavy words and the values of some segments, in order; light words on demand."""
    words = [Item(w, w.token, w.segment) for w in sentence.words if light or not w.light]
    values = [
        Item(value, value.first, segment)
        for value, segment in zip(sentence.values, sentence.value_segments, strict=True)
        if value.kind != "code"
    ]
    found = [item for item in (*words, *values) if item.segment in segments]
    return tuple(sorted(found, key=lambda item: item.token))


def same_item(one: Item, other: Item, language: str) -> bool:
    """Whether two items are the same word or value."""
    if isinstance(one.what, Word) and isinstance(other.what, Word):
        return pairs_with(one.what, other.what, language)
    if isinstance(one.what, Word) or isinstance(other.what, Word):
        return False
    return compare(one.what, other.what, language).state == "same"


def case_differs(one: Item, other: Item) -> bool:
    """Whether two Russian nouns cannot stand in one case."""
    cases = [i.what.form.cases if isinstance(i.what, Word) else frozenset() for i in (one, other)]
    return bool(cases[0] and cases[1]) and not cases[0] & cases[1]


def span_of(part: Sequence[Item]) -> Span:
    """From the first to the last of some items."""
    return part[0].what.start, part[-1].what.end

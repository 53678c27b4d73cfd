"""Sentences of two documents of one version that say the same with another value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from harness.changes.units import Texts, Unit
from harness.model.changes import Conflict, DocumentDiff
from harness.model.wire import Side
from harness.support import check_support
from harness.support.numerals import CARDINALS
from harness.support.values import values

LIKENESS = 60.0
"""Least rapidfuzz ratio (0-100) of the sorted words of two sentences that are compared."""
_LEAST_WORDS = 5
_LOOKED_AT = 5
"""Sentences most like a changed one that are compared with it."""
_SIFTED = 50
"""Sentences that share most words with a changed one; the most alike are told among them."""
_COMMON = 2_000
"""A word of more sentences than this tells none of them."""
_KINDS = ("number", "unit", "date", "limit")

Sentence = tuple[str, int, str]
"""(path, start of its block, text)"""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two sentences with what the second holds against the first."""

    one: Unit
    other: Unit
    reason: str

    @property
    def key(self) -> frozenset[tuple[str, str]]:
        return frozenset((unit.place.source_id, unit.key) for unit in (self.one, self.other))


def conflicts(side: Side, texts: Texts, changed: Iterable[DocumentDiff]) -> Iterator[Conflict]:
    """Conflicts with at least one sentence that is new or changed on ``side``, sorted by place."""
    fresh = set(_changed_sentences(side, changed))
    valued = [unit for source in sorted(texts) for unit in texts[source] if _may_conflict(unit)]
    asked = [u for u in valued if (u.place.path, u.place.start, u.text) in fresh]
    index = _Index(valued, {word for unit in asked for word in unit.key.split()})
    seen: set[frozenset[tuple[str, str]]] = set()
    for unit in asked:
        for pair in _against(unit, index):
            if pair.key not in seen:
                seen.add(pair.key)
                yield _conflict(side, pair)


class _Index:
    """Sentences by their words, for the words that are asked for."""

    def __init__(self, units: Sequence[Unit], wanted: set[str]) -> None:
        self._units = units
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, unit in enumerate(units):
            for word in wanted.intersection(unit.key.split()):
                self._postings[word].append(number)

    def near(self, unit: Unit) -> list[Unit]:
        """Sentences of other documents in other words that are most like ``unit``, best first."""
        shared: Counter[int] = Counter()
        for word in set(unit.key.split()):
            numbers = self._postings[word]
            if len(numbers) <= _COMMON:
                shared.update(numbers)
        nearest = sorted(shared, key=lambda number: (-shared[number], number))
        others = [
            other
            for number in nearest
            if (other := self._units[number]).place.source_id != unit.place.source_id
            and other.key != unit.key
        ][:_SIFTED]
        found = process.extract(
            _bag(unit),
            [_bag(other) for other in others],
            scorer=fuzz.ratio,
            score_cutoff=LIKENESS,
            limit=_LOOKED_AT,
        )
        return [others[place] for *_, place in found]


def _changed_sentences(side: Side, changed: Iterable[DocumentDiff]) -> Iterator[Sentence]:
    for document in changed:
        for change in document.sentences:
            place = change.new_place if side == "candidate" else change.old_place
            text = change.new if side == "candidate" else change.old
            if place is not None and change.kind != "moved":
                yield place.path, place.start, text


def _may_conflict(unit: Unit) -> bool:
    if unit.sort != "prose" or unit.length < _LEAST_WORDS:
        return False
    return any(char.isdigit() for char in unit.key) or not CARDINALS.keys().isdisjoint(
        unit.key.split()
    )


def _bag(unit: Unit) -> str:
    """The words of a sentence in one order, so that their own order makes no difference."""
    return " ".join(sorted(unit.key.split()))


def _against(unit: Unit, index: _Index) -> Iterator[_Pair]:
    """Sentences of other documents that contradict ``unit`` in a value."""
    for other in index.near(unit):
        support = check_support(unit.text, other.text, unit.language)
        contradicts = support.verdict == "contradicted" and support.kind in _KINDS
        if contradicts and not _measures(unit).isdisjoint(_measures(other)):
            yield _Pair(unit, other, support.reason)


def _measures(unit: Unit) -> set[str]:
    """What the values of a sentence measure: days, megabytes, dates; a bare number measures nothing."""
    found = values(unit.text, unit.language)
    dates = {"date" for value in found if value.kind == "date"}
    return dates | {value.unit.name for value in found if value.unit}


def _conflict(side: Side, pair: _Pair) -> Conflict:
    return Conflict(
        side=side,
        sentence=pair.one.text,
        place=pair.one.place,
        other_sentence=pair.other.text,
        other_place=pair.other.place,
        reason=pair.reason,
    )

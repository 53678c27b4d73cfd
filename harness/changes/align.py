"""Which unit of the old document is which of the new one. Swapping the two swaps the result."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz import fuzz, process

from harness.changes.units import Unit

EDITED_SIMILARITY = 65.0
"""Least rapidfuzz ratio (0-100) of two units to be forms of one sentence."""
_PAIRS = 2_000_000
"""Pairs of units of a document that are looked at; beyond, only units near each other are."""
_LEAST_WINDOW = 100

Pair = tuple[Unit, Unit]
Key = Callable[[Unit], tuple[str, str]]


def same_wording(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """Units with the same wording: within a section first, then anywhere, in order."""
    pairs = _in_order(old, new, lambda unit: (unit.key, unit.place.section_id))
    left_old, left_new = leftover(old, [a for a, _ in pairs]), leftover(new, [b for _, b in pairs])
    return pairs + _in_order(left_old, left_new, lambda unit: (unit.key, ""))


def _in_order(old: Iterable[Unit], new: Iterable[Unit], key: Key) -> list[Pair]:
    waiting: dict[tuple[str, str], list[Unit]] = defaultdict(list)
    for unit in new:
        waiting[key(unit)].append(unit)
    return [(unit, found.pop(0)) for unit in old if (found := waiting.get(key(unit)))]


def edited(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """Units that are forms of one sentence, the most alike first; every unit at most once."""
    window = max(_LEAST_WINDOW, _PAIRS // max(len(old), len(new), 1))
    found: list[tuple[float, int, int, int, int]] = []
    for i, unit in enumerate(old):
        low = max(0, i - window)
        near = [other.key for other in new[low : i + window + 1]]
        matches = process.extract(
            unit.key, near, scorer=fuzz.ratio, score_cutoff=EDITED_SIMILARITY, limit=None
        )
        for _, score, place in matches:
            j = low + place
            if new[j].sort == unit.sort:
                found.append((-score, abs(i - j), i + j, i, j))
    return [(old[i], new[j]) for i, j in _each_once(sorted(found))]


def _each_once(ranked: Iterable[tuple[float, int, int, int, int]]) -> list[tuple[int, int]]:
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    pairs = []
    for *_, i, j in ranked:
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            pairs.append((i, j))
    return pairs


def leftover(units: Iterable[Unit], taken: Iterable[Unit]) -> list[Unit]:
    """The units that are not among ``taken`` (the same objects, not equal ones), in order."""
    gone = {id(unit) for unit in taken}
    return [unit for unit in units if id(unit) not in gone]


def moved(pairs: Sequence[Pair]) -> list[Pair]:
    """Of units with the same wording, those that changed their section.

    A section that was renamed takes its units along: they did not move. It is told by where
    most units of a section went and came from, and by none having stayed under the old name.
    """
    flows = Counter((old.parent, new.parent) for old, new in pairs)
    most_out: Counter[str] = Counter()
    most_in: Counter[str] = Counter()
    for (source, target), count in flows.items():
        most_out[source] = max(most_out[source], count)
        most_in[target] = max(most_in[target], count)

    def renamed(source: str, target: str) -> bool:
        if flows[source, source] or flows[target, target]:
            return False
        return flows[source, target] == most_out[source] == most_in[target]

    return [
        (old, new)
        for old, new in pairs
        if old.parent != new.parent and not renamed(old.parent, new.parent)
    ]

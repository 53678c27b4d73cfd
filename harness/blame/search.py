"""The smallest sets of changes whose undoing restores a case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

Restores = Callable[[frozenset[int]], bool]
"""Whether a case is whole again with these changes undone."""

SEARCHED_WHOLE = 8
"""So few changes are searched whole: even all their 256 subsets are soon tried."""


@dataclass(frozen=True, slots=True)
class Search:
    """What was found."""

    sets: tuple[frozenset[int], ...] = ()
    """All restoring sets of the smallest size, in order of their members; empty: none restores."""
    smallest: bool = True
    """False when the allowance ended first: then no member can be left out, but another set
    could be smaller."""


class _SpentError(Exception):
    """The allowance of replays is used up."""


def smallest_sets(
    near: Sequence[int], far: Sequence[int], restores: Restores, allowance: int
) -> Search:
    """Every restoring set of the smallest size.

    Args:
        near: changes that touched what the case looks at, likeliest first.
        far: all other changes. They are searched as well when they are few, or when undoing
            all of ``near`` does not restore the case.
        restores: asked at most ``allowance`` times for distinct sets, and then for what it takes
            to find one set none of whose members can be left out.
        allowance: replays before the search settles for that.
    """
    tried: dict[frozenset[int], bool] = {}

    def remembered(chosen: frozenset[int]) -> bool:
        if chosen not in tried:
            tried[chosen] = restores(chosen)
        return tried[chosen]

    def counted(chosen: frozenset[int]) -> bool:
        if chosen not in tried and len(tried) >= allowance:
            raise _SpentError
        return remembered(chosen)

    pool = _pool(near, far, remembered)
    try:
        return Search(_by_size(pool, counted, allowance))
    except _SpentError:
        if not remembered(frozenset(pool)):
            return Search(smallest=False)
        return Search((minimal(pool, remembered),), smallest=False)


def _pool(near: Sequence[int], far: Sequence[int], restores: Restores) -> list[int]:
    if len(near) + len(far) <= SEARCHED_WHOLE or not near or not restores(frozenset(near)):
        return [*near, *far]
    return list(near)


def _by_size(pool: Sequence[int], restores: Restores, allowance: int) -> tuple[frozenset[int], ...]:
    """Sets of one, then of two …: a smaller set is never missed for a larger one."""
    for size in range(1, len(pool) + 1):
        if size > 1 and comb(len(pool), size) > allowance:
            raise _SpentError
        found = [chosen for chosen in map(frozenset, combinations(pool, size)) if restores(chosen)]
        if found:
            return tuple(sorted(found, key=sorted))
    return ()


def minimal(pool: Sequence[int], restores: Restores) -> frozenset[int]:
    """A restoring subset of a restoring pool that loses this when any one member is left out.

    The minimising delta debugging algorithm: Zeller and Hildebrandt, "Simplifying and Isolating
    Failure-Inducing Input", IEEE Transactions on Software Engineering 28(2), 2002.
    """
    current, parts = list(pool), 2
    while len(current) > 1:
        smaller = _reduced(current, parts, restores)
        if smaller is not None:
            current, parts = smaller, max(2, min(parts - 1, len(smaller)))
        elif parts >= len(current):
            break
        else:
            parts = min(2 * parts, len(current))
    return frozenset(current)


def _reduced(current: Sequence[int], parts: int, restores: Restores) -> list[int] | None:
    """One of the parts that restores alone, or else all without one that is not needed."""
    ends = [len(current) * n // parts for n in range(parts + 1)]
    pieces = [current[start:end] for start, end in pairwise(ends)]
    rests = [[item for item in current if item not in piece] for piece in pieces]
    for chosen in [*map(list, pieces), *rests]:
        if len(chosen) < len(current) and chosen and restores(frozenset(chosen)):
            return chosen
    return None

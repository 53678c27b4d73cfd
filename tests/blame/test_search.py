"""The search for the smallest sets, against trying every subset."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from harness.blame.search import minimal, smallest_sets

NUMBERS = range(7)
families = st.lists(
    st.frozensets(st.sampled_from(list(NUMBERS)), min_size=1, max_size=4), max_size=5
)


def by_trying_all(table: set[frozenset[int]]) -> tuple[frozenset[int], ...]:
    subsets = chain.from_iterable(combinations(NUMBERS, size) for size in range(1, 8))
    restoring = [chosen for chosen in map(frozenset, subsets) if chosen in table]
    least = min(map(len, restoring), default=0)
    return tuple(sorted((c for c in restoring if len(c) == least), key=sorted))


def upwards(family: list[frozenset[int]]) -> set[frozenset[int]]:
    """All sets that hold one of the family: what undoing more never breaks again."""
    subsets = chain.from_iterable(combinations(NUMBERS, size) for size in range(1, 8))
    return {c for c in map(frozenset, subsets) if any(member <= c for member in family)}


@given(family=families)
def test_finds_every_smallest_set(family: list[frozenset[int]]) -> None:
    table = upwards(family)
    found = smallest_sets([3, 1], [0, 2, 4, 5, 6], lambda c: c in table, 1000)
    assert found.sets == by_trying_all(table)
    assert found.smallest


@given(table=st.sets(st.frozensets(st.sampled_from(list(NUMBERS)), min_size=1)))
def test_finds_every_smallest_set_where_more_undone_can_break_it_again(
    table: set[frozenset[int]],
) -> None:
    found = smallest_sets([], list(NUMBERS), lambda c: c in table, 1000)
    assert found.sets == by_trying_all(table)


@given(family=families.filter(bool))
def test_minimal_set_has_no_member_to_spare(family: list[frozenset[int]]) -> None:
    table = upwards(family)
    found = minimal(list(NUMBERS), lambda c: c in table)
    assert found in table
    assert not any(found - {member} in table for member in found)


def test_nothing_restores_and_nothing_is_blamed() -> None:
    assert smallest_sets([0], [1, 2], lambda _: False, 100).sets == ()


def test_far_changes_are_not_tried_when_the_near_ones_restore() -> None:
    tried: list[frozenset[int]] = []

    def restores(chosen: frozenset[int]) -> bool:
        tried.append(chosen)
        return 1 in chosen

    found = smallest_sets([0, 1], list(range(2, 60)), restores, 400)
    assert found.sets == (frozenset({1}),)
    assert all(chosen <= {0, 1} for chosen in tried)


def test_far_changes_are_tried_when_the_near_ones_do_not_restore() -> None:
    found = smallest_sets([0, 1], list(range(2, 60)), lambda c: 40 in c, 400)
    assert found.sets == (frozenset({40}),)


def test_large_search_settles_for_a_set_without_spare_members() -> None:
    needed = frozenset({3, 17, 31, 44})
    found = smallest_sets(list(range(60)), [], lambda c: needed <= c, 200)
    assert found.sets == (needed,)
    assert not found.smallest


def test_no_set_is_tried_twice() -> None:
    tried: list[frozenset[int]] = []

    def restores(chosen: frozenset[int]) -> bool:
        tried.append(chosen)
        return {2, 5} <= chosen

    smallest_sets(list(range(9)), [], restores, 400)
    assert len(tried) == len(set(tried))

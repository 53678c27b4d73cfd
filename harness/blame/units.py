"""What can be returned to its baseline version: one changed document, or several that share a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.model.corpus import DocumentChange, ManifestDiff


@dataclass(frozen=True, slots=True)
class Unit:
    """Documents that can only be returned together.

    Nearly always one. Several where a document took the path or the source id that another one
    gave up: returning one of them alone would leave two documents with that name.
    """

    paths: tuple[str, ...]
    """Sorted; of a renamed document both paths."""
    old: frozenset[str]
    """Source ids in the baseline."""
    new: frozenset[str]
    """Source ids in the candidate."""


def units(diff: ManifestDiff) -> tuple[Unit, ...]:
    """Every changed document, sorted by path."""
    groups: list[Unit] = []
    for change in diff.changes:
        if change.kind == "unchanged":
            continue
        unit = _unit(change)
        clashing = [group for group in groups if _clash(group, unit)]
        groups = [group for group in groups if group not in clashing]
        groups.append(_merged([*clashing, unit]))
    return tuple(sorted(groups, key=lambda group: group.paths))


def paths_of(chosen: Iterable[Unit]) -> tuple[str, ...]:
    """Paths of some units, sorted."""
    return tuple(sorted({path for unit in chosen for path in unit.paths}))


def _unit(change: DocumentChange) -> Unit:
    old = change.old_source_id or change.source_id
    return Unit(
        paths=tuple(sorted({change.path, change.old_path or change.path})),
        old=frozenset() if change.kind == "added" else frozenset((old,)),
        new=frozenset() if change.kind == "removed" else frozenset((change.source_id,)),
    )


def _clash(one: Unit, other: Unit) -> bool:
    shared_path = not set(one.paths).isdisjoint(other.paths)
    return shared_path or bool(one.old & other.new or one.new & other.old)


def _merged(group: Sequence[Unit]) -> Unit:
    return Unit(
        paths=paths_of(group),
        old=frozenset().union(*(unit.old for unit in group)),
        new=frozenset().union(*(unit.new for unit in group)),
    )

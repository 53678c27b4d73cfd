"""A document that was renamed and edited at once, told by the sentences it kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from harness.changes.documents import Versions
from harness.changes.units import Unit

RENAME_SHARE = 0.5
"""Least share of the sentences of the larger document that both have."""


def renamed_by_content(pairs: Sequence[Versions]) -> list[Versions]:
    """The pairs, with each removed and added document that are one joined; the most alike first."""
    removed = [pair for pair in pairs if pair.new is None]
    added = [pair for pair in pairs if pair.old is None]
    joined: list[Versions] = []
    for _, i, j in sorted(_alike(removed, added), key=lambda found: (-found[0], *found[1:])):
        old, new = removed[i], added[j]
        if not any(old.old is pair.old or new.new is pair.new for pair in joined):
            joined.append(Versions("renamed", old.old, new.new, old.old_units, new.new_units))
    known = {id(pair.old) for pair in joined} | {id(pair.new) for pair in joined}
    rest = [pair for pair in pairs if id(pair.current) not in known]
    return rest + joined


def _alike(removed: Sequence[Versions], added: Sequence[Versions]) -> list[tuple[float, int, int]]:
    """(shared sentences, removed, added) of every two documents that are alike enough."""
    old, new = [_keys(p.old_units) for p in removed], [_keys(p.new_units) for p in added]
    holders: dict[str, list[int]] = defaultdict(list)
    for j, keys in enumerate(new):
        for key in keys:
            holders[key].append(j)
    found = []
    for i, keys in enumerate(old):
        shared: Counter[int] = Counter()
        for key, count in keys.items():
            for j in holders.get(key, ()):
                shared[j] += min(count, new[j][key])
        for j, count in shared.items():
            share = count / max(keys.total(), new[j].total())
            if share >= RENAME_SHARE:
                found.append((share, i, j))
    return found


def _keys(found: Sequence[Unit]) -> Counter[str]:
    return Counter(unit.key for unit in found)

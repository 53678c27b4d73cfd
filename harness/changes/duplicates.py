"""Documents that are nearly equal to another one of the same version."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from harness.changes.units import Texts, Unit
from harness.model.changes import Duplicate
from harness.model.wire import Side

DUPLICATE_SHARE = 0.6
"""Least share of the shorter document's sentences that the other one has, values aside."""
_LEAST_SENTENCES = 3
_LEAST_WORDS = 4
"""Words of a sentence that tells documents apart."""
_COMMON = 20
"""Sentences that more documents than this have are boilerplate."""
_DIGITS = re.compile(r"\d+")

Frames = Counter[str]
"""Sentences with the digits of every number masked, counted."""


def duplicates(
    side: Side, texts: Texts, others: Texts, before: Mapping[str, str]
) -> Iterator[Duplicate]:
    """Pairs of which at least one document is new or changed on ``side``, sorted by source id.

    Args:
        side: the version looked at.
        texts: its documents.
        others: the documents of the other version.
        before: source id -> source id in ``others`` (empty: none) of the documents that differ.
            Pairs that are duplicates there too are no news and left out.
    """
    frames = {source: _frames(texts[source]) for source in sorted(texts)}
    holders: dict[str, list[str]] = defaultdict(list)
    for source, found in frames.items():
        for frame in found:
            holders[frame].append(source)
    seen: set[frozenset[str]] = set()
    for source in sorted(before):
        for other, share in _alike(source, frames, holders):
            pair = frozenset((source, other))
            old = [others.get(before.get(name, name), ()) for name in (source, other)]
            if pair not in seen and _share(_frames(old[0]), _frames(old[1])) < DUPLICATE_SHARE:
                yield _duplicate(side, texts[source], texts[other], share)
            seen.add(pair)


def _duplicate(side: Side, one: Sequence[Unit], other: Sequence[Unit], share: float) -> Duplicate:
    paths = [units[0].place.path for units in (one, other)]
    return Duplicate(side=side, path=paths[0], other=paths[1], share=round(share, 3))


def _alike(
    source: str, frames: Mapping[str, Frames], holders: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, float]]:
    near = {
        other
        for frame in frames[source]
        if len(holders[frame]) <= _COMMON
        for other in holders[frame]
        if other != source
    }
    for other in sorted(near):
        share = _share(frames[source], frames[other])
        if share >= DUPLICATE_SHARE:
            yield other, share


def _share(one: Frames, other: Frames) -> float:
    shorter = min(one.total(), other.total())
    return (one & other).total() / shorter if shorter >= _LEAST_SENTENCES else 0.0


def _frames(found: Sequence[Unit]) -> Frames:
    return Counter(
        _DIGITS.sub("0", unit.key)
        for unit in found
        if unit.sort != "heading" and unit.length >= _LEAST_WORDS
    )

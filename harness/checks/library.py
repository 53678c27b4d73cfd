"""One corpus version as a library of passages that can be searched and compared."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from harness.checks.metrics import falls_under
from harness.checks.passages import Passage, passages
from harness.model.document import Chunk
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.text import fold, stems

_CANDIDATES = 60
"""Passages looked at closely for one fact; the rest share too few of its words."""


class Library:
    """All passages of a corpus version with an inverted index of their stems."""

    def __init__(self, text: CorpusText) -> None:
        self.text = text
        self.passages: list[Passage] = [
            passage
            for source in sorted(text.documents)
            for passage in passages(text.documents[source])
        ]
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._by_source: dict[str, list[int]] = defaultdict(list)
        for number, passage in enumerate(self.passages):
            self._by_source[passage.source_id].append(number)
            language = text.documents[passage.source_id].language
            for stem in set(stems(f"{passage.heading} {passage.text}", language)):
                self._postings[stem].append(number)

    @cached_property
    def by_key(self) -> dict[str, list[Passage]]:
        """Passages by their folded wording."""
        table: dict[str, list[Passage]] = defaultdict(list)
        for passage in self.passages:
            table[passage.key].append(passage)
        return dict(table)

    def weight(self, stem: str) -> float:
        """Inverse document frequency of a stem over passages; a rare word says more."""
        total = len(self.passages)
        return math.log1p(total / (1 + len(self._postings.get(stem, ()))))

    def under(self, labels: Iterable[str]) -> list[int]:
        """Numbers of the passages that belong to any of the labels."""
        found: set[int] = set()
        for label in labels:
            for number in self._by_source.get(label.partition("#")[0], ()):
                passage = self.passages[number]
                if falls_under(passage.source_id, passage.section_id, label):
                    found.add(number)
        return sorted(found)

    def nearest(
        self, weights: Mapping[str, float], within: Iterable[int] | None = None
    ) -> list[Passage]:
        """Passages that share most of some weighted stems, best first, ties by length and place."""
        allowed = None if within is None else set(within)
        scores: dict[int, float] = defaultdict(float)
        for stem in sorted(weights):
            for number in self._postings.get(stem, ()):
                if allowed is None or number in allowed:
                    scores[number] += weights[stem]
        ranked = sorted(scores, key=lambda n: (-scores[n], len(self.passages[n].text), n))
        return [self.passages[number] for number in ranked[:_CANDIDATES]]

    def context(self, record: RunRecord) -> list[int]:
        """Numbers of the passages whose whole meaning stands in the record's context."""
        found: set[int] = set()
        for hit in record.context:
            chunk = self.text.chunks.get(hit.chunk_id)
            if chunk is not None:
                found.update(self.inside([chunk]))
        return sorted(found)

    def inside(self, chunks: Sequence[Chunk]) -> list[int]:
        """Numbers of the passages that stand, introduction included, in one of the chunks."""
        found: list[int] = []
        for chunk in chunks:
            shown = fold(f"{chunk.heading}\n{chunk.text}")
            for number in self._by_source.get(chunk.source_id, ()):
                passage = self.passages[number]
                if passage.end < chunk.start or passage.start > chunk.end:
                    continue
                if fold(passage.core) in shown and fold(passage.lead) in shown:
                    found.append(number)
        return sorted(set(found))

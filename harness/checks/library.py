"""Corpus versions as libraries of passages that can be searched and compared.

Two versions of a corpus, and every mixture of them, differ in a few documents. So passages are
cut and indexed once for each version of a document, in a :class:`Stock`, and a :class:`Library`
is a view of those documents that one corpus version holds.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from harness.checks.metrics import falls_under
from harness.checks.passages import Passage, passages
from harness.checks.stems import fact_stems
from harness.model.document import Chunk, Document
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.text import fold

_CANDIDATES = 60
"""Passages looked at closely for one fact; the rest share too few of its words."""
_FEW = 2_000
"""So many allowed passages are looked up one by one rather than met on the way through all."""


class Stock:
    """The passages of every version of every document, with an inverted index of their stems.

    They are numbered by source id and place, so any one version of each document is in order.
    """

    def __init__(self, *texts: CorpusText) -> None:
        self.passages: list[Passage] = []
        self.postings: dict[str, array[int]] = defaultdict(lambda: array("L"))
        self.by_key: dict[str, list[int]] = defaultdict(list)
        self._versions: dict[str, list[tuple[Document, range]]] = defaultdict(list)
        self._numbers: dict[int, range] = {}
        """By the identity of documents, which ``_versions`` keeps alive."""
        for source in sorted({source for text in texts for source in text.documents}):
            for text in texts:
                if source in text.documents:
                    self._add(text.documents[source])

    def numbers(self, document: Document) -> range:
        """Numbers of the passages of a document of one of the texts: the object, not an equal one."""
        return self._numbers[id(document)]

    def library(self, text: CorpusText) -> Library:
        """The library of a corpus version whose documents were all put in."""
        return Library(text, self)

    def _add(self, document: Document) -> None:
        versions = self._versions[document.source_id]
        known = next((numbers for other, numbers in versions if other == document), None)
        numbers = self._shelve(document) if known is None else known
        versions.append((document, numbers))
        self._numbers[id(document)] = numbers

    def _shelve(self, document: Document) -> range:
        start = len(self.passages)
        for number, passage in enumerate(passages(document), start):
            self.passages.append(passage)
            self.by_key[passage.key].append(number)
            for stem in set(fact_stems(f"{passage.heading} {passage.text}", document.language)):
                self.postings[stem].append(number)
        return range(start, len(self.passages))


class Library:
    """All passages of one corpus version."""

    def __init__(self, text: CorpusText, stock: Stock | None = None) -> None:
        self.text = text
        self._stock = stock or Stock(text)
        self.passages: Sequence[Passage] = self._stock.passages
        """Those of other versions of the documents included; numbers tell them apart."""
        self._by_source: dict[str, range] = {}
        self._held = bytearray(len(self.passages))
        self._size = 0
        self._rarity: dict[str, float] = {}
        for source, document in text.documents.items():
            numbers = self._stock.numbers(document)
            self._by_source[source] = numbers
            self._held[numbers.start : numbers.stop] = b"\x01" * len(numbers)
            self._size += len(numbers)

    def of(self, source_id: str) -> list[Passage]:
        """The passages of one document, in order of their place."""
        return [self.passages[number] for number in self._by_source.get(source_id, ())]

    def worded(self, key: str) -> list[Passage]:
        """The passages with this folded wording, wherever they stand."""
        numbers = self._stock.by_key.get(key, ())
        return [self.passages[number] for number in numbers if self._held[number]]

    def weight(self, stem: str) -> float:
        """Inverse document frequency of a stem over passages; a rare word says more."""
        if stem not in self._rarity:
            held = sum(self._held[number] for number in self._stock.postings.get(stem, ()))
            self._rarity[stem] = math.log1p(self._size / (1 + held))
        return self._rarity[stem]

    def has(self, stem: str) -> bool:
        """Whether any passage holds a stem."""
        return bool(self._holding(stem, None))

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
        allowed = None if within is None else sorted(set(within))
        scores: dict[int, float] = defaultdict(float)
        for stem in sorted(weights):
            for number in self._holding(stem, allowed):
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

    def _holding(self, stem: str, allowed: Sequence[int] | None) -> list[int]:
        """Numbers of the passages with a stem, ascending."""
        numbers = self._stock.postings.get(stem, array("L"))
        if allowed is None:
            return [number for number in numbers if self._held[number]]
        if len(allowed) <= _FEW:
            return [number for number in allowed if _has(numbers, number)]
        wanted = set(allowed)
        return [number for number in numbers if number in wanted]


def _has(numbers: array[int], number: int) -> bool:
    """Whether an ascending array holds a number."""
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number

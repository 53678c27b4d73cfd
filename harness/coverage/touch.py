"""Where in the corpus a case looks: its labels, its evidence, its context."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from harness.checks.metrics import falls_under
from harness.model.case import Case
from harness.model.changes import Place, SentenceChange
from harness.model.comparison import CaseComparison
from harness.model.document import Chunk
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side
from harness.text import fold

STATED_SIMILARITY = 80.0
"""Least rapidfuzz token-set ratio (0-100) of a fact to a changed sentence that it is about."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reach:
    """What one case looks at."""

    case: Case
    spans: Mapping[tuple[Side, str], Sequence[Span]] = field(default_factory=dict)
    """(side, source id) -> stretches of the document's text that are its evidence or context."""

    def labels(self) -> Iterator[str]:
        """Expected sources of either side."""
        for side in SIDES:
            yield from self.case.on(side).expected_source_ids

    def expects(self, source_ids: Iterable[str]) -> bool:
        """Whether one of the documents is an expected source."""
        wanted = set(source_ids)
        return any(label.partition("#")[0] in wanted for label in self.labels())

    def touches(self, change: SentenceChange) -> bool:
        """Whether the case looks at a changed sentence."""
        places: tuple[tuple[Side, Place | None], ...] = (
            ("baseline", change.old_place),
            ("candidate", change.new_place),
        )
        return any(
            place is not None and (self._sees(side, place) or self._names(place))
            for side, place in places
        ) or self._states(change)

    def _sees(self, side: Side, place: Place) -> bool:
        spans = self.spans.get((side, place.source_id), ())
        return any(start < place.end and end > place.start for start, end in spans)

    def _names(self, place: Place) -> bool:
        """A label names a section only where it says so: a document has many."""
        return any(
            "#" in label and falls_under(place.source_id, place.section_id, label)
            for label in self.labels()
        )

    def _states(self, change: SentenceChange) -> bool:
        """Whether a fact or quote of the case is about the sentence, told by their words."""
        sources = [p.source_id for p in (change.old_place, change.new_place) if p is not None]
        if not self.expects(sources):
            return False
        forms = [fold(text) for text in (change.old, change.new) if text]
        return any(
            fuzz.token_set_ratio(fold(fact), form) >= STATED_SIMILARITY
            for fact in self._facts()
            for form in forms
        )

    def _facts(self) -> Iterator[str]:
        for side in SIDES:
            expected = self.case.on(side)
            yield from (*expected.required_facts, *expected.expected_evidence)


def reach_of(
    case: Case,
    records: Mapping[Side, Sequence[RunRecord]],
    chunks: Mapping[Side, Mapping[str, Chunk]],
    compared: CaseComparison | None,
) -> Reach:
    """What a case looks at; without records and a comparison, its labels and facts alone."""
    spans: dict[tuple[Side, str], list[Span]] = defaultdict(list)
    for side in SIDES:
        for record in records.get(side, ()):
            for hit in record.context:
                chunk = chunks[side].get(hit.chunk_id)
                if chunk is not None:
                    spans[side, chunk.source_id].append((chunk.start, chunk.end))
    for check in compared.checks if compared else ():
        for evidence in check.baseline_evidence:
            spans["baseline", evidence.source_id].append((evidence.start, evidence.end))
        for evidence in check.candidate_evidence:
            spans["candidate", evidence.source_id].append((evidence.start, evidence.end))
    return Reach(case, dict(spans))

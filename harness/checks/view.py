"""Everything the checks of one case look at on one side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from harness.access import readable
from harness.checks.citations import Cited, checked_citations
from harness.checks.library import Library
from harness.checks.opinion import Opinion
from harness.checks.passages import Passage
from harness.model.case import Case, Expectation
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.record import RunRecord
from harness.model.wire import Side


@dataclass(frozen=True)
class SideView:
    """A case, what it expects here, what it did here (a record a trial), and the corpus text."""

    side: Side
    case: Case
    records: tuple[RunRecord, ...]
    library: Library
    outside: Outside = NOTHING_OUTSIDE

    def only(self, trial: int) -> SideView:
        """The same with one of its records, counted from 0."""
        return replace(self, records=(self.records[trial],))

    def opinion(self, record: RunRecord) -> Opinion:
        """The judge, for the checks of one record."""
        return Opinion(record, self.case.critical, self.outside.judgements)

    @cached_property
    def cited(self) -> dict[int, tuple[Cited, ...]]:
        """The checked citations of each trial."""
        return {
            record.trial: tuple(checked_citations(record, self.library, self.opinion(record)))
            for record in self.records
        }

    @cached_property
    def expectation(self) -> Expectation:
        return self.case.on(self.side)

    @cached_property
    def labelled(self) -> list[int]:
        """Passages under the expected sources that the asking person may read."""
        numbers = self.library.under(self.expectation.expected_source_ids)
        return [number for number in numbers if self.may_read(self.library.passages[number])]

    def may_read(self, passage: Passage) -> bool:
        """Whether the case's principal and filters let its document through."""
        if passage.source_id not in self._readable:
            text = self.library.text
            self._readable[passage.source_id] = readable(
                text.documents[passage.source_id].metadata,
                self.case.principal,
                self.case.filters,
                text.acl_field,
            )
        return self._readable[passage.source_id]

    @cached_property
    def _readable(self) -> dict[str, bool]:
        return {}

    @cached_property
    def context(self) -> list[int]:
        """Passages in the context. Retrieval has no dice, so the first trial speaks for all."""
        return self.library.context(self.records[0])

    @cached_property
    def labelled_keys(self) -> frozenset[str]:
        return frozenset(self.library.passages[number].key for number in self.labelled)

    @cached_property
    def context_keys(self) -> frozenset[str]:
        return frozenset(self.library.passages[number].key for number in self.context)

    def labelled_with(self, key: str) -> Passage | None:
        """The labelled passage with this wording."""
        return next((p for n in self.labelled if (p := self.library.passages[n]).key == key), None)

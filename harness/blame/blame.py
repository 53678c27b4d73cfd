"""The documents that did it: found by undoing changes, confirmed by really undoing them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from harness.blame.complaint import BLAMED, Complaint, still_worse
from harness.blame.confirm import Builder
from harness.blame.near import near_and_far
from harness.blame.replay import Replay
from harness.blame.search import Search, smallest_sets
from harness.blame.units import paths_of
from harness.model.case import Case
from harness.model.comparison import CaseComparison
from harness.model.diagnosis import Diagnosis
from harness.model.wire import SIDES

ALTERNATIVES = 8
"""Other sets listed at most."""


@dataclass(frozen=True, slots=True)
class Blamer:
    """Searches, for one case at a time, the smallest set of changes whose undoing restores it."""

    replay: Replay
    builder: Builder | None
    """``None``: nothing is built, and nothing confirmed."""
    allowance: int
    """Replays a case at most before the search settles for a set without spare members."""

    def blame(self, case: Case, comparison: CaseComparison, diagnosis: Diagnosis) -> Diagnosis:
        """The diagnosis with documents, alternatives and confirmation; as it is if none apply."""
        if comparison.status not in BLAMED or not self.replay.worlds.units:
            return diagnosis
        complaint = Complaint.of(comparison)
        left: dict[frozenset[int], int] = {}
        search = self._search(case, comparison, diagnosis, complaint, left)
        if not search.sets:
            return _noted(diagnosis, [self._nothing_found(case, complaint, search)])
        ranked = sorted(search.sets, key=lambda s: (left[s], *self._rank(s, case, diagnosis)))
        best, *others = ranked
        blamed = best | self._receivers(best, diagnosis)
        confirmed, notes = self._confirm(case, complaint, blamed)
        if not search.smallest:
            notes.append("the search was cut short: a smaller set of documents may exist")
        units = self.replay.worlds.units
        others = [other for other in others if not other <= blamed]
        return _noted(
            diagnosis.model_copy(
                update={
                    "documents": paths_of(units[n] for n in blamed),
                    "alternatives": tuple(
                        paths_of(units[n] for n in other) for other in others[:ALTERNATIVES]
                    ),
                    "confirmed": confirmed,
                }
            ),
            notes,
        )

    def _search(
        self,
        case: Case,
        comparison: CaseComparison,
        diagnosis: Diagnosis,
        complaint: Complaint,
        left: dict[frozenset[int], int],
    ) -> Search:
        """Fills ``left``: the set that was tried -> checks that were still worse."""

        def restores(returned: frozenset[int]) -> bool:
            replayed = self.replay.compare(case, returned)
            left[returned] = len(still_worse(replayed))
            return complaint.settled(replayed)

        near, far = near_and_far(
            self.replay.worlds.units, diagnosis.documents, case, comparison, self.replay.records
        )
        return smallest_sets(near, far, restores, self.allowance)

    def _rank(
        self, found: frozenset[int], case: Case, diagnosis: Diagnosis
    ) -> tuple[int, int, Sequence[str]]:
        """Expected sources come first, then what the diagnosis names."""
        units = [self.replay.worlds.units[number] for number in found]
        labels = {s.partition("#")[0] for side in SIDES for s in case.on(side).expected_source_ids}
        expected = sum(not labels.isdisjoint(unit.old | unit.new) for unit in units)
        paths = paths_of(units)
        return -expected, -len(set(paths) & set(diagnosis.documents)), paths

    def _receivers(self, found: Collection[int], diagnosis: Diagnosis) -> frozenset[int]:
        """The documents that received a passage from those found.

        Returning the one that lost it is enough to restore the case, but a person needs both.
        """
        named = {
            number
            for number, unit in enumerate(self.replay.worlds.units)
            if not set(unit.paths).isdisjoint(diagnosis.documents)
        }
        moved = diagnosis.kind == "content_moved" and not named.isdisjoint(found)
        return frozenset(named) if moved else frozenset()

    def _confirm(
        self, case: Case, complaint: Complaint, returned: frozenset[int]
    ) -> tuple[bool, list[str]]:
        """Whether the case passes on a real index of the counterfactual corpus, and what is left."""
        if self.builder is None:
            return False, []
        replayed = self.replay.compare_on(case, self.builder.index(returned), returned)
        if not complaint.settled(replayed):
            return False, ["an index built without these changes does not restore the case"]
        left = still_worse(replayed)
        return True, [f"still worse without these changes: {', '.join(left)}"] if left else []

    def _nothing_found(self, case: Case, complaint: Complaint, search: Search) -> str:
        everything = frozenset(range(len(self.replay.worlds.units)))
        if not search.smallest or complaint.settled(self.replay.compare(case, everything)):
            return "the search for the documents behind it was cut short"
        if self.replay.paid:
            return "undoing every change brings no answer back that is known: blame by context only"
        return "undoing every change does not restore the case: the documents did not do it alone"


def _noted(diagnosis: Diagnosis, notes: Sequence[str]) -> Diagnosis:
    return diagnosis.model_copy(update={"evidence": (*diagnosis.evidence, *notes)})

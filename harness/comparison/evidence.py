"""What became of a supporting passage of the baseline in the candidate, and whether it matters.

This is where weak evidence is decided by difference (principle 5): a check that cannot tell
whether a passage states a fact can still tell that the passage is the same, was moved, lost a
number, gained a "not", or is gone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from harness.checks.finding import Find, find, judge
from harness.checks.passages import Passage
from harness.checks.view import SideView
from harness.model.comparison import EvidenceState, Outcome
from harness.text import detect_language, stems

SAME_PLACE_SIMILARITY = 60.0
"""Least rapidfuzz ratio (0-100) of a passage to count as the edited form of another."""
LOSS = 0.1
"""A drop of the supported share of a fact by more than this is a loss, not wording."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The candidate's side of a fact at the source, with how it was decided."""

    outcome: Outcome
    state: EvidenceState
    reason: str
    find: Find | None = None
    carried: bool = False

    @property
    def strength(self) -> Outcome:
        """How well the found evidence states the fact, wherever it stands.

        A moved passage says what it said, though the label no longer points at it.
        """
        if self.state != "moved" or self.find is None:
            return self.outcome
        return "pass" if self.find.supported else "uncertain"


def baseline_outcome(found: Find | None) -> tuple[Outcome, str]:
    """A label is trusted on the released corpus: evidence too weak to decide is uncertain there."""
    if found is None:
        return "fail", "no passage of the expected sources shares a word with the fact"
    if found.supported:
        return "pass", found.support.reason
    return "uncertain", found.support.reason


def follow(fact: str, base: Find, outcome: Outcome, candidate: SideView) -> Decision:
    """What became of ``base``, the best baseline evidence for ``fact``, in the candidate."""
    same = candidate.labelled_with(base.passage.key)
    if same is not None:
        found = Find(same, base.support)
        reason = "the same passage stands in the expected source"
        return Decision(outcome, "exact", reason, found, carried=outcome == "uncertain")
    best = find(fact, candidate.library, candidate.labelled)
    if best is not None and best.supported:
        return Decision("pass", "edited", best.support.reason, best)
    if (moved := _moved(base.passage, candidate)) is not None:
        reason = f"the passage stands in {moved.path} now, which is not an expected source"
        return Decision("fail", "moved", reason, Find(moved, base.support))
    edited = _edited_form(base.passage, candidate)
    if edited is not None:
        return _after_edit(fact, base, outcome, judge(fact, edited, detect_language(fact)))
    return _rewritten(fact, base, best, candidate)


def _moved(passage: Passage, candidate: SideView) -> Passage | None:
    places = candidate.library.by_key.get(passage.key, [])
    return places[0] if places else None


def _edited_form(passage: Passage, candidate: SideView) -> Passage | None:
    """The labelled passage most like ``passage``, if it is like enough."""
    library = candidate.library
    keys = {number: library.passages[number].key for number in candidate.labelled}
    match = process.extractOne(
        passage.key, keys, scorer=fuzz.ratio, score_cutoff=SAME_PLACE_SIMILARITY
    )
    return library.passages[match[2]] if match else None


def _after_edit(fact: str, base: Find, outcome: Outcome, after: Find) -> Decision:
    if after.contradicted:
        return Decision("fail", "edited", after.support.reason, after)
    changed = changed_content(base.passage, after.passage)
    if not changed & _bearing(fact, base.passage):
        reason = "the passage was edited, but nothing of the fact"
        return Decision(outcome, "edited", reason, after, carried=outcome == "uncertain")
    words = ", ".join(sorted(changed)[:6])
    if after.score < base.score - LOSS:
        return Decision("fail", "edited", f"the edit took from the fact: {words}", after)
    return Decision("uncertain", "edited", f"the edit touches the fact: {words}", after)


def _rewritten(fact: str, base: Find, best: Find | None, candidate: SideView) -> Decision:
    """No passage of the expected sources is an edited form of the old one."""
    if best is not None and best.contradicted:
        return Decision("fail", "edited", best.support.reason, best)
    elsewhere = find(fact, candidate.library)
    if elsewhere is not None and elsewhere.supported:
        reason = f"stated in {elsewhere.passage.path} now, which is not an expected source"
        return Decision("fail", "moved", reason, elsewhere)
    if best is not None and best.score >= base.score - LOSS:
        return Decision("uncertain", "edited", "rewritten; " + best.support.reason, best)
    return Decision("fail", "gone", "no passage of the candidate states it any more", best)


def introduced(fact: str, baseline: SideView, candidate: SideView) -> Decision:
    """Whether a declared fact stands in the candidate's expected sources, and is new there.

    Evidence too weak to decide alone decides by difference: the best passage for the fact is
    one that the baseline does not have, and covers more of the fact than any passage there.
    """
    best = find(fact, candidate.library, candidate.labelled)
    if best is None:
        return Decision("fail", "none", "no passage of the expected sources shares a word with it")
    if best.supported:
        return Decision("pass", _newness(best.passage, baseline), best.support.reason, best)
    if best.contradicted:
        return Decision("fail", "none", best.support.reason, best)
    before = find(fact, baseline.library)
    if best.passage.key in baseline.library.by_key:
        reason = "the best passage for it stood in the baseline already; " + best.support.reason
        return Decision("uncertain", "none", reason, best)
    if before is None or best.score > before.score:
        return Decision("pass", "new", "a new passage covers it better than any before", best)
    return Decision("uncertain", "new", best.support.reason, best)


def _newness(passage: Passage, baseline: SideView) -> EvidenceState:
    if passage.key in baseline.labelled_keys:
        return "exact"
    return "moved" if passage.key in baseline.library.by_key else "new"


def changed_content(before: Passage, after: Passage) -> set[str]:
    """Stems that one of the passages has more often than the other."""
    old = Counter(stems(before.text, detect_language(before.text)))
    new = Counter(stems(after.text, detect_language(after.text)))
    return set(old - new) | set(new - old)


def _bearing(fact: str, passage: Passage) -> set[str]:
    """Stems whose change bears on the fact: its own words, and what can reverse any sentence."""
    return set(stems(fact, detect_language(fact)))

"""What became of a supporting passage of the baseline in the candidate, and whether it matters.

This is where weak evidence is decided by difference (principle 5): a check that cannot tell
whether a passage states a fact can still tell that the passage is the same, was moved, lost a
number, gained a "not", or is gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from harness.checks.finding import CONTENT_LETTERS, Fact, Find, differs, find, judge
from harness.checks.passages import Passage
from harness.checks.stems import fact_stems
from harness.checks.view import SideView
from harness.model.comparison import EvidenceState, Outcome
from harness.support import check_support, modality, named
from harness.support.differences import differences
from harness.text import detect_language, fold, sentences, words

SAME_PLACE_SIMILARITY = 60.0
"""Least rapidfuzz ratio (0-100) of a passage to count as the edited form of another."""
_PAIR = 2
"""Sentences of the longest passage."""
_IN_ORDER = re.compile(
    r"\b(?:before|after|first|then|next|last|until|once|prior|finally|follow\w*|preced\w*"
    r"|сначала|сперва|потом|затем|перед|прежде|после|наконец|последн\w+|пока|следу\w+)\b"
)
"""Words, folded, of a fact that say in which order things are done."""
_TOLD_WORDS = 6
"""Words of a fact that are told as lost at most."""
LOSS = 0.1
"""A drop of the supported share of a fact by more than this is a loss, not wording."""
NEW_WORDING = 0.5
"""Least part of the share of before with which a new passage may be another wording."""
_HELD = 90.0
"""Least rapidfuzz partial ratio (0-100) of a passage that another one holds with more around it."""
_SAME_WORDS = 75.0
"""Least rapidfuzz ratio (0-100) of the sorted stems of a passage to those of its edited form."""
_UNBINDING = frozenset(("permission", "advice"))
"""Modals that leave free what a duty does not."""
_TOO_SHORT = 20
"""Letters of the shortest passage that is looked for within others."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The candidate's side of a fact at the source, with how it was decided."""

    outcome: Outcome
    state: EvidenceState
    reason: str
    find: Find | None = None
    carried: bool = False
    pieces: tuple[Passage, ...] = ()
    """Of a passage that was split, where its sentences stand."""

    @property
    def strength(self) -> Outcome:
        """How well the found evidence states the fact, wherever it stands.

        A moved passage says what it said, though the label no longer points at it.
        """
        if self.outcome != "fail" or self.state != "moved" or self.find is None:
            return self.outcome
        return "pass" if self.find.supported else "uncertain"


def baseline_outcome(found: Find | None) -> tuple[Outcome, str]:
    """A label is trusted on the released corpus: evidence too weak to decide is uncertain there."""
    if found is None:
        return "fail", "no passage of the expected sources shares a word with the fact"
    if found.supported:
        return "pass", found.support.reason
    return "uncertain", found.support.reason


def follow(
    fact: Fact, base: Find, outcome: Outcome, baseline: SideView, candidate: SideView
) -> Decision:
    """What became of ``base``, the best baseline evidence for ``fact``, in the candidate."""
    same = candidate.labelled_with(base.passage.key)
    if same is not None:
        found = Find(same, base.support, base.coverage)
        if outcome == "uncertain" and _resorted(fact, base.passage, same, baseline, candidate):
            reason = "the items of its list stand in another order"
            return Decision("uncertain", "edited", reason, found)
        reason = "the same passage stands in the expected source"
        return Decision(outcome, "exact", reason, found, carried=outcome == "uncertain")
    best = find(fact, candidate.library, candidate.labelled)
    if best is not None and best.supported:
        return _named(base, best, baseline) or Decision("pass", "edited", best.support.reason, best)
    return (
        _elsewhere(base, candidate)
        or _apart(base, outcome, candidate)
        or _in_another_form(fact, base, outcome, baseline, candidate, best)
    )


def _resorted(
    fact: Fact, old: Passage, new: Passage, baseline: SideView, candidate: SideView
) -> bool:
    """Whether the fact is about an order, and what both lists have stands in another one."""
    if not _IN_ORDER.search(fold(fact.text)):
        return False
    before, after = _list_around(old, baseline), _list_around(new, candidate)
    return [one for one in before if one in after] != [one for one in after if one in before]


def _list_around(passage: Passage, view: SideView) -> list[str]:
    """The items of the list that a passage is one of, folded; empty for running text."""
    blocks = view.library.text.documents[passage.source_id].blocks
    group = next((block.group for block in blocks if block.start == passage.start), -1)
    return [fold(block.text) for block in blocks if block.group == group >= 0]


def _elsewhere(base: Find, candidate: SideView) -> Decision | None:
    """The same wording, but in a closed document or in one that is not expected."""
    if (shut := _shut(base, candidate)) is not None:
        reason = f"{shut.passage.path} still states it, but whoever asks may not read it any more"
        return Decision("fail", "gone", reason, shut)
    if (moved := _moved(base, candidate)) is not None:
        reason = f"the passage stands in {moved.passage.path} now, which is not an expected source"
        return Decision("fail", "moved", reason, moved)
    return None


def _apart(base: Find, outcome: Outcome, candidate: SideView) -> Decision | None:
    """Two sentences that stated it together still stand in the source, with others between."""
    passage = base.passage
    parts = sentences(passage.core, detect_language(passage.core))
    places = [candidate.labelled_with(replace(passage, core=part).key) for part in parts]
    pieces = tuple(place for place in places if place is not None)
    if len(parts) < _PAIR or len(pieces) < len(parts):
        return None
    reason = "its sentences still stand in the expected source, apart from each other"
    found = Find(pieces[0], base.support, base.coverage)
    return Decision(outcome, "split", reason, found, outcome == "uncertain", pieces)


def _in_another_form(
    fact: Fact,
    base: Find,
    outcome: Outcome,
    baseline: SideView,
    candidate: SideView,
    best: Find | None,
) -> Decision:
    edited = _edited_form(base.passage, baseline, candidate)
    if edited is not None:
        return _after_edit(fact, base, outcome, judge(fact, edited), baseline)
    return _rewritten(fact, base, best, baseline, candidate)


def _shut(base: Find, candidate: SideView) -> Find | None:
    """The passage where it stood, in a document that is closed to the case now."""
    for place in candidate.library.worded(base.passage.key):
        if place.source_id == base.passage.source_id and not candidate.may_read(place):
            return Find(place, base.support, base.coverage)
    return None


def _moved(base: Find, candidate: SideView) -> Find | None:
    """The passage in a document that is not expected, but that the case may read."""
    for place in candidate.library.worded(base.passage.key):
        if candidate.may_read(place):
            return Find(place, base.support, base.coverage)
    return None


def _edited_form(passage: Passage, baseline: SideView, candidate: SideView) -> Passage | None:
    """The new labelled passage most like ``passage``, if it is like enough.

    One that stood beside it before is another statement, however like.
    """
    fresh = [candidate.library.passages[number] for number in candidate.labelled]
    new = {n: one for n, one in enumerate(fresh) if one.key not in baseline.labelled_keys}
    cores = {number: fold(one.core) for number, one in new.items()}
    like = process.extract(
        fold(passage.core), cores, scorer=fuzz.ratio, limit=None, score_cutoff=SAME_PLACE_SIMILARITY
    )
    if not like and len(passage.core) >= _TOO_SHORT:
        like = process.extract(
            fold(passage.core), cores, scorer=fuzz.partial_ratio, limit=1, score_cutoff=_HELD
        ) or process.extract(
            _sorted_stems(passage),
            {number: _sorted_stems(one) for number, one in new.items()},
            scorer=fuzz.ratio,
            limit=1,
            score_cutoff=_SAME_WORDS,
        )
    if not like:
        return None
    # List items of a word or two are alike in many lists: what introduces them tells them apart.
    nearest = [fresh[number] for _, score, number in like if score == like[0][1]]
    return max(nearest, key=lambda one: fuzz.ratio(one.key, passage.key))


def _sorted_stems(passage: Passage) -> str:
    """The words of a passage whatever their order and the form of its numbers."""
    return " ".join(sorted(fact_stems(passage.core, detect_language(passage.core))))


def _after_edit(
    fact: Fact, base: Find, outcome: Outcome, after: Find, baseline: SideView
) -> Decision:
    """The passage is still there in another form: does the form still say what bears on the fact?"""
    if after.contradicted:
        return Decision("fail", "edited", after.support.reason, after)
    kept = check_support(base.passage.text, after.passage.text, fact.language)
    lost = sorted(_words(base.passage) - _words(after.passage))
    bearing = [stem for stem in lost if stem in fact.weights]
    touched = bearing or differs(kept) or _weaker(base, after) or _rearranged(base, after)
    if kept.verdict == "supported" or not touched:
        reason = "the passage was edited, but nothing of the fact"
        carried = Decision(outcome, "edited", reason, after, carried=outcome == "uncertain")
        return _named(base, after, baseline) or carried
    if kept.verdict == "contradicted" and bearing:
        return Decision("fail", "edited", kept.reason, after)
    if after.coverage < base.coverage - LOSS:
        reason = _taken(fact, bearing) if bearing else kept.reason
        worded = _worded_anew(fact, base, after)
        return Decision("uncertain" if worded else "fail", "edited", reason, after)
    return Decision("uncertain", "edited", "the edit may touch the fact: " + kept.reason, after)


def _worded_anew(fact: Fact, base: Find, after: Find) -> bool:
    """Whether other words stand where words of the fact were, and all its values are there.

    ``is prohibited`` taken out is a loss; ``we do not tolerate`` in its place may be none.
    """
    old, new = _words(base.passage), _words(after.passage)
    lost = {stem for stem in old - new if stem in fact.weights}
    if any(letter.isdigit() for stem in lost for letter in stem):
        return False
    other = differences(base.passage.text, after.passage.text, fact.language)
    parts = other.quantity and other.quantity.old and other.quantity.new
    modals = [set(modality(find.passage.text, fact.language)) for find in (base, after)]
    freed = {"duty"} in modals and any(one and one <= _UNBINDING for one in modals)
    if other.joining or parts or freed:
        return False  # "and" is no other word for "or", nor "some" for "any", nor "may" for "must"
    old_names, new_names = (named(find.passage.text, fact.language) for find in (base, after))
    if new_names - old_names:
        return False  # "on Mondays" is no other word for "on working days"
    fresh = {stem for stem in new - old if len(stem) >= CONTENT_LETTERS}
    return bool(fresh) and len(fresh) >= sum(len(stem) >= CONTENT_LETTERS for stem in lost) / 2


def _rearranged(base: Find, after: Find) -> bool:
    """The same words in another order: two of them may have changed places."""
    old, new = (
        fact_stems(fold(find.passage.text), detect_language(find.passage.text))
        for find in (base, after)
    )
    return old != new and sorted(old) == sorted(new)


def _named(base: Find, after: Find, baseline: SideView) -> Decision | None:
    """Doubt about an edit that names a new party: ``returned`` and ``returned by the supplier``.

    A fact that leaves out who does it is stated by both, and they may be two rules.
    """
    old, new = base.passage, after.passage
    language = detect_language(old.text)
    stood = {fold(one.core) for one in baseline.library.of(old.source_id)}
    parts = [part for part in sentences(new.text, language) if fold(part) not in stood]
    agent = differences(old.text, " ".join(parts), language).agent if parts else None
    if agent is None or not set(fact_stems(agent.new, language)) - _words(old):
        return None
    return Decision("uncertain", "edited", f"the edit names who does it: {agent.new}", after)


def _weaker(base: Find, after: Find) -> bool:
    """The edited form is judged otherwise than the passage was: something about it differs.

    One sentence cut in two still says it all; header and cells of a table (``lead``) may not.
    """
    before, now = base.support, after.support
    cut_in_two = now.kind == "join" and not after.passage.lead
    return not cut_in_two and (before.verdict, before.kind) != (now.verdict, now.kind)


def _rewritten(
    fact: Fact, base: Find, best: Find | None, baseline: SideView, candidate: SideView
) -> Decision:
    """No passage of the expected sources is an edited form of the old one."""
    if best is not None and best.contradicted and best.coverage >= base.coverage - LOSS:
        return Decision("fail", "edited", best.support.reason, best)
    elsewhere = find(fact, candidate.library)
    if elsewhere is not None and elsewhere.supported:
        reason = f"stated in {elsewhere.passage.path} now, which is not an expected source"
        return Decision("fail", "moved", reason, elsewhere)
    if best is not None and best.coverage >= base.coverage - LOSS:
        return Decision("uncertain", "edited", "rewritten; " + best.support.reason, best)
    if best is not None and _may_be_new_wording(fact, base, best, baseline):
        return Decision("uncertain", "edited", "rewritten; " + best.support.reason, best)
    instead = _in_its_place(fact, base, baseline, candidate)
    if instead is not None:
        return Decision("uncertain", "edited", "rewritten; " + instead.support.reason, instead)
    return Decision("fail", "gone", "no passage of the candidate states it any more", best)


def _in_its_place(fact: Fact, base: Find, baseline: SideView, candidate: SideView) -> Find | None:
    """A new sentence beside the neighbour of the old one, on its matter and with its values."""
    beside = _neighbours(base.passage, baseline)
    for passage in candidate.library.of(base.passage.source_id):
        fresh = passage.lead == base.passage.lead and passage.key not in baseline.labelled_keys
        if fresh and any(
            mine == other is not None
            for mine, other in zip(beside, _neighbours(passage, candidate), strict=True)
        ):
            found = judge(fact, passage)
            if found.support.verdict == "uncertain" and _worded_anew(fact, base, found):
                return found
    return None


def _neighbours(passage: Passage, view: SideView) -> tuple[str | None, str | None]:
    """The sentences before and after one of the same block, folded."""
    document = view.library.text.documents[passage.source_id]
    said = next(block.text for block in document.blocks if block.start == passage.start)
    row = [fold(one) for one in sentences(said, document.language)]
    text = fold(passage.core)
    if text not in row:
        return None, None
    at = row.index(text)
    return (row[at - 1] if at else None), (row[at + 1] if at + 1 < len(row) else None)


def _may_be_new_wording(fact: Fact, base: Find, best: Find, baseline: SideView) -> bool:
    """Whether a passage is new and has what cannot be said in other words, and half of the rest."""
    known = best.passage.key in baseline.labelled_keys
    near = best.coverage >= NEW_WORDING * base.coverage
    return not known and near and _worded_anew(fact, base, best)


def introduced(
    fact: Fact, replaced: Sequence[Fact], baseline: SideView, candidate: SideView
) -> Decision:
    """Whether a declared fact stands in the candidate's expected sources, by a real change.

    Evidence too weak to decide alone decides by difference: it is new among the expected
    sources, and either covers more of the declared fact than anything before, or the facts it
    replaces are covered less than they were.
    """
    best = find(fact, candidate.library, candidate.labelled)
    if best is None:
        return Decision("fail", "none", "no passage of the expected sources shares a word with it")
    state = _newness(best.passage, baseline)
    if best.supported:
        return Decision("pass", state, best.support.reason, best)
    if best.contradicted:
        return Decision("fail", "none", best.support.reason, best)
    return _weakly_introduced(fact, replaced, best, state, baseline, candidate)


def _weakly_introduced(
    fact: Fact,
    replaced: Sequence[Fact],
    best: Find,
    state: EvidenceState,
    baseline: SideView,
    candidate: SideView,
) -> Decision:
    """Decide by difference what the support checker cannot decide alone."""
    if _moved_label(fact, best, baseline, candidate):
        return Decision("pass", "moved", "the new source says as much as the old one did", best)
    if state == "exact":
        return Decision("uncertain", "none", "the expected text did not change", best)
    if _grew(fact, best, baseline) or any(_shrank(old, baseline, candidate) for old in replaced):
        return Decision("pass", state, "weak evidence, but it changed as declared", best)
    return Decision("uncertain", state, best.support.reason, best)


def _moved_label(fact: Fact, best: Find, baseline: SideView, candidate: SideView) -> bool:
    """The case declares another source, and that one covers the fact as the old one did."""
    if baseline.expectation.expected_source_ids == candidate.expectation.expected_source_ids:
        return False
    before = find(fact, baseline.library, baseline.labelled)
    return before is not None and best.coverage >= before.coverage - LOSS


def _newness(passage: Passage, baseline: SideView) -> EvidenceState:
    """Whether the wording of a candidate passage stood under the same labels before."""
    before = baseline.library.worded(passage.key)
    if any(place.source_id == passage.source_id for place in before):
        return "exact"
    return "moved" if before else "new"


def _grew(fact: Fact, best: Find, baseline: SideView) -> bool:
    before = find(fact, baseline.library, baseline.labelled)
    return before is None or best.coverage > before.coverage


def _shrank(fact: Fact, baseline: SideView, candidate: SideView) -> bool:
    before = find(fact, baseline.library, baseline.labelled)
    after = find(fact, candidate.library, candidate.labelled)
    return before is not None and (after is None or after.rank < before.rank)


def _words(passage: Passage) -> set[str]:
    return set(fact_stems(passage.text, detect_language(passage.text)))


def _taken(fact: Fact, lost: Sequence[str]) -> str:
    """The lost stems as the fact has them: whole words, in its order."""
    told = [word for word in words(fact.text) if set(lost) & set(fact_stems(word, fact.language))]
    return "the edit took from the fact: " + ", ".join(dict.fromkeys(told[:_TOLD_WORDS]))

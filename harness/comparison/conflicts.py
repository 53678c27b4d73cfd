"""Text of the candidate that says otherwise: forbidden facts, and newcomers against required ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from harness.checks.finding import Fact, Find, content_stems, differs, find, judge
from harness.checks.passages import Passage
from harness.checks.stems import fact_stems
from harness.checks.view import SideView
from harness.comparison.outcomes import over_trials
from harness.model.comparison import EvidenceState, Outcome, PairedCheck
from harness.model.record import RunRecord
from harness.support import best_support, check_support
from harness.text import detect_language, fold, sentences

CONFLICT_SHARE = 0.5
"""A contradiction counts only if the passage is about this much of the fact."""
DOUBT_SHARE = 0.6
"""So does a definite difference that is not quite a contradiction, with more in common."""
_OPPOSITE = ("negation", "modality")
"""Kinds of support verdicts on one thing that is allowed, said or done, and is not."""
SHORT_SHARE = 0.6
"""A short passage is about a fact if this much of it is in the fact."""
ANSWER_SHARE = 0.7
"""New text that holds this much of a question may answer it."""


def pair_forbidden(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Forbidden facts in the context and in the answer of either side."""
    old = baseline.expectation.forbidden_facts
    new = candidate.expectation.forbidden_facts
    for fact in dict.fromkeys((*old, *new)):
        yield _forbidden_in_context(fact, baseline, candidate)
        yield _forbidden_in_answer(fact, baseline, candidate)


def _forbidden_in_context(fact: str, baseline: SideView, candidate: SideView) -> PairedCheck:
    halves = {view.side: _stated(fact, view) for view in (baseline, candidate)}
    old, new = halves["baseline"], halves["candidate"]
    return PairedCheck(
        check="forbidden_fact",
        layer="retrieval",
        place="context",
        subject=fact,
        baseline=_outcome(fact, old, baseline),
        candidate=_outcome(fact, new, candidate),
        baseline_reason=old.support.reason if old else "",
        candidate_reason=new.support.reason if new else "",
        state=_state(new, baseline),
        baseline_evidence=(old.passage.evidence(),) if old else (),
        candidate_evidence=(new.passage.evidence(),) if new else (),
    )


def _stated(fact: str, view: SideView) -> Find | None:
    """The passage of the context that states a forbidden fact, if one does."""
    found = find(Fact.of(fact, view.library), view.library, view.context)
    return found if found is not None and found.supported else None


def _outcome(fact: str, found: Find | None, view: SideView) -> Outcome:
    if fact not in view.expectation.forbidden_facts:
        return "not_applicable"
    return "fail" if found else "pass"


def _state(found: Find | None, baseline: SideView) -> EvidenceState:
    if found is None:
        return "none"
    return "exact" if baseline.library.worded(found.passage.key) else "new"


def _forbidden_in_answer(fact: str, baseline: SideView, candidate: SideView) -> PairedCheck:
    return PairedCheck(
        check="forbidden_fact",
        layer="answer",
        place="answer",
        subject=fact,
        baseline=_answer_outcome(fact, baseline),
        candidate=_answer_outcome(fact, candidate),
    )


def _answer_outcome(fact: str, view: SideView) -> Outcome:
    if fact not in view.expectation.forbidden_facts:
        return "not_applicable"
    outcomes = [_states(fact, record) for record in view.records]
    return over_trials(outcomes, critical=view.case.critical)


def _states(fact: str, record: RunRecord) -> Outcome:
    if record.error is not None:
        return "error"
    if record.runtime.excerpts:
        return "not_applicable"
    parts = sentences(record.answer, detect_language(record.answer))
    if not parts:
        return "pass"
    _, support = best_support(fact, parts, detect_language(fact))
    return "fail" if support.verdict == "supported" else "pass"


def pair_newcomers(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Required facts that text, new in the candidate, contradicts.

    Looked for in everything retrieved, not in the context alone: a document that competes for
    the question today is in the context tomorrow. The expected sources themselves may be
    rewritten around a fact, so there only a contradiction counts, or a new item of a list that
    may be one, and only of a fact that was expected before.
    """
    fresh = list(_fresh(baseline, candidate))
    own = list(_fresh_under_labels(baseline, candidate))
    for text in candidate.expectation.required_facts:
        fact = Fact.of(text, baseline.library)
        against = [found for found in _judged(fact, fresh, candidate) if _against(fact, found)]
        if text in baseline.expectation.required_facts:
            lists = {fold(baseline.library.passages[number].lead) for number in baseline.labelled}
            against += [
                found
                for found in _judged(fact, own, candidate)
                if _contradicts(fact, found) or _item_against(fact, found, lists)
            ]
        if against:
            yield _contradiction(fact, max(against, key=lambda found: found.rank))


def _judged(fact: Fact, numbers: Iterable[int], view: SideView) -> list[Find]:
    return [judge(fact, passage) for passage in view.library.nearest(fact.weights, numbers)]


def _against(fact: Fact, found: Find) -> bool:
    doubtful = differs(found.support) and found.coverage >= DOUBT_SHARE
    return doubtful or _contradicts(fact, found)


def _contradicts(fact: Fact, found: Find) -> bool:
    if found.contradicted and fact.topic_share(found.passage) >= CONFLICT_SHARE:
        return True
    return _denies_all_of(fact, found.passage)


def _item_against(fact: Fact, found: Find, lists: Collection[str]) -> bool:
    """A new item of a list that stood before, on the matter of the fact, which it may deny.

    "alcohol with dinner" below "We reimburse:", where alcohol is not reimbursed.
    """
    passage, support = found.passage, found.support
    if not passage.lead or fold(passage.lead) not in lists:
        return False
    matter = content_stems(fact.text, fact.language)
    named = matter & content_stems(passage.core, fact.language)
    held = matter & content_stems(passage.text, fact.language)
    opposed = differs(support) and support.kind in _OPPOSITE
    return opposed and bool(named) and len(held) >= CONFLICT_SHARE * len(matter)


def _denies_all_of(fact: Fact, passage: Passage) -> bool:
    """A short passage about nothing but the fact, which the fact contradicts ("Never.").

    Items of a list share what introduces them, so an item that names another thing is no such one.
    """
    named = content_stems(passage.core, fact.language) if passage.lead else set()
    if named and not named & fact.weights.keys():
        return False
    own = set(fact_stems(passage.text, fact.language))
    if not own or len(own & fact.weights.keys()) < SHORT_SHARE * len(own):
        return False
    return check_support(passage.text, fact.text, fact.language).verdict == "contradicted"


def _contradiction(fact: Fact, found: Find) -> PairedCheck:
    return PairedCheck(
        check="newcomer_contradicts",
        layer="retrieval",
        place="context",
        subject=fact.text,
        baseline="pass",
        candidate="fail" if found.contradicted else "uncertain",
        candidate_reason=found.support.reason,
        state="new",
        candidate_evidence=(found.passage.evidence(),),
    )


def _fresh(baseline: SideView, candidate: SideView) -> Iterable[int]:
    """Passages of retrieved chunks, outside the expected sources, whose wording is new."""
    library = candidate.library
    labelled = set(candidate.labelled)
    chunks = [
        library.text.chunks[hit.chunk_id]
        for hit in candidate.records[0].retrieved
        if hit.chunk_id in library.text.chunks
    ]
    for number in library.inside(chunks):
        if number not in labelled and not baseline.library.worded(library.passages[number].key):
            yield number


def _fresh_under_labels(baseline: SideView, candidate: SideView) -> Iterable[int]:
    """New passages of the expected sources themselves: a document may contradict itself."""
    for number in candidate.labelled:
        if not baseline.library.worded(candidate.library.passages[number].key):
            yield number


def new_answer(baseline: SideView, candidate: SideView) -> Find | None:
    """Retrieved text, new in the candidate, that holds most of the question's words."""
    question = Fact.of(candidate.case.query, baseline.library)
    near = candidate.library.nearest(question.weights, _fresh(baseline, candidate))
    finds = [judge(question, passage) for passage in near[:1]]
    return next((found for found in finds if found.coverage >= ANSWER_SHARE), None)

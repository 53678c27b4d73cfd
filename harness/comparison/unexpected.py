"""A case that still passes, on text that now says another value or puts another duty.

Looked for where the case looks: in the edited form of a fact's evidence, and in the sentences of
the answer. Only what was *replaced* counts: a value that became another one of its kind, a modal or
a negation that changed. Text that came or went beside it is for the corpus difference to show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from harness.checks.finding import Fact
from harness.checks.passages import Passage
from harness.checks.stems import fact_stems
from harness.checks.view import SideView
from harness.model.comparison import Evidence, PairedCheck
from harness.support import check_support
from harness.support.differences import differences
from harness.text import detect_language, fold, sentences

SAME_SENTENCE = 80.0
"""Least rapidfuzz ratio (0-100) of two passages to be forms of one."""
QUESTION_SHARE = 0.5
"""An excerpt from elsewhere with this much of the words that question and corpus share is asked for."""


def undeclared_change(
    baseline: SideView, candidate: SideView, checks: Sequence[PairedCheck]
) -> str:
    """What changed under a case that declares no change, in one sentence; empty if nothing did."""
    if baseline.case.candidate is not None:
        return ""
    for where, old, new in (
        *_edited_evidence(baseline, candidate, checks),
        *_edited_answer(baseline, candidate),
    ):
        told = _replaced(old, new)
        if told:
            return f"{where} changed, which no case declares: {told}"
    return ""


def _edited_evidence(
    baseline: SideView, candidate: SideView, checks: Sequence[PairedCheck]
) -> Iterator[tuple[str, str, str]]:
    """(where, old form, new form) of the passages that facts rest on."""
    edited = [
        check
        for check in checks
        if (check.check, check.place, check.state) == ("required_fact", "source", "edited")
    ]
    cores = [candidate.library.passages[n].core for n in candidate.labelled] if edited else []
    forms = {fold(core): core for core in cores}
    for check in edited:
        for evidence in check.baseline_evidence:
            passage = _find(evidence, baseline)
            new = _nearest(passage.core, forms) if passage is not None else None
            if passage is not None and new is not None:
                yield f"the source of {check.subject!r}", passage.core, new


def _find(evidence: Evidence, view: SideView) -> Passage | None:
    passages = (view.library.passages[number] for number in view.labelled)
    return next((p for p in passages if p.evidence().text_hash == evidence.text_hash), None)


def _edited_answer(baseline: SideView, candidate: SideView) -> Iterator[tuple[str, str, str]]:
    """(where, old form, new form) of the sentences of the answers, first trials."""
    old, new = baseline.records[0].answer, candidate.records[0].answer
    before = {fold(text): text for text in sentences(old, detect_language(old))}
    after = {fold(text): text for text in sentences(new, detect_language(new))}
    fresh = {key: text for key, text in after.items() if key not in before}
    for key, text in before.items():
        form = _nearest(text, fresh) if key not in after and _asked_for(text, baseline) else None
        if form:
            yield "the answer", text, form


def _asked_for(text: str, baseline: SideView) -> bool:
    """Whether a sentence of the answer is about the question.

    Excerpts are the best there are, down to sentences on other matters. One counts where it is
    from an expected source, or has enough of the words of the question.
    """
    if not baseline.records[0].runtime.excerpts or not baseline.labelled:
        return True
    expected = (fold(baseline.library.passages[number].text) for number in baseline.labelled)
    if any(fold(text) in passage for passage in expected):
        return True
    question = Fact.of(baseline.case.query, baseline.library)
    known = {stem: w for stem, w in question.weights.items() if baseline.library.has(stem)}
    shared = sum(known[stem] for stem in known.keys() & fact_stems(text, question.language))
    return shared >= QUESTION_SHARE * sum(known.values())


def _nearest(text: str, forms: dict[str, str]) -> str | None:
    """The form most like a text, if it is like enough and not the same."""
    match = process.extractOne(
        fold(text), list(forms), scorer=fuzz.ratio, score_cutoff=SAME_SENTENCE
    )
    return forms[match[0]] if match and match[0] != fold(text) else None


def _replaced(old: str, new: str) -> str:
    """The values, modals and negations of one form that the other has otherwise."""
    language = detect_language(old)
    if all(
        check_support(*pair, language).verdict == "supported" for pair in ((old, new), (new, old))
    ):
        return ""  # one value, written in two ways
    found = differences(old, new, language)
    pairs = [value for value in found.values if value.old and value.new]
    pairs += [pair for pair in (found.modality, found.negation) if pair is not None]
    return "; ".join(f"{pair.old or 'none'} -> {pair.new or 'none'}" for pair in pairs)

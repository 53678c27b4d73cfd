"""``expected_evidence``: quotes of the corpus that a case rests on, found again in each version.

A quote is searched in the expected sources first, word for word, then in pieces, then elsewhere,
then in an edited form. What an edit means is decided by what the two forms say, never by how
much alike they look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from harness.checks.metrics import falls_under
from harness.checks.view import SideView
from harness.model.comparison import Evidence, EvidenceState, Outcome, PairedCheck
from harness.model.document import Block, Document
from harness.store import digest_text
from harness.support import check_support
from harness.support.differences import differences
from harness.text import detect_language, fold, sentences

EDITED_SIMILARITY = 70.0
"""Least rapidfuzz ratio (0-100) of a passage of the expected sources to be the quote, edited."""
MOVED_SIMILARITY = 85.0
"""The same for a passage anywhere else, where more is needed to be sure that it is the one."""


Blocks = Iterable[tuple[Document, tuple[Block, ...]]]
"""Documents, each with the blocks of it that are looked at."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a quote stands in one version."""

    state: EvidenceState
    """``exact``, ``split``, ``moved``, ``edited`` or ``gone``."""
    evidence: tuple[Evidence, ...] = ()
    path: str = ""
    text: str = ""
    """The words found, where they are not the quote's own."""


@dataclass(frozen=True, slots=True)
class _Half:
    outcome: Outcome
    reason: str
    anchor: Anchor


_ABSENT = _Half("not_applicable", "not expected on this side", Anchor("none"))


def pair_quotes(baseline: SideView, candidate: SideView) -> Iterator[PairedCheck]:
    """Every quote of either side. Without the corpus text there is nothing to look at."""
    old, new = baseline.expectation.expected_evidence, candidate.expectation.expected_evidence
    if not (baseline.library.text.documents and candidate.library.text.documents):
        return
    for quote in dict.fromkeys((*old, *new)):
        before = _half(quote, baseline) if quote in old else _ABSENT
        after = _half(quote, candidate) if quote in new else _ABSENT
        yield PairedCheck(
            check="expected_evidence",
            layer="retrieval",
            place="source",
            subject=quote,
            baseline=before.outcome,
            candidate=after.outcome,
            baseline_reason=before.reason,
            candidate_reason=after.reason,
            state=after.anchor.state,
            carried=before == after and before.outcome == "uncertain",
            baseline_evidence=before.anchor.evidence,
            candidate_evidence=after.anchor.evidence,
        )


def _half(quote: str, view: SideView) -> _Half:
    anchor = locate(quote, view)
    outcome, reason = _meaning(quote, anchor)
    return _Half(outcome, reason, anchor)


def locate(quote: str, view: SideView) -> Anchor:
    """Where a quote stands in one version, by the expected sources of that side."""
    here = next(_word_for_word(quote, _expected(view)), None)
    if here is not None:
        return Anchor("exact", (here,))
    documents = view.library.text.documents
    everywhere = [(documents[source], documents[source].blocks) for source in sorted(documents)]
    there = next(_word_for_word(quote, everywhere), None)
    if there is not None:
        return Anchor("moved", (there,), documents[there.source_id].path)
    pieces = _pieces(quote, everywhere)
    if pieces:
        return Anchor("split", pieces, documents[pieces[0].source_id].path)
    return _edited(quote, view)


def _expected(view: SideView) -> Blocks:
    """The blocks under the labels, by document; without any label, every block."""
    documents = view.library.text.documents
    labels = view.expectation.expected_source_ids
    named = {label.partition("#")[0] for label in labels} if labels else set(documents)
    for source in sorted(named & documents.keys()):
        document = documents[source]
        yield (
            document,
            tuple(
                block
                for block in document.blocks
                if not labels or any(falls_under(source, block.section_id, n) for n in labels)
            ),
        )


def _word_for_word(quote: str, places: Blocks) -> Iterator[Evidence]:
    """The places where a quote stands, within one block or over several that follow each other."""
    wanted = fold(quote)
    for document, blocks in places:
        folded = [fold(block.text) for block in blocks]
        start = " ".join(folded).find(wanted) if wanted else -1
        if start >= 0:
            yield _evidence(document, _spanned(blocks, folded, start, start + len(wanted)), quote)


def _spanned(
    blocks: tuple[Block, ...], folded: list[str], start: int, end: int
) -> tuple[Block, Block]:
    """The first and last block of a stretch of the joined text."""
    at = 0
    touched: list[Block] = []
    for block, text in zip(blocks, folded, strict=True):
        if at < end and at + len(text) > start:
            touched.append(block)
        at += len(text) + 1
    return touched[0], touched[-1]


def _evidence(document: Document, ends: tuple[Block, Block], text: str) -> Evidence:
    return Evidence(
        source_id=document.source_id,
        section_id=ends[0].section_id,
        start=ends[0].start,
        end=ends[1].end,
        text_hash=digest_text(fold(text)),
    )


def _pieces(quote: str, places: list[tuple[Document, tuple[Block, ...]]]) -> tuple[Evidence, ...]:
    """The places of every sentence of a quote of several; empty unless all of them are there."""
    parts = sentences(quote, detect_language(quote))
    if len(parts) < 2:
        return ()
    found = [next(_word_for_word(part, places), None) for part in parts]
    return tuple(place for place in found if place) if all(found) else ()


def _edited(quote: str, view: SideView) -> Anchor:
    """The passage most like a quote: among the expected sources, else anywhere."""
    passages = view.library.passages
    labelled = set(view.labelled) if view.expectation.expected_source_ids else set()
    everywhere = view.library.under(view.library.text.documents)
    searches: tuple[tuple[EvidenceState, Iterable[int], float], ...] = (
        ("edited", labelled or everywhere, EDITED_SIMILARITY),
        ("moved", everywhere, MOVED_SIMILARITY),
    )
    for state, numbers, least in searches:
        keys = {number: fold(passages[number].core) for number in sorted(numbers)}
        match = process.extractOne(fold(quote), keys, scorer=fuzz.ratio, score_cutoff=least)
        if match:
            passage = passages[match[2]]
            return Anchor(state, (passage.evidence(),), passage.path, passage.core)
    return Anchor("gone")


def _meaning(quote: str, anchor: Anchor) -> tuple[Outcome, str]:
    """What it means for the case that the quote stands where it does."""
    if anchor.state == "exact":
        return "pass", "the quote stands in the expected source"
    if anchor.state == "moved":
        return "fail", f"the quote stands in {anchor.path} now, outside the expected source"
    if anchor.state == "split":
        return "uncertain", "every sentence of the quote is there, but no longer together"
    if anchor.state == "gone":
        return "fail", "the quote is nowhere, and nothing like it"
    return _after_edit(quote, anchor.text)


def _after_edit(quote: str, now: str) -> tuple[Outcome, str]:
    language = detect_language(quote)
    support = check_support(quote, now, language)
    if support.verdict == "supported":
        return "pass", "the quote was edited and still says the same"
    if support.verdict == "contradicted":
        return "fail", f"the quote was edited: {support.reason}"
    found = differences(quote, now, language)
    if found.values or found.modality or found.negation:
        return "fail", "the quote was edited in a value, a duty or a negation"
    return "uncertain", f"the quote was edited: {support.reason}"

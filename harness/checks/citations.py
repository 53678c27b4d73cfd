"""Whether each citation names a chunk that exists, was seen, and says what it is cited for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from harness.checks.finding import Fact, Find, find
from harness.checks.library import Library
from harness.checks.opinion import Half, Opinion
from harness.model.comparison import CheckResult, Outcome
from harness.model.record import Citation, RunRecord
from harness.text import fold


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation and what was found out about it."""

    citation: Citation
    results: tuple[CheckResult, ...]

    @property
    def supported(self) -> bool:
        """The chunk is there and says what it is cited for."""
        return any(r.check == "citation_supports" and r.outcome == "pass" for r in self.results)


def checked_citations(record: RunRecord, library: Library, opinion: Opinion) -> Iterator[Cited]:
    """Every citation of one record with its checks; an answer without claims gives none."""
    seen = {hit.chunk_id for hit in record.context}
    for citation in record.citations:
        yield Cited(citation, tuple(_results(citation, seen, library, opinion)))


def _results(
    citation: Citation, seen: Collection[str], library: Library, opinion: Opinion
) -> Iterator[CheckResult]:
    if citation.chunk_id not in library.text.chunks:
        yield _result("citation_exists", citation, "fail", "the index holds no such chunk")
        return
    yield _result("citation_exists", citation, "pass", "")
    if citation.chunk_id in seen:
        yield _result("citation_in_context", citation, "pass", "")
    else:
        yield _result("citation_in_context", citation, "fail", "the chunk was not in the context")
    yield _result("citation_supports", citation, *_support_outcome(citation, library, opinion))


def _result(check: str, citation: Citation, outcome: Outcome, reason: str) -> CheckResult:
    return CheckResult(
        check=check,
        layer="citation",
        subject=citation.chunk_id,
        outcome=outcome,
        reason=reason,
    )


def _support_outcome(citation: Citation, library: Library, opinion: Opinion) -> Half:
    chunk = library.text.chunks[citation.chunk_id]
    if not citation.claim.strip():
        return "not_applicable", "the citation carries no claim"
    if _word_for_word(fold(citation.claim), fold(citation.quote), fold(chunk.text)):
        return "pass", "the chunk says it word for word"
    best = find(Fact.of(citation.claim, library), library, library.inside([chunk]))
    half = _found(best)
    if best is not None and best.support.verdict in ("supported", "contradicted"):
        return half
    subject = f"{citation.chunk_id} {citation.claim}"
    shown = f"{chunk.heading}\n{chunk.text}"
    return opinion.weigh(half, "citation_supports", subject, "claim_support", citation.claim, shown)


def _found(best: Find | None) -> Half:
    if best is None or best.support.verdict == "missing":
        return "fail", "nothing in the chunk is about the claim"
    outcomes: dict[str, Outcome] = {"supported": "pass", "contradicted": "fail"}
    return outcomes.get(best.support.verdict, "uncertain"), best.support.reason


def _word_for_word(claim: str, quote: str, text: str) -> bool:
    """Whether a claim stands in a chunk, at once or as an introduction and the quote below it."""
    if claim in text:
        return True
    introduction = claim.removesuffix(quote).strip()
    return bool(quote) and claim.endswith(quote) and quote in text and introduction in text

"""Whether each citation names a chunk that exists, was seen, and says what it is cited for."""

from __future__ import annotations

from collections.abc import Iterator

from harness.checks.finding import Fact, find
from harness.checks.library import Library
from harness.model.comparison import CheckResult, Outcome
from harness.model.record import Citation, RunRecord
from harness.text import fold


def citation_results(record: RunRecord, library: Library) -> Iterator[CheckResult]:
    """Results of every citation check of one record; an answer without claims gives none."""
    seen = {hit.chunk_id for hit in record.context}
    for citation in record.citations:
        if citation.chunk_id not in library.text.chunks:
            yield _result("citation_exists", citation, "fail", "the index holds no such chunk")
            continue
        yield _result("citation_exists", citation, "pass", "")
        if citation.chunk_id in seen:
            yield _result("citation_in_context", citation, "pass", "")
        else:
            reason = "the chunk was not in the context"
            yield _result("citation_in_context", citation, "fail", reason)
        yield _result("citation_supports", citation, *_support_outcome(citation, library))


def _result(check: str, citation: Citation, outcome: Outcome, reason: str) -> CheckResult:
    return CheckResult(
        check=check,
        layer="citation",
        subject=citation.chunk_id,
        outcome=outcome,
        reason=reason,
    )


def _support_outcome(citation: Citation, library: Library) -> tuple[Outcome, str]:
    chunk = library.text.chunks[citation.chunk_id]
    if not citation.claim.strip():
        return "not_applicable", "the citation carries no claim"
    if _word_for_word(fold(citation.claim), fold(citation.quote), fold(chunk.text)):
        return "pass", "the chunk says it word for word"
    best = find(Fact.of(citation.claim, library), library, library.inside([chunk]))
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

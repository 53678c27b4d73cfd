"""The answers of a case, side by side, and the corpus text a case's sentences must not repeat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.model.record import Citation, Retrieved, RunRecord
from harness.model.wire import SIDES, Side
from harness.report.context import AnswerPart, ClaimPart, DiffPiece, Prose
from harness.report.wording import Speech, TextPolicy, word_diff

_ANSWER_ERRORS = ("malformed", "truncated")
"""Kinds of errors whose message may repeat the answer."""

_PASSAGE_CHARS = 24
"""Shorter texts are too common to be told from a sentence's own words."""


def corpus_passages(trials: Mapping[Side, Sequence[RunRecord]]) -> tuple[str, ...]:
    """Answers, claims, quotes and messages of unusable answers, longest first."""
    passages = {
        passage for side in SIDES for record in trials[side] for passage in _passages(record)
    }
    return tuple(sorted(passages, key=lambda passage: (-len(passage), passage)))


def _passages(record: RunRecord) -> list[str]:
    texts = [record.answer]
    texts += [text for citation in record.citations for text in (citation.claim, citation.quote)]
    found = [text for text in texts if len(text) >= _PASSAGE_CHARS]
    if record.error is not None and record.error.kind in _ANSWER_ERRORS and record.error.message:
        found.append(record.error.message)
    return found


def answer_parts(
    trials: Mapping[Side, Sequence[RunRecord]], speech: Speech
) -> tuple[AnswerPart, ...]:
    """Both answers, baseline first, each marked where it differs from the other."""
    policy = speech.policy
    texts = [_answer_text(trials[side]) for side in SIDES]
    shown = [policy.show(text) for text in texts]
    pieces = word_diff(shown[0].text, shown[1].text)
    return tuple(
        _answer(side, trials[side], prose, marked, speech)
        for side, prose, marked in zip(SIDES, shown, pieces, strict=True)
    )


def _answer_text(records: Sequence[RunRecord]) -> str:
    return records[0].answer if records else ""


def _answer(
    side: Side,
    records: Sequence[RunRecord],
    prose: Prose,
    pieces: tuple[DiffPiece, ...],
    speech: Speech,
) -> AnswerPart:
    first = records[0] if records else None
    ranks = {hit.chunk_id: hit for hit in first.retrieved} if first else {}
    tokens = first.runtime.tokens if first else None
    return AnswerPart(
        side=side,
        present=first is not None,
        answer=prose,
        pieces=pieces,
        refused=bool(first and first.refused),
        error=_error(first, speech),
        claims=tuple(_claim(c, ranks, speech.policy) for c in first.citations) if first else (),
        model=first.runtime.model if first else "",
        prompt_hash=first.runtime.prompt_hash if first else "",
        tokens=tokens.prompt + tokens.completion if tokens else 0,
        trials=len(records),
        distinct_answers=len({record.answer for record in records}),
    )


def _error(record: RunRecord | None, speech: Speech) -> str:
    if record is None or record.error is None:
        return ""
    return f"{record.error.kind}: {speech.say(record.error.message)}"


def _claim(citation: Citation, ranks: Mapping[str, Retrieved], policy: TextPolicy) -> ClaimPart:
    hit = ranks.get(citation.chunk_id)
    return ClaimPart(
        claim=policy.show(citation.claim),
        quote=policy.show("" if citation.quote == citation.claim else citation.quote),
        chunk_id=citation.chunk_id,
        rank=hit.rank if hit else None,
        in_context=bool(hit and hit.in_context),
    )

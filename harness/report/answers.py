"""The answers of a case, side by side, and the corpus text a case's sentences must not repeat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.checks.metrics import section_of
from harness.model.record import Citation, Retrieved, RunRecord, Tokens
from harness.model.wire import SIDES, Side
from harness.report.context import AnswerPart, ClaimPart, DiffPiece, Prose
from harness.report.links import Link
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
    trials: Mapping[Side, Sequence[RunRecord]], number: int, speech: Speech, link: Link
) -> tuple[AnswerPart, ...]:
    """Both answers of one trial, baseline first, each marked where it differs from the other.

    Args:
        trials: records of both sides, first trial first.
        number: which of them, counted from 0.
        speech: what may be shown.
        link: addresses of the cited sections.
    """
    records = {side: _nth(trials[side], number) for side in SIDES}
    shown = [speech.policy.show(record.answer if record else "") for record in records.values()]
    pieces = word_diff(shown[0].text, shown[1].text)
    return tuple(
        _answer(side, records[side], trials[side], Shown(prose, marked), speech, link)
        for side, prose, marked in zip(SIDES, shown, pieces, strict=True)
    )


def same_answer(answers: Sequence[AnswerPart]) -> bool:
    """Whether both sides gave the same text."""
    given = [answer.answer.digest for answer in answers if answer.answer.length]
    return len(given) == len(SIDES) and len(set(given)) == 1


def _nth(records: Sequence[RunRecord], number: int) -> RunRecord | None:
    return records[number] if number < len(records) else None


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer as far as it may be shown, and what differs from the other side's."""

    prose: Prose
    pieces: tuple[DiffPiece, ...]


def _answer(
    side: Side,
    record: RunRecord | None,
    trials: Sequence[RunRecord],
    shown: Shown,
    speech: Speech,
    link: Link,
) -> AnswerPart:
    tokens = record.runtime.tokens if record else Tokens()
    return AnswerPart(
        side=side,
        present=record is not None,
        answer=shown.prose,
        pieces=shown.pieces,
        refused=bool(record and record.refused),
        error=_error(record, speech),
        claims=_claims(record, speech.policy, link),
        model=record.runtime.model if record else "",
        prompt_hash=record.runtime.prompt_hash if record else "",
        tokens=tokens.prompt + tokens.completion,
        cost=record.runtime.cost if record else None,
        trials=len(trials),
        distinct_answers=len({trial.answer for trial in trials}),
    )


def _error(record: RunRecord | None, speech: Speech) -> str:
    if record is None or record.error is None:
        return ""
    return f"{record.error.kind}: {speech.say(record.error.message)}"


def _claims(record: RunRecord | None, policy: TextPolicy, link: Link) -> tuple[ClaimPart, ...]:
    if record is None:
        return ()
    ranks = {hit.chunk_id: hit for hit in record.retrieved}
    return tuple(
        _claim(citation, ranks.get(citation.chunk_id), record.corpus_version, policy, link)
        for citation in record.citations
    )


def _claim(
    citation: Citation, hit: Retrieved | None, side: Side, policy: TextPolicy, link: Link
) -> ClaimPart:
    return ClaimPart(
        claim=policy.show(citation.claim),
        quote=policy.show("" if citation.quote == citation.claim else citation.quote),
        chunk_id=citation.chunk_id,
        url=link(side, citation.source_id, section_of(citation.chunk_id)),
        rank=hit.rank if hit else None,
        in_context=bool(hit and hit.in_context),
    )

"""The decision: a claim against evidence, and a claim against many passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.support.analysis import analyse
from harness.support.contrast import Contrast, contrast
from harness.support.judging import Judgement, judge
from harness.support.passages import Piece, pieces
from harness.support.sentence import Sentence
from harness.support.verdict import Support, Verdict
from harness.text import detect_language, sentences

_RANK: dict[Verdict, int] = {"supported": 3, "contradicted": 2, "uncertain": 1, "missing": 0}
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which no library takes
_LONGEST_CLAIM = 2_000  # characters of one sentence; comparing is quadratic in its words
_CACHE = 50_000  # a passage is held against the same fact in every corpus that is compared


@lru_cache(maxsize=_CACHE)
def check_support(claim: str, evidence: str, language: str | None = None) -> Support:
    """Whether ``evidence`` says what ``claim`` says. Deterministic; unsure means ``uncertain``.

    A claim of several sentences is supported when each of them is; the worst decides.
    ``language`` is ``ru``, ``en`` or ``None`` to tell it from the claim.
    """
    claim, evidence = (_HALF_PAIR.sub("\ufffd", text) for text in (claim, evidence))
    language = language or detect_language(claim)
    parts = sentences(claim, language)
    if not parts:
        return Support("uncertain", "overlap", "the claim is empty", None, 0.0)
    results = [_check_sentence(part, evidence, language) for part in parts]
    worst = min(results, key=lambda result: _SEVERITY[result.verdict])
    score = sum(result.score for result in results) / len(results)
    return Support(worst.verdict, worst.kind, worst.reason, worst.span, score)


_SEVERITY: dict[Verdict, int] = {"contradicted": 0, "missing": 1, "uncertain": 2, "supported": 3}


def best_support(
    claim: str, passages: Sequence[str], language: str | None = None
) -> tuple[int, Support]:
    """(index, verdict) of the passage that decides: supported, else contradicted, else best score.

    Raises:
        ValueError: ``passages`` is empty.
    """
    if not passages:
        raise ValueError("best_support needs at least one passage")
    results = [check_support(claim, passage, language) for passage in passages]
    index = max(
        range(len(results)), key=lambda i: (_RANK[results[i].verdict], results[i].score, -i)
    )
    return index, results[index]


def _check_sentence(claim: str, evidence: str, language: str) -> Support:
    if len(claim) > _LONGEST_CLAIM:
        return Support("uncertain", "overlap", "the claim is too long to be compared", None, 0.0)
    wanted = analyse(claim, language)
    found = [(piece, judge(wanted, piece.text)) for piece in pieces(evidence, language)]
    if not found:
        return Support("missing", "overlap", "there is no evidence", None, 0.0)
    piece, judgement = _deciding(found)
    if judgement.verdict in ("uncertain", "missing"):
        other = contrast(wanted, [analyse(piece.text, language) for piece, _ in found])
        if other is not None:
            return _of_another(found[other.number][0], other, judgement)
    if judgement.verdict == "uncertain" and _only_joined(wanted, found):
        return _joined(piece, judgement)
    span = piece.span(*judgement.span) if judgement.span else None
    return Support(judgement.verdict, judgement.kind, judgement.reason, span, judgement.score)


def _of_another(piece: Piece, other: Contrast, judgement: Judgement) -> Support:
    reason = f"the evidence says it of {other.stated!r}, the claim of {other.claimed!r}"
    return Support("contradicted", "entity", reason, piece.span(*other.span), judgement.score)


def _deciding(found: list[tuple[Piece, Judgement]]) -> tuple[Piece, Judgement]:
    """The piece that supports the claim; else the one most on its topic, contradictions first."""
    supporting = [pair for pair in found if pair[1].verdict == "supported"]
    if supporting:
        return max(supporting, key=lambda pair: pair[1].score)
    nearest = min(len(judgement.missing) for _, judgement in found)
    on_topic = [pair for pair in found if len(pair[1].missing) <= nearest]
    return max(on_topic, key=lambda pair: (_RANK[pair[1].verdict], pair[1].score))


def _only_joined(claim: Sentence, found: list[tuple[Piece, Judgement]]) -> bool:
    """Whether every word is somewhere in the evidence, but in no piece all of them."""
    lost = frozenset(range(len(claim.words)))
    for _, judgement in found:
        lost &= judgement.missing
    return not lost and all(judgement.missing for _, judgement in found)


def _joined(piece: Piece, judgement: Judgement) -> Support:
    reason = "only several sentences of the evidence together have all of it"
    span = piece.span(*judgement.span) if judgement.span else None
    return Support("uncertain", "join", reason, span, judgement.score)

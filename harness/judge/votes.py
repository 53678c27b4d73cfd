"""Several votes to one verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from harness.model.judgement import JudgeVerdict, Vote

_NO_VERDICT = ("abstain", "error")


def verdict_of(votes: Sequence[Vote]) -> JudgeVerdict:
    """The verdict of more than half of all votes.

    Without one it is ``error`` where some vote could not be read, and ``abstain`` where all could.
    """
    counts = Counter(vote.verdict for vote in votes)
    for verdict, count in counts.items():
        if verdict not in _NO_VERDICT and 2 * count > len(votes):
            return verdict
    return "error" if counts["error"] else "abstain"


def agreed(first: Vote, second: Vote) -> Vote:
    """One vote from two orders of the texts: what depends on the order is no verdict."""
    unread = next((vote for vote in (first, second) if vote.verdict == "error"), None)
    if unread is not None:
        return unread
    if first.verdict == second.verdict:
        return first
    return Vote(verdict="abstain", note="the verdict depends on the order of the texts")

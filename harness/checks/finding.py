"""The best evidence for a fact among some passages of a corpus version."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness.checks.library import Library
from harness.checks.passages import Passage
from harness.support import Support, check_support
from harness.text import detect_language

_CONFLICT_MARGIN = 0.1
"""A contradiction decides unless something undecided covers clearly more of the fact."""


@dataclass(frozen=True, slots=True)
class Find:
    """A passage and what it says about a fact."""

    passage: Passage
    support: Support

    @property
    def supported(self) -> bool:
        return self.support.verdict == "supported"

    @property
    def contradicted(self) -> bool:
        return self.support.verdict == "contradicted"

    @property
    def score(self) -> float:
        return self.support.score


def judge(fact: str, passage: Passage, language: str) -> Find:
    """What a passage says about a fact: alone, or else under the heading it stands below."""
    alone = check_support(fact, passage.text, language)
    if alone.verdict == "supported" or not passage.heading:
        return Find(passage, alone)
    headed = check_support(fact, f"{passage.heading}\n{passage.text}", language)
    return Find(passage, max(alone, headed, key=_weight))


def find(fact: str, library: Library, within: Iterable[int] | None = None) -> Find | None:
    """The passage that says most about a fact; ``None`` when no passage shares a word with it."""
    language = detect_language(fact)
    finds = [judge(fact, passage, language) for passage in library.nearest(fact, within)]
    if not finds:
        return None
    return max(finds, key=lambda found: _rank(found.support))


def _rank(support: Support) -> tuple[bool, float]:
    bonus = _CONFLICT_MARGIN if support.verdict == "contradicted" else 0.0
    return support.verdict == "supported", support.score + bonus


def _weight(support: Support) -> tuple[bool, float]:
    return support.verdict == "supported", support.score

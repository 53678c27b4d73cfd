"""The best evidence for a fact among some passages of a corpus version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harness.checks.library import Library
from harness.checks.passages import Passage
from harness.checks.stems import fact_stems
from harness.support import Support, check_support
from harness.text import detect_language, stems

_CONFLICT_MARGIN = 0.1
"""A contradiction decides unless something undecided covers clearly more of the fact."""
_EXACT_FACTOR = 2.0
_CLOSE_SHARE = 0.5
"""Passages with less than this share of the best one's coverage cannot outrank it in earnest."""
CONTENT_LETTERS = 4
"""Letters of the shortest stem that names what a text is about."""
_HEADING_SHARE = 0.5
"""A word that only the heading has counts half: it names the topic, it does not say the fact."""


_DIFFERENCES = frozenset(
    (
        "number",
        "unit",
        "date",
        "negation",
        "modality",
        "limit",
        "order",
        "condition",
        "exception",
    )
)
"""Kinds of support verdicts that rest on something that differs, not on words that are absent."""


def differs(support: Support) -> bool:
    """Whether two texts on one matter differ in something definite, decided or not."""
    doubtful = support.verdict == "uncertain" and support.kind in _DIFFERENCES
    return support.verdict == "contradicted" or doubtful


def content_stems(text: str, language: str) -> set[str]:
    """Stems of the words that are long enough to name what a text is about."""
    return {stem for stem in stems(text, language) if len(stem) >= CONTENT_LETTERS}


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact with the weight of each of its stems.

    The weights are those of one corpus version, the baseline, for both sides: coverage is
    compared across versions, so its measure must not move with the corpus.
    """

    text: str
    language: str
    weights: Mapping[str, float]

    @staticmethod
    def of(text: str, library: Library) -> Fact:
        """A fact weighted by how rare its stems are in ``library``."""
        language = detect_language(text)
        found = sorted(set(fact_stems(text, language)))
        return Fact(text, language, {stem: _weight(stem, library) for stem in found})

    def coverage(self, passage: Passage) -> float:
        """Weighted share (0..1) of the fact's stems in a passage. Compared in pairs, never a gate."""
        return _share(self.weights, passage, self.language)

    def topic_share(self, passage: Passage) -> float:
        """Coverage of the fact without its values: text that states another value has none of them."""
        words = {stem: weight for stem, weight in self.weights.items() if not _is_exact(stem)}
        return _share(words, passage, self.language)


def _share(weights: Mapping[str, float], passage: Passage, language: str) -> float:
    total = sum(weights.values())
    if not total:
        return 0.0
    own = set(fact_stems(passage.text, language))
    headed = set(fact_stems(passage.heading, language)) - own
    covered = sum(weight for stem, weight in weights.items() if stem in own)
    topic = sum(weight for stem, weight in weights.items() if stem in headed)
    return (covered + _HEADING_SHARE * topic) / total


def _weight(stem: str, library: Library) -> float:
    """Rarity; values and codes count double, for a fact about ``YFM005`` is about nothing else."""
    return library.weight(stem) * (_EXACT_FACTOR if _is_exact(stem) else 1)


def _is_exact(stem: str) -> bool:
    return any(letter.isdigit() for letter in stem)


@dataclass(frozen=True, slots=True)
class Find:
    """A passage, what it says about a fact, and how much of the fact it covers."""

    passage: Passage
    support: Support
    coverage: float

    @property
    def supported(self) -> bool:
        return self.support.verdict == "supported"

    @property
    def contradicted(self) -> bool:
        return self.support.verdict == "contradicted"

    @property
    def rank(self) -> tuple[bool, float]:
        """Support first, then coverage, a contradiction a little ahead of what is undecided."""
        return self.supported, self.coverage + (_CONFLICT_MARGIN if self.contradicted else 0.0)


def judge(fact: Fact, passage: Passage) -> Find:
    """What a passage says about a fact: alone, or else under the heading it stands below."""
    support = check_support(fact.text, passage.text, fact.language)
    if support.verdict != "supported" and fact.weights.keys() & fact_stems(
        passage.heading, fact.language
    ):
        headed = check_support(fact.text, f"{passage.heading}\n{passage.text}", fact.language)
        if headed.verdict == "supported":
            support = headed
    return Find(passage, support, fact.coverage(passage))


def find(fact: Fact, library: Library, within: Iterable[int] | None = None) -> Find | None:
    """The passage that says most about a fact; ``None`` when no passage shares a word with it."""
    best: Find | None = None
    for coverage, passage in _by_coverage(fact, library.nearest(fact.weights, within)):
        if best is not None and (best.supported or coverage < _CLOSE_SHARE * best.coverage):
            break
        found = judge(fact, passage)
        if best is None or found.rank > best.rank:
            best = found
    return _tightest(fact, best, library) if best is not None and best.supported else best


def _tightest(fact: Fact, best: Find, library: Library) -> Find:
    """One sentence of two that support a fact together, where it says all of it.

    The other one only happens to share a word with the fact; its edits are not the fact's.
    """
    whole = best.passage
    for part in library.of(whole.source_id):
        inside = part.start == whole.start and part.lead == whole.lead
        if inside and part.core != whole.core and part.core in whole.core:
            found = judge(fact, part)
            if found.supported and found.support.kind == best.support.kind:
                return found
    return best


def _by_coverage(fact: Fact, near: Iterable[Passage]) -> list[tuple[float, Passage]]:
    """Most of the fact first, so that the first support found is the best there is."""
    covered = [(fact.coverage(passage), passage) for passage in near]
    return sorted(covered, key=lambda pair: -pair[0])

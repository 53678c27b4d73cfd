"""Which words of the claim stand in the evidence, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from harness.support.lexicon import lexicon
from harness.support.morphology import same_root
from harness.support.sentence import Sentence, Word, first_letters


@dataclass(frozen=True)
class Alignment:
    """Pairs of word numbers, claim -> evidence; the claim's words that have no partner."""

    pairs: dict[int, int]
    missing: tuple[int, ...]
    reachable: frozenset[int]
    """All words of the evidence that some word of the claim could be paired with."""

    @property
    def partners(self) -> set[int]:
        return set(self.pairs.values())


def align(claim: Sentence, evidence: Sentence) -> Alignment:
    """Pair the words of two sentences; a repeated word goes to the segment that holds most."""
    candidates = {n: _candidates(word, evidence) for n, word in enumerate(claim.words)}
    weight: Counter[int] = Counter(
        segment
        for numbers in candidates.values()
        for segment in {evidence.words[number].segment for number in numbers}
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    following = 0
    for n, numbers in candidates.items():
        free = [number for number in numbers if number not in taken]
        if free:
            pairs[n] = min(
                free, key=lambda e: (-weight[evidence.words[e].segment], _step(following, e), e)
            )
            taken.add(pairs[n])
            following = pairs[n] + 1
    missing = tuple(n for n in candidates if n not in pairs)
    reachable = frozenset(number for numbers in candidates.values() for number in numbers)
    return Alignment(pairs, missing, reachable)


def _step(expected: int, number: int) -> int:
    """How far a word is from where the next one is expected."""
    return abs(number - expected)


def _candidates(word: Word, evidence: Sentence) -> list[int]:
    exact: list[int] = []
    for key in {word.text, word.form.lemma}:
        exact.extend(evidence.index.get(key, ()))
    if exact or word.code:
        return sorted(set(exact))
    near = evidence.index.get(first_letters(word), ())
    found = {n for n in near if same_root(word.text, evidence.words[n].text)}
    for other in synonyms(word.form.lemma, evidence.language):
        found.update(evidence.index.get(other, ()))
    return sorted(found)


@cache
def _groups(language: str) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for group in lexicon(language).synonyms:
        for lemma in group:
            groups.setdefault(lemma, set()).update(group - {lemma})
    return {lemma: frozenset(others) for lemma, others in groups.items()}


def synonyms(lemma: str, language: str) -> frozenset[str]:
    """Lemmas of the table that say the same."""
    return _groups(language).get(lemma, frozenset())


@cache
def _opposites(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in lexicon(language).antonyms:
        for lemma in left:
            found.setdefault(lemma, set()).update(right)
        for lemma in right:
            found.setdefault(lemma, set()).update(left)
    for group in lexicon(language).exclusive:
        for lemma in group:
            found.setdefault(lemma, set()).update(group - {lemma})
    return {lemma: frozenset(others) for lemma, others in found.items()}


_PREFIXES = {"en": ("un", "in", "im", "non", "dis", "ir", "il"), "ru": ("не", "без", "бес")}


@lru_cache(maxsize=100_000)
def are_opposites(one: str, other: str, language: str) -> bool:
    """Whether two lemmas deny each other: by the tables or by a negative prefix."""
    if other in _opposites(language).get(one, frozenset()):
        return True
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    prefixes = _PREFIXES.get(language, _PREFIXES["en"])
    return len(shorter) > 3 and any(longer == prefix + shorter for prefix in prefixes)


def weight_of(words: Iterable[Word]) -> float:
    """The sum of the words' weights."""
    return sum(word.weight for word in words)

"""Which words of the claim stand in the evidence, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import TypeVar

from harness.support.lexicon import lexicon
from harness.support.morphology import same_root
from harness.support.sentence import Sentence, Word, first_letters, start_key


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
    found = _partners(word, evidence.index, evidence.language, lambda n: evidence.words[n].text)
    return sorted(found)


def partners_of(word: Word, index: Mapping[str, tuple[str, ...]], language: str) -> set[str]:
    """The texts of an index (key -> texts) that a word can be paired with."""
    return _partners(word, index, language, lambda text: text)


_Item = TypeVar("_Item", bound=Hashable)


def _partners(
    word: Word,
    index: Mapping[str, tuple[_Item, ...]],
    language: str,
    text_of: Callable[[_Item], str],
) -> set[_Item]:
    """The same word; else words of the same root and synonyms."""
    exact = {*index.get(word.text, ()), *index.get(word.form.lemma, ())}
    if exact or word.code:
        return exact
    near = index.get(first_letters(word), ())
    meant = synonyms(word.form.lemma, language)
    others = (index.get(other, ()) for other in meant)
    derived = (
        item
        for other in (meant if language == "ru" else ())
        for item in index.get(start_key(other), ())
        if same_root(other, text_of(item))
    )
    return {
        *(item for item in near if same_root(word.text, text_of(item))),
        *chain.from_iterable(others),
        *derived,  # "выявление" is what "выявить", which means "обнаружить", names
    }


def pairs_with(one: Word, other: Word, language: str) -> bool:
    """Whether a word can be paired with another: the same word, root or meaning."""
    a, b = one.form.lemma, other.form.lemma
    if one.text == other.text or a == b:
        return True
    if one.code or other.code:
        return False
    meant = synonyms(a, language)
    if b in meant or same_root(one.text, other.text):
        return True
    return language == "ru" and any(same_root(name, other.text) for name in meant)


def has_word(sentence: Sentence, word: Word) -> bool:
    """Whether a sentence has a word, or one that may stand for it."""
    return any(pairs_with(word, other, sentence.language) for other in sentence.words)


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
    return other in _opposites(language).get(one, frozenset()) or are_prefixed(one, other, language)


@lru_cache(maxsize=100_000)
def are_prefixed(one: str, other: str, language: str) -> bool:
    """Whether one of two lemmas is the other with a prefix that denies it."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    prefixes = _PREFIXES.get(language, _PREFIXES["en"])
    return len(shorter) > 3 and any(longer == prefix + shorter for prefix in prefixes)


def opposed(one: Word, other: Word, language: str) -> bool:
    """Whether two words deny each other, as they stand or by their lemmas."""
    return any(
        are_opposites(a, b, language)
        for a in {one.text, one.form.lemma}
        for b in {other.text, other.form.lemma}
    )


def weight_of(words: Iterable[Word]) -> float:
    """The sum of the words' weights."""
    return sum(word.weight for word in words)

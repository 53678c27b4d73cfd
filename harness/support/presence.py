"""A quick look at a text: which words of a claim can stand in it at all.

Reading a sentence in full takes many times as long as listing its words, and most passages that
a claim is held against hardly share a word with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from harness.support.idioms import idioms_among
from harness.support.lexicon import lexicon
from harness.support.matching import partners_of, synonyms, weight_of
from harness.support.morphology import form
from harness.support.sentence import Sentence, start_key
from harness.support.units import CURRENCY_SIGNS
from harness.support.values import counts, starts_value
from harness.text import fold

_CACHE = 50_000
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of a text by their keys, and what it may hold besides."""

    text: str
    """Folded."""
    index: dict[str, tuple[str, ...]]
    """Key -> words that are found by it."""
    numbered: bool
    """Whether a number may stand there."""
    valued: bool
    """Whether a number or a bare unit (``a month``) may stand there."""


@dataclass(frozen=True)
class Wanted:
    """What is looked for: a claim with the keys under which the partners of its words stand."""

    claim: Sentence

    @cached_property
    def keys(self) -> tuple[frozenset[str], ...]:
        """For each word of the claim."""
        language = self.claim.language
        return tuple(
            frozenset((word.text,))
            if word.code
            else frozenset(lemma_keys(word.text))
            | {word.form.lemma, start_key(word.form.lemma)}
            | synonyms(word.form.lemma, language)
            | {start_key(name) for name in synonyms(word.form.lemma, language)}
            for word in self.claim.words
        )

    @cached_property
    def weight(self) -> float:
        """Of all words of the claim."""
        return weight_of(self.claim.words)

    @cached_property
    def has_values(self) -> bool:
        """Whether the claim has values that are no codes."""
        return any(value.kind != "code" for value in self.claim.values)

    @cached_property
    def has_ones(self) -> bool:
        """Whether one of them may be told by a bare unit."""
        return any(value.low <= 1 for value in self.claim.values)

    def absent(self, bag: Bag) -> frozenset[int]:
        """Numbers of the claim's words that nothing in the bag can be paired with."""
        return frozenset(
            number for number, keys in enumerate(self.keys) if not self._is_in(bag, number, keys)
        )

    def _is_in(self, bag: Bag, number: int, keys: frozenset[str]) -> bool:
        word = self.claim.words[number]
        if word.code:
            return word.text in bag.text
        return not keys.isdisjoint(bag.index) and bool(
            partners_of(word, bag.index, self.claim.language)
        )

    def share(self, absent: frozenset[int]) -> float:
        """Weighted share of the claim's words that are there; 1 for a claim without words."""
        if not self.weight:
            return 1.0
        lost = weight_of(self.claim.words[number] for number in absent)
        return (self.weight - lost) / self.weight

    def may_share_values(self, bag: Bag) -> bool:
        """Whether both have values other than codes."""
        return self.has_values and (bag.valued if self.has_ones else bag.numbered)


@lru_cache(maxsize=_CACHE)
def bag_of(text: str) -> Bag:
    """All that may be a word of a text."""
    folded = fold(text)
    words = dict.fromkeys(_WORD.findall(folded))
    numbered = any(
        word[0].isdigit() or counts(word) for word in words
    ) or not CURRENCY_SIGNS.isdisjoint(folded)
    index = _indexed(words)
    for verb in lexicon("en").particle_verbs:
        lemma, _, particle = verb.partition("-")
        if lemma in index and particle in words:
            index[verb] = (verb,)
    for meaning in idioms_among(index):
        for key in lemma_keys(meaning):
            index[key] = (*index.get(key, ()), meaning)
    return Bag(folded, index, numbered, numbered or any(map(starts_value, words)))


def _indexed(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    index: dict[str, list[str]] = {}
    for word in words:
        for key in lemma_keys(word):
            index.setdefault(key, []).append(word)
    return {key: tuple(found) for key, found in index.items()}


@lru_cache(maxsize=100_000)
def lemma_keys(word: str) -> tuple[str, ...]:
    """The keys a folded word is found by."""
    lemma = form(word).lemma
    return tuple(dict.fromkeys((word, lemma, start_key(lemma))))

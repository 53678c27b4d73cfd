"""A denied word read as its opposite: ``not closed`` is ``open``, ``no fee`` is ``free``.

Only for opposites of which one must hold. What is not early may still not be late.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from harness.support.detectors import Pair
from harness.support.lexicon import lexicon
from harness.support.matching import Alignment, align, are_prefixed
from harness.support.sentence import Mark, Sentence, Word, index_words


def unified(pair: Pair) -> Pair:
    """The pair, a word and its denied opposite made the same word on both sides."""
    claim, evidence = pair.claim, pair.evidence
    if not (claim.negators or evidence.negators):
        return pair
    for number, other in _complements(claim, evidence, pair.alignment):
        mine, its = claim.words[number], evidence.words[other]
        if mine.negated == its.negated:
            continue
        plain = replace(its, text=mine.text, form=mine.form, weight=mine.weight, negated=False)
        if mine.negated:
            claim = _released(claim, number, replace(mine, negated=False))
            evidence = _with(evidence, other, plain)
        else:
            evidence = _released(evidence, other, plain)
    if claim is pair.claim and evidence is pair.evidence:
        return pair
    return Pair(claim, evidence, align(claim, evidence))


def _complements(
    claim: Sentence, evidence: Sentence, alignment: Alignment
) -> Iterator[tuple[int, int]]:
    """Words of the claim without a partner, each with its opposite in the evidence."""
    partners = alignment.partners
    for number in alignment.missing:
        for other, word in enumerate(evidence.words):
            if other not in partners and _excludes(claim.words[number], word, claim.language):
                yield number, other
                break


def _excludes(one: Word, other: Word, language: str) -> bool:
    table = _opposites(language)
    a, b = one.form.lemma, other.form.lemma
    return b in table.get(a, frozenset()) or are_prefixed(a, b, language)


@cache
def _opposites(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in lexicon(language).complements:
        for one, others in ((left, right), (right, left)):
            for lemma in one:
                found.setdefault(lemma, set()).update(others)
    return {lemma: frozenset(others) for lemma, others in found.items()}


def _with(sentence: Sentence, number: int, word: Word) -> Sentence:
    words = (*sentence.words[:number], word, *sentence.words[number + 1 :])
    return replace(sentence, words=words, index=index_words(words))


def _released(sentence: Sentence, number: int, word: Word) -> Sentence:
    """The sentence with a word that is no longer denied, and without what denied it."""
    place = sentence.words[number]
    mark = min(
        (mark for mark in sentence.negators if mark.clause == place.clause),
        key=lambda mark: abs(mark.token - place.token),
        default=None,
    )
    kept: tuple[Mark, ...] = tuple(other for other in sentence.negators if other is not mark)
    return replace(_with(sentence, number, word), negators=kept)

"""A claim and a piece of evidence side by side, and what a detector can find between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from harness.support.comparing import compare
from harness.support.matching import Alignment, opposed
from harness.support.sentence import Mark, Sentence, Word
from harness.support.values import Value
from harness.support.verdict import Kind, Verdict

Level = Literal["contradicted", "uncertain"]

Span = tuple[int, int]

DENYING = frozenset(("ban", "optional", "warning"))
"""Modals that say what is not done, or need not be."""
NEUTRAL_FIT = 0.5  # a value with no words around it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that keeps the evidence from supporting the claim."""

    level: Level
    kind: Kind
    reason: str
    span: Span | None = None
    """In the piece of evidence."""
    word: int | None = None
    """The claim's word that is explained by the finding (an antonym), if one is."""
    value: bool = False
    """Two values differ."""
    firm: bool = False
    """No other finding can undo it."""
    complement: bool = False
    """The claim is about what lies beyond a bound of the evidence."""
    absent: bool = False
    """A value of the claim has no counterpart at all."""
    veiled: bool = False
    """The evidence does not say it outright: so nothing in it contradicts the claim either."""


def only_with(
    text: str, span: Span, *, level: Level = "uncertain", kind: Kind = "condition"
) -> Finding:
    """What the evidence says with something that the claim does not have."""
    return Finding(level, kind, f"the evidence says it only with {text!r}", span)


def in_doubt(thing: Word | Value) -> Finding:
    """That a word or value may be doing, or be done to, another thing than in the claim."""
    reason = f"{thing.text!r} may play another part in the evidence"
    return Finding("uncertain", "entity", reason, (thing.start, thing.end))


@dataclass(frozen=True, slots=True)
class Told:
    """The verdict of a reading that decides by itself: of exceptions, of requirements."""

    verdict: Verdict
    reason: str
    span: Span


@dataclass(frozen=True)
class Pair:
    """A claim and a piece of evidence, taken apart and aligned."""

    claim: Sentence
    evidence: Sentence
    alignment: Alignment

    def matched(self) -> Iterator[tuple[Word, Word]]:
        """Aligned words, claim and evidence."""
        for c, e in self.alignment.pairs.items():
            yield self.claim.words[c], self.evidence.words[e]

    def added(self) -> Iterator[tuple[int, Word]]:
        """Numbers and heavy words of the evidence that no word of the claim could be."""
        for number, word in enumerate(self.evidence.words):
            if number not in self.alignment.reachable and not word.light:
                yield number, word

    @cached_property
    def opposites(self) -> dict[int, int]:
        """Words of the evidence without a partner -> the claim's word they stand against."""
        partners = self.alignment.partners
        free = [(n, w) for n, w in enumerate(self.evidence.words) if n not in partners]
        return {
            number: missing
            for missing in self.alignment.missing
            for number, word in free
            if opposed(self.claim.words[missing], word, self.evidence.language)
        }

    def fit(self, segment: int, leaving: Value | None = None) -> float:
        """Share of what stands in an evidence segment that the claim has too.

        ``leaving`` is the value whose surroundings are meant; it does not count itself.
        """
        found = total = 0.0
        for number, word in enumerate(self.evidence.words):
            if word.segment == segment and (leaving is None or word.start != leaving.start):
                total += word.weight
                found += word.weight * (number in self.alignment.reachable)
        for value in self.values_in(segment):
            if value is not leaving and value.kind != "code":
                total += 1
                found += self.has_value(value)
        return found / total if total else NEUTRAL_FIT

    def values_in(self, segment: int) -> list[Value]:
        """The values of one evidence segment."""
        pairs = zip(self.evidence.values, self.evidence.value_segments, strict=True)
        return [value for value, place in pairs if place == segment]

    def has_value(self, value: Value) -> bool:
        """Whether the claim has this value of the evidence."""
        language = self.evidence.language
        return any(compare(own, value, language).state == "same" for own in self.claim.values)

    def strangers(self, segment: int) -> int:
        """How many words and values of an evidence segment the claim does not have."""
        known = self.alignment.reachable | self.opposites.keys()
        words = sum(
            not word.light and word.segment == segment and number not in known
            for number, word in enumerate(self.evidence.words)
        )
        values = sum(not self.has_value(v) for v in self.values_in(segment) if v.kind != "code")
        own = {mark.tag for mark in self.claim.modals}
        modals = sum(
            mark.segment == segment and mark.tag not in own for mark in self.evidence.modals
        )
        return words + values + modals + (segment in self.evidence.anaphoric)

    def owns(self, segment: int) -> bool:
        """Whether a word of the claim stands in this evidence segment and nowhere else."""
        elsewhere = {w.form.lemma for w in self.evidence.words if w.segment != segment}
        return any(
            e.segment == segment and not e.light and e.form.lemma not in elsewhere
            for _, e in self.matched()
        )

    def in_relative_clause(self, token: int) -> bool:
        """Whether a token of the evidence stands in a clause that narrows a word of the claim."""
        matched = {e.token for _, e in self.matched()}
        return any(
            start <= token < after and {start - 1, start - 2} & matched
            for start, after in self.evidence.relatives
        )

    def voice_changed(self) -> bool:
        """Whether one side is passive with its agent named (``by``) and the other is not."""
        sides = [
            any(word.relation == "by" for word in sentence.words)
            for sentence in (self.claim, self.evidence)
        ]
        return sides[0] != sides[1]

    def engaged(self) -> set[int]:
        """Clauses of the evidence that hold most words of the claim, or as many as those."""
        counts = Counter(e.clause for _, e in self.matched() if not e.light)
        most = max(counts.values(), default=0)
        return {clause for clause, count in counts.items() if 2 * count >= most}

    def held(self) -> set[int]:
        """Evidence segments that hold a word or value of the claim."""
        words = {e.segment for _, e in self.matched() if not e.light}
        pairs = zip(self.evidence.values, self.evidence.value_segments, strict=True)
        return words | {segment for value, segment in pairs if self.has_value(value)}


Detector = Callable[[Pair], Iterator[Finding]]


def has(marks: tuple[Mark, ...], tag: str) -> bool:
    """Whether one of the marks has the tag."""
    return any(mark.tag == tag for mark in marks)

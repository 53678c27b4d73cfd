"""What a language's tables hold. The tables themselves: ``lexicon_en``, ``lexicon_ru``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

Limit = Literal["eq", "in", "about", "le", "lt", "ge", "gt"]
"""How a value bounds: exactly, within, about, at most, less than, at least, more than."""

Modal = Literal["duty", "permission", "ban", "advice", "warning", "optional"]
"""``warning``: advised against; ``optional``: said not to be needed."""

Phrase = tuple[str, ...]
"""Folded words in a row."""


ARTICLES = frozenset(("a", "an", "the"))


class PhraseTable(dict[Phrase, Any]):
    """Phrase -> tag, with the words a phrase of the table may start with."""

    def __init__(self, entries: Mapping[Phrase, Any]) -> None:
        super().__init__(entries)
        self.starts = frozenset(phrase[0] for phrase in entries)


@dataclass(frozen=True)
class Lexicon:
    """The closed-class words and phrases of one language."""

    @cached_property
    def particle_starts(self) -> frozenset[str]:
        """The verbs of ``particle_verbs`` without their particles."""
        return frozenset(verb.partition("-")[0] for verb in self.particle_verbs)

    limits_before: Mapping[Phrase, Limit]
    """Stand before the value they bound."""
    limits_after: Mapping[Phrase, Limit]
    limit_adjectives: Mapping[str, Limit]
    """Lemmas (``maximum``) that bound a value later in the clause."""
    negators: frozenset[str]
    """Words that negate the next content word."""
    negator_phrases: PhraseTable
    """Phrases that negate the next content word (``no longer``)."""
    negators_of_verb: frozenset[str]
    """Negative pronouns, which negate the verb of their clause (``nothing``)."""
    negative_verbs: frozenset[str]
    """Lemmas (``fail``) that negate the verb after them."""
    not_negation: PhraseTable
    """Phrases with a negator in them that deny nothing (``not only``)."""
    modals: Mapping[str, Modal]
    """By lemma."""
    modal_phrases: PhraseTable
    """By folded words; matched before single modals."""
    conditions: PhraseTable
    """``if``, ``unless``, ``only_if``."""
    even_if: PhraseTable
    """Conditions that change nothing; read before the others."""
    exceptions: PhraseTable
    """``except``, ``including``."""
    only: frozenset[str]
    relations: PhraseTable
    """Prepositions of order and company: ``before``, ``after``, ``with``, ``without`` …"""
    quantifiers: Mapping[str, str]
    """``all``, ``some``, ``none``, ``most``."""
    function_words: frozenset[str]
    light: frozenset[str]
    """Lemmas that carry little: copulas and verbs that only join a thing to its value."""
    antonyms: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Pairs of sets of lemmas; a word of one set denies the words of the other."""
    complements: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """The same, where a thing must be one or the other; ``not closed`` is ``open``."""
    exclusive: tuple[frozenset[str], ...]
    """Sets of lemmas of which one excludes the others (weekdays)."""
    synonyms: tuple[frozenset[str], ...]
    unrestricting: frozenset[str]
    """Adjectives that make a noun no narrower."""
    idioms: PhraseTable
    """Phrases, by words or lemmas and without articles, that are read as one word."""
    particle_verbs: frozenset[str]
    """English ``verb-particle``: the particle makes another verb of it."""
    hedges: frozenset[str]
    """Words and lemmas that take back what is said (``nearly``, ``denied``)."""
    relatives: frozenset[str]
    """Words that start a clause narrowing the noun before it."""
    causal: PhraseTable
    """Phrases that give a reason."""
    conceding: PhraseTable
    """Phrases that say what did not prevent it."""
    finite: frozenset[str]
    """Auxiliaries: the predicate of a clause starts at one of them."""
    anaphora: frozenset[str]
    """Pronouns that stand for something said before."""
    breaks: frozenset[str]
    """Conjunctions and relative words that start a new clause."""


def phrases(text: str, tag: str = "") -> PhraseTable:
    """Phrases from a table written with ``;`` between them, all with one tag."""
    return PhraseTable({tuple(part.split()): tag for part in text.split(";") if part.strip()})


def tagged(**table: str) -> PhraseTable:
    """``tag="phrase; phrase"`` turned to phrase -> tag. A trailing underscore of a tag is dropped."""
    return PhraseTable(
        {phrase: tag.rstrip("_") for tag, text in table.items() for phrase in phrases(text)}
    )


def tagged_words(**table: str) -> dict[str, Any]:
    """``tag="word word"`` turned to word -> tag."""
    return {word: tag.rstrip("_") for tag, text in table.items() for word in text.split()}


@cache
def lexicon(language: str) -> Lexicon:
    """The tables of a language; English ones for every language but Russian."""
    if language == "ru":
        from harness.support.lexicon_ru import RUSSIAN

        return RUSSIAN
    from harness.support.lexicon_en import ENGLISH

    return ENGLISH


def words(text: str) -> frozenset[str]:
    """A set from a table written with spaces between the words."""
    return frozenset(text.split())


def idioms(text: str) -> PhraseTable:
    """Phrases from a table with ``word: phrase; phrase`` a line."""
    rows = (line.partition(":") for line in text.splitlines() if ":" in line)
    return PhraseTable(
        {
            tuple(part for part in phrase if part not in ARTICLES): word.strip()
            for word, _, said in rows
            for phrase in phrases(said)
        }
    )


def sets(text: str) -> tuple[frozenset[str], ...]:
    """Sets from a table with one set a line."""
    return tuple(words(line) for line in text.splitlines() if line.strip())


def pairs(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Opposites from a table with ``words | words`` a line."""
    rows: Iterable[list[str]] = (line.split("|") for line in text.splitlines() if "|" in line)
    return tuple((words(left), words(right)) for left, right in rows)

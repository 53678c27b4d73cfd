"""A sentence taken apart: the types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harness.support.lexicon import Modal
from harness.support.morphology import Form
from harness.support.values import Value


@dataclass(frozen=True, slots=True)
class Word:
    """One content word in its place."""

    text: str
    form: Form
    token: int
    start: int
    end: int
    clause: int
    """Number of the clause: a new one after ``;``, ``but``, ``if`` …"""
    segment: int
    """Number of the piece between commas and conjunctions."""
    weight: float = 1.0
    negated: bool = False
    modal: Modal | None = None
    modal_head: bool = False
    """The word a modal directly applies to: the verb after ``must``."""
    relation: str = ""
    condition: str = ""
    """The condition or exception the word belongs to: ``if``, ``unless``, ``except`` …"""
    passive: bool = False
    """An English verb right behind a form of ``be``."""
    proper: bool = False
    code: bool = False

    @property
    def light(self) -> bool:
        return self.weight < 1


_LABELS = frozenset(
    "code error status message number option flag parameter argument setting key variable header"
    " endpoint route line command file form version release model type port field function method"
    " код ошибка статус сообщение номер параметр ключ флаг опция команда файл форма версия модель"
    " метод функция заголовок".split()
)
"""Words that say of what kind a code is."""


def is_label(word: Word) -> bool:
    """Whether a word may stand before a code and say nothing more than what kind it is of."""
    return word.form.lemma in _LABELS and not word.negated


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that changes what the sentence says: a modal, a quantifier, a condition, ``only``."""

    tag: str
    token: int
    """Its first token."""
    after: int
    start: int
    end: int
    clause: int
    segment: int
    final: bool = False
    """A modal after which nothing follows in its clause."""


@dataclass(frozen=True)
class Sentence:
    """A sentence taken apart. Spans are characters of ``text``."""

    text: str
    language: str
    words: tuple[Word, ...]
    values: tuple[Value, ...]
    value_segments: tuple[int, ...]
    """Segment of each value."""
    value_clauses: tuple[int, ...]
    value_relations: tuple[str, ...] = ()
    """The preposition before each value."""
    modals: tuple[Mark, ...] = ()
    conditions: tuple[Mark, ...] = ()
    only: tuple[Mark, ...] = ()
    quantifiers: tuple[Mark, ...] = ()
    negators: tuple[Mark, ...] = ()
    predicates: Mapping[int, int] = field(default_factory=dict)
    """Clause -> token at which its predicate starts, where that can be told."""
    anaphoric: frozenset[int] = frozenset()
    """Segments with a pronoun that is not their subject."""
    segments: int = 0
    """How many segments there are."""
    after_comma: frozenset[int] = frozenset()
    """Segments that a comma or semicolon starts."""
    corrected: Mapping[int, int] = field(default_factory=dict)
    """Segment -> the one that puts another word in the place of its last, denied one."""
    hedges: frozenset[str] = frozenset()
    """Lemmas that take back what is said (``nearly``, ``denied``)."""
    relatives: tuple[tuple[int, int], ...] = ()
    """Tokens of clauses with ``that`` or ``который`` that narrow the noun before them."""
    joins: Mapping[int, str] = field(default_factory=dict)
    """Segment -> ``and`` or ``or`` that joins it to the one before."""
    listed: frozenset[int] = frozenset()
    """Segments that only add a thing to a list."""
    causal: bool = False
    """Whether it gives a reason (``because``)."""
    conceding: bool = False
    """Whether it holds against expectation (``although``)."""
    coordinated: frozenset[int] = frozenset()
    """Segments that start a statement beside another: after ``and``, ``but``, or with a dash."""
    loose_negators: int = 0
    """Negators that deny no word of their clause."""
    not_only: int = 0
    """Phrases like ``not only``."""
    contrast: bool = False
    """``not because of A but because of B``: the negation is of A alone."""
    index: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Keys of words (lemma, stem, first letters) to their numbers, for fast matching."""


def head_of(sentence: Sentence, segment: int) -> int:
    """The segment in which the list starts that a segment adds to; the segment itself elsewhere."""
    while segment in sentence.listed:
        segment -= 1
    return segment


def index_words(words: Sequence[Word]) -> dict[str, tuple[int, ...]]:
    """Word numbers by folded text, lemma, stem (``~``) and first letters (``^``)."""
    index: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        for key in word_keys(word):
            index.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in index.items()}


_FIRST_LETTERS = 3


def word_keys(word: Word) -> tuple[str, ...]:
    """The keys a word is found by."""
    if word.code:
        return (word.text,)
    return tuple(dict.fromkeys((word.text, word.form.lemma, first_letters(word))))


def first_letters(word: Word) -> str:
    """The key under which words that may share a root are found."""
    return start_key(word.form.lemma)


def start_key(lemma: str) -> str:
    """:func:`first_letters` of a lemma."""
    return "^" + lemma[:_FIRST_LETTERS]

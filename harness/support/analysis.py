"""One sentence, taken apart: content words with their polarity, modality and conditions; values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from harness.support.lexicon import Limit, Modal, Phrase, lexicon
from harness.support.morphology import Form, form
from harness.support.surface import Token, tokens
from harness.support.units import UNITS
from harness.support.values import Value, limit_phrase_before, read_values

_CACHE = 20_000
_LONGEST_PHRASE = 5
_STRONG_BREAKS = frozenset(";:()")
_WEAK_BREAKS = frozenset((",", "|", "и", "или", "and", "or", "nor"))
_RELATION_REACH = 3  # content words a preposition applies to
_LIGHT_WEIGHT = 0.2
_T = TypeVar("_T")


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
    proper: bool = False
    code: bool = False

    @property
    def light(self) -> bool:
        return self.weight < 1


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
    causal: bool = False
    """Whether it gives a reason (``because``)."""
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


@lru_cache(maxsize=_CACHE)
def analyse(text: str, language: str) -> Sentence:
    """Take a sentence apart; the same text is analysed once."""
    return _Reader(text, language).read()


class _Reader:
    """The passes over the tokens of one sentence; each marks what it has used."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language
        self.tables = lexicon(language)
        self.tokens = tokens(text)
        self.texts = [token.text for token in self.tokens]
        self.used = [False] * len(self.tokens)
        self.clause = [0] * len(self.tokens)
        self.segment = [0] * len(self.tokens)

    def read(self) -> Sentence:
        values = read_values(self.tokens, self.language)
        for value in values:
            self._use_value(value)
        not_only = self._use_phrases(self.tables.not_negation)
        quantifiers = self._quantifier_phrases()
        exceptions = self._marks(self.tables.exceptions)
        conditions = self._marks(self.tables.conditions) + exceptions
        self._number_clauses(conditions)
        conditions = [self._placed(mark) for mark in conditions]
        modals = self._modals()
        negators = self._negators()
        modals, negators = self._negate_modals(modals, negators)
        values, modals, negators = self._flip_limits(values, modals, negators)
        only = self._lemma_marks(dict.fromkeys(self.tables.only, "only"))
        more, negators = self._quantifiers(negators)
        quantifiers = [self._placed(mark) for mark in quantifiers] + more
        values = self._bind_limit_adjectives(values)
        relations = self._relation_tags()
        words = self._words(modals, negators, conditions, relations)
        return Sentence(
            text=self.text,
            language=self.language,
            words=tuple(words),
            values=tuple(values),
            value_segments=tuple(self.segment[value.first] for value in values),
            value_clauses=tuple(self.clause[value.first] for value in values),
            value_relations=tuple(relations.get(value.first, "") for value in values),
            modals=tuple(modals),
            conditions=tuple(sorted(conditions, key=lambda mark: mark.token)),
            only=tuple(only),
            quantifiers=tuple(quantifiers),
            negators=tuple(negators),
            predicates=self._predicates(),
            anaphoric=self._anaphoric(),
            segments=(self.segment[-1] + 1) if self.segment else 0,
            after_comma=self._after_comma(),
            causal=any(True for _ in self._find(dict.fromkeys(self.tables.causal, ""), used=True)),
            coordinated=self._coordinated(),
            loose_negators=sum(_negated_word(mark, words) is None for mark in negators),
            not_only=not_only,
            contrast=self._is_contrast(negators),
            index=index_words(words),
        )

    # -- marking -------------------------------------------------------------------------

    def _use(self, first: int, after: int) -> None:
        self.used[first:after] = [True] * (after - first)

    def _use_value(self, value: Value) -> None:
        if value.kind == "code":
            return
        self._use(value.first, value.after)
        dated = value.kind == "date"
        before = limit_phrase_before(self.tokens, value.first, self.tables, dated=dated)
        if before is not None and value.kind != "ordinal":
            self._use(before[1], value.first)
        for length in range(3, 0, -1):
            if tuple(self.texts[value.after : value.after + length]) in self.tables.limits_after:
                self._use(value.after, value.after + length)
                return

    def _find(
        self, table: Mapping[Phrase, _T], *, used: bool = False
    ) -> Iterator[tuple[int, int, _T]]:
        """(first token, token after, tag) of the longest phrases of a table, used ones on demand."""
        at = 0
        while at < len(self.tokens):
            hit = self._longest(table, at, used=used)
            if hit is None:
                at += 1
                continue
            yield at, hit[0], hit[1]
            at = hit[0]

    def _longest(self, table: Mapping[Phrase, _T], at: int, *, used: bool) -> tuple[int, _T] | None:
        for length in range(min(_LONGEST_PHRASE, len(self.tokens) - at), 0, -1):
            phrase = tuple(self.texts[at : at + length])
            if phrase in table and (used or not any(self.used[at : at + length])):
                return at + length, table[phrase]
        return None

    def _use_phrases(self, table: frozenset[Phrase]) -> int:
        found = list(self._find(dict.fromkeys(table, "")))
        for first, after, _ in found:
            self._use(first, after)
        return len(found)

    def _mark(self, tag: str, first: int, after: int) -> Mark:
        self._use(first, after)
        return Mark(
            tag,
            first,
            after,
            self.tokens[first].start,
            self.tokens[after - 1].end,
            self.clause[first],
            self.segment[first],
        )

    def _marks(self, table: Mapping[Phrase, str]) -> list[Mark]:
        return [self._mark(tag, first, after) for first, after, tag in list(self._find(table))]

    def _lemma_marks(self, table: Mapping[str, str]) -> list[Mark]:
        marks: list[Mark] = []
        for at, token in enumerate(self.tokens):
            if token.kind == "word" and not self.used[at]:
                tag = table.get(token.text) or table.get(form(token.text).lemma)
                if tag:
                    marks.append(self._mark(tag, at, at + 1))
        return marks

    # -- clauses -------------------------------------------------------------------------

    def _number_clauses(self, conditions: Sequence[Mark]) -> None:
        starts = {mark.token for mark in conditions}
        clause = segment = 0
        in_condition = False
        for at, token in enumerate(self.tokens):
            taken = self.used[at] and at not in starts
            ends_condition = in_condition and token.text == ","
            if at in starts or (not taken and (ends_condition or self._breaks_clause(token))):
                clause, segment = clause + 1, segment + 1
                in_condition = at in starts
            elif not taken and token.text in _WEAK_BREAKS:
                segment += 1
            self.clause[at], self.segment[at] = clause, segment

    def _breaks_clause(self, token: Token) -> bool:
        if token.text in _STRONG_BREAKS:
            return True
        if _is_letter(token) and token is not self.tokens[0]:
            return False
        return token.text in self.tables.breaks and token.text not in _WEAK_BREAKS

    # -- modality and negation -----------------------------------------------------------

    def _modals(self) -> list[Mark]:
        marks = self._marks(self.tables.modal_phrases)
        for at, token in enumerate(self.tokens):
            if token.kind != "word" or self.used[at]:
                continue
            word = form(token.text)
            tag = self.tables.modals.get(token.text) or self.tables.modals.get(word.lemma)
            if tag:
                marks.append(self._mark(tag, at, at + 1))
            elif "impr" in word.features:
                marks.append(replace(self._mark("duty", at, at + 1), after=at))
                self.used[at] = False
        return sorted(marks, key=lambda mark: mark.token)

    def _placed(self, mark: Mark) -> Mark:
        """The mark with clause numbers, which were not known when it was found."""
        return replace(mark, clause=self.clause[mark.token], segment=self.segment[mark.token])

    def _negators(self) -> list[Mark]:
        marks = self._marks(dict.fromkeys(self.tables.negator_phrases, "not"))
        for at, token in enumerate(self.tokens):
            if token.kind == "word" and not self.used[at]:
                tag = self._negator_tag(at)
                if tag:
                    marks.append(self._mark(tag, at, at + 1))
        return sorted(marks, key=lambda mark: mark.token)

    def _negator_tag(self, at: int) -> str:
        """``not`` denies the next word, ``no`` likewise but never a modal, ``back`` the last word."""
        text = self.texts[at]
        if text == "none" and at + 1 < len(self.texts) and self.texts[at + 1] == "of":
            return "no"
        if text == "not" and at + 1 < len(self.texts) and self.texts[at + 1] in ("one", "a"):
            return "no"
        if text in self.tables.negators_of_verb or (text == "free" and self._glued(at)):
            return "back"
        if text in ("no", "without", "neither", "без"):
            return "no"
        if text in self.tables.negators or text.endswith("n't"):
            return "not"
        lemma = form(text).lemma
        negative = lemma in self.tables.negative_verbs or lemma in self.tables.negators
        return "no" if negative else ""

    def _glued(self, at: int) -> bool:
        """Whether a hyphen joins the token to the one before: ``claim-free``."""
        return at > 1 and self.texts[at - 1] == "-" and not self.tokens[at].space_before

    def _negate_modals(
        self, modals: list[Mark], negators: list[Mark]
    ) -> tuple[list[Mark], list[Mark]]:
        """Fold a negator beside a modal into it: ``must never`` is a ban."""
        left = list(negators)
        result: list[Mark] = []
        for modal in modals:
            before = [n for n in left if self._beside(n, modal)]
            behind = [n for n in left if self._beside(modal, n) and n.tag == "not"]
            if before:
                left.remove(before[-1])
                modal = replace(modal, tag=_negated_modal(modal.tag, self.texts[modal.token]))
            elif behind and behind[0].segment == modal.segment and modal.tag != "optional":
                left.remove(behind[0])
                modal = replace(modal, tag=_modal_of_negated(modal.tag, self.language))
            result.append(modal)
        return self._chained(result), left

    def _chained(self, modals: list[Mark]) -> list[Mark]:
        """``may not be able to`` is one modal, a ban; ``may have to`` a permission."""
        kept: list[Mark] = []
        for modal in modals:
            if kept and self._beside(kept[-1], modal) and modal.after > modal.token:
                kept[-1] = replace(kept[-1], after=modal.after)
            else:
                kept.append(modal)
        return kept

    def _quantifiers(self, negators: list[Mark]) -> tuple[list[Mark], list[Mark]]:
        """Quantifiers; ``not all`` and ``не все`` are one mark, and deny no other word."""
        marks = []
        for mark in self._lemma_marks(self.tables.quantifiers):
            if mark.tag == "all" and self._is_frequency(mark.after):
                continue
            denial = [n for n in negators if n.after == mark.token]
            if denial:
                negators = [n for n in negators if n is not denial[0]]
                mark = replace(mark, tag="not_" + mark.tag, token=denial[0].token)
            marks.append(mark)
        return marks, negators

    def _is_free_one(self, at: int) -> bool:
        return not self.used[at] and (at == 0 or self.texts[at - 1] not in ("not", "no", "ни"))

    def _beside(self, one: Mark, other: Mark) -> bool:
        """Whether ``other`` follows ``one`` with at most an auxiliary or adverb between."""
        if not 0 <= other.token - one.after < 3 or one.clause != other.clause:
            return False
        if one.tag in ("no", "back"):
            return False
        return not any(
            self._is_content(at, self.tokens[at]) and not self.texts[at].endswith("ly")
            for at in range(one.after, other.token)
        )

    def _is_frequency(self, at: int) -> bool:
        """``every 60 min``, ``каждый день``: how often, not of how many."""
        if at >= len(self.tokens):
            return False
        unit = UNITS.get(form(self.texts[at]).lemma)
        return self.used[at] or (unit is not None and unit.dimension == "time")

    def _quantifier_phrases(self) -> list[Mark]:
        """``ни один``, ``not one``: none; ``one of``, ``один из``: one."""
        marks = []
        for at in range(len(self.tokens) - 1):
            one, two = (form(text).lemma for text in self.texts[at : at + 2])
            if (one, two) == ("ни", "один"):
                marks.append(self._mark("none", at, at + 2))
            elif (one, two) in (("one", "of"), ("один", "из")) and self._is_free_one(at):
                marks.append(self._mark("one", at, at + 2))
        return marks

    def _flip_limits(
        self, values: list[Value], modals: list[Mark], negators: list[Mark]
    ) -> tuple[list[Value], list[Mark], list[Mark]]:
        """``must not weigh more than 8 kg`` says ``weighs at most 8 kg``."""
        for number, value in enumerate(values):
            if value.limit not in _FLIPPED or value.kind == "date":
                continue
            start = values[number - 1].after if number else 0
            place = (start, value.first, self.clause[value.first])
            bans = [m for m in modals if m.tag == "ban" and _within(m, place)]
            denials = [m for m in negators if _within(m, place)]
            if bans or denials:
                values[number] = replace(value, limit=_FLIPPED[value.limit])
                modals = [m for m in modals if m not in bans[-1:]]
                negators = negators if bans else [m for m in negators if m is not denials[-1]]
        return values, modals, negators

    def _bind_limit_adjectives(self, values: list[Value]) -> list[Value]:
        """``the maximum size is 10 MB`` says ``at most 10 MB``."""
        bound = list(values)
        for at, token in enumerate(self.tokens):
            if token.kind != "word" or self.used[at]:
                continue
            tables = self.tables
            limit = tables.limit_adjectives.get(token.text) or tables.limit_adjectives.get(
                form(token.text).lemma
            )
            number = self._limited_value(at, bound) if limit else None
            if limit and number is not None:
                bound[number] = replace(bound[number], limit=limit)
                self._use(at, at + 1)
        return bound

    def _limited_value(self, at: int, values: Sequence[Value]) -> int | None:
        """The value a limit adjective bounds: the next of its clause, else the last before it."""
        same = [
            (value.first - at, number)
            for number, value in enumerate(values)
            if self.clause[value.first] == self.clause[at]
            and value.limit in ("eq", "in", "about")
            and value.kind in ("amount", "count")
        ]
        ahead = [pair for pair in same if pair[0] > 0]
        if ahead:
            return min(ahead)[1]
        return max(same)[1] if same else None

    def _is_contrast(self, negators: Sequence[Mark]) -> bool:
        joiner = {"but", "rather"} if self.language != "ru" else {"а"}
        return any(
            text in joiner
            and any(mark.token < at for mark in negators)
            and at + 1 < len(self.texts)
            and self.texts[at + 1] in _CONTRASTED
            for at, text in enumerate(self.texts)
        )

    def _predicates(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for at, token in enumerate(self.tokens):
            finite = token.text in self.tables.finite or form(token.text).pos == "VERB"
            if token.kind == "word" and finite:
                found.setdefault(self.clause[at], at)
        return found

    def _anaphoric(self) -> frozenset[int]:
        return frozenset(
            self.segment[at]
            for at in range(1, len(self.tokens))
            if self.texts[at] in self.tables.anaphora
            and self.segment[at] == self.segment[at - 1]
            and self.clause[at - 1] == self.clause[at]
            and self._follows_content(at)
        )

    def _after_comma(self) -> frozenset[int]:
        return frozenset(
            self.segment[at]
            for at in range(1, len(self.texts))
            if self.texts[at] in (",", ";", "|") and self.segment[at] != self.segment[at - 1]
        )

    def _coordinated(self) -> frozenset[int]:
        found = set()
        for at, text in enumerate(self.texts):
            starts = at and self.segment[at] != self.segment[at - 1]
            dash = text == "-" and self.tokens[at].space_before and self.segment[at]
            if (starts and text in _JOINERS) or dash:
                found.add(self.segment[at])
        return frozenset(found)

    def _follows_content(self, at: int) -> bool:
        """Whether the pronoun's segment has a content word before it."""
        first = self.segment.index(self.segment[at])
        return any(self._is_content(n, self.tokens[n]) for n in range(first, at))

    # -- words ---------------------------------------------------------------------------

    def _words(
        self,
        modals: Sequence[Mark],
        negators: Sequence[Mark],
        conditions: Sequence[Mark],
        relations: Mapping[int, str],
    ) -> list[Word]:
        words = [
            self._word(at, token, relations)
            for at, token in enumerate(self.tokens)
            if self._is_content(at, token)
        ]
        heads = {_modal_head(mark, words) for mark in modals}
        words = [
            replace(
                word,
                modal=_governing(word, modals),
                modal_head=number in heads,
                condition=self._condition(word, conditions),
            )
            for number, word in enumerate(words)
        ]
        denials = Counter(_negated_word(mark, words) for mark in negators)
        return [replace(w, negated=denials[n] % 2 == 1) for n, w in enumerate(words)]

    def _is_content(self, at: int, token: Token) -> bool:
        if token.kind == "code":
            return True
        if token.kind != "word" or self.used[at]:
            return False
        if _is_letter(token) and at:
            return True
        if token.text in self.tables.function_words:
            return False
        if token.text in lexicon("en").function_words and not _acronym(token):
            return False
        return form(token.text).pos != "FUNC"

    def _word(self, at: int, token: Token, relations: Mapping[int, str]) -> Word:
        word = form(token.text)
        light = word.lemma in self.tables.light or token.text in self.tables.light
        proper = token.kind == "word" and (token.raw[:1].isupper() and at > 0)
        return Word(
            token.text,
            word,
            at,
            token.start,
            token.end,
            self.clause[at],
            self.segment[at],
            weight=_LIGHT_WEIGHT if light else 1.0,
            relation=relations.get(at, ""),
            proper=proper,
            code=token.kind == "code",
        )

    def _relation_tags(self) -> dict[int, str]:
        """Token -> relation: each preposition tags the next few words of its segment."""
        tags: dict[int, str] = {}
        for first, after, tag in list(self._find(self.tables.relations)):
            reach = 0
            for at in range(after, len(self.tokens)):
                if self.segment[at] != self.segment[first] or reach == _RELATION_REACH:
                    break
                if reach and self.texts[at] in self.tables.function_words:
                    break
                if self.tokens[at].kind != "symbol":
                    tags[at] = tag
                    reach += self.texts[at] not in self.tables.function_words
        return tags

    def _condition(self, word: Word, conditions: Sequence[Mark]) -> str:
        """The condition a word stands in: from its marker to the next comma or clause."""
        for mark in conditions:
            if self.clause[mark.token] == word.clause and mark.token < word.token:
                between = self.texts[mark.after : word.token]
                if "," not in between and "|" not in between:
                    return mark.tag
        return ""


_JOINERS = frozenset("and or but while whereas ; и или а но тогда".split())
_FLIPPED: dict[Limit, Limit] = {"gt": "le", "lt": "ge"}
_CONTRASTED = frozenset(
    "because due by from to in on for with из-за потому в на для с по от".split()
)
_MUST = frozenset(("must", "shall", "должен", "должна", "должно", "должны", "следует", "ought"))


def _negated_modal(tag: str, text: str) -> str:
    """``not`` before the modal, or after ``must``: what remains said."""
    if tag == "duty":
        return "ban" if text in _MUST else "optional"
    return {"permission": "ban", "ban": "permission", "advice": "warning", "optional": "duty"}.get(
        tag, tag
    )


def _modal_of_negated(tag: str, language: str) -> str:
    """The modal before ``not`` + verb: ``обязан не разглашать`` is a ban."""
    if tag == "permission":
        return "optional" if language == "ru" else "ban"
    return {"duty": "ban", "advice": "warning", "ban": "duty"}.get(tag, tag)


def _within(mark: Mark, place: tuple[int, int, int]) -> bool:
    start, end, clause = place
    return start <= mark.token < end and mark.clause == clause


def _governing(word: Word, modals: Sequence[Mark]) -> Modal | None:
    """The nearest modal before the word in its clause, else the first one after it."""
    same = [mark for mark in modals if mark.clause == word.clause]
    before = [mark for mark in same if mark.token <= word.token]
    behind = [mark for mark in same if mark.segment == word.segment]
    for mark in [*before[-1:], *behind[:1]]:
        return mark.tag  # type: ignore[return-value]
    return None


def _modal_head(mark: Mark, words: Sequence[Word]) -> int | None:
    """The number of the word a modal applies to: the next of its segment, else the last before."""
    same = [n for n, word in enumerate(words) if word.clause == mark.clause]
    behind = [n for n in same if words[n].token >= mark.after and words[n].segment == mark.segment]
    before = [n for n in same if words[n].token < mark.token]
    if behind:
        return behind[0]
    return before[-1] if before else None


def _negated_word(mark: Mark, words: Sequence[Word]) -> int | None:
    """The number of the word a negator denies: the next of its clause, else the last before."""
    if mark.tag != "back":
        for number, word in enumerate(words):
            if word.token >= mark.after and word.clause == mark.clause:
                return number
    same = [n for n, w in enumerate(words) if w.clause == mark.clause]
    before = [n for n in same if words[n].token < mark.token]
    return before[-1] if before else next(iter(same), None)


def _is_letter(token: Token) -> bool:
    """A capital letter by itself names something: ``module A``."""
    return len(token.raw) == 1 and token.raw.isupper() and token.raw not in "IИВСКОУ"


def _acronym(token: Token) -> bool:
    return len(token.raw) > 1 and token.raw.isupper()


def index_words(words: Sequence[Word]) -> dict[str, tuple[int, ...]]:
    """Word numbers by folded text, lemma, stem (``~``) and first letters (``^``)."""
    index: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        for key in word_keys(word):
            index.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in index.items()}


_FIRST_LETTERS = 4


def word_keys(word: Word) -> tuple[str, ...]:
    """The keys a word is found by."""
    if word.code:
        return (word.text,)
    return tuple(dict.fromkeys((word.text, word.form.lemma, first_letters(word))))


def first_letters(word: Word) -> str:
    """The key under which words that may share a root are found."""
    return "^" + word.form.lemma[:_FIRST_LETTERS]

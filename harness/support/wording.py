"""The content words of one sentence, each with what governs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from harness.support.lexicon import Modal
from harness.support.marking import Marked
from harness.support.morphology import form, undenied
from harness.support.sentence import Mark, Word
from harness.support.surface import Token

_LIGHT_WEIGHT = 0.2


def content_words(
    marked: Marked,
    modals: Sequence[Mark],
    negators: Sequence[Mark],
    conditions: Sequence[Mark],
    relations: Mapping[int, str],
) -> list[Word]:
    """The words that carry content, in order, with negation, modality and condition of each."""
    words = [
        _word(marked, at, token, relations)
        for at, token in enumerate(marked.tokens)
        if marked.is_content(at, token)
    ]
    modals = [replace(mark, final=_is_final(mark, words)) for mark in modals]
    heads = {_modal_head(mark, words) for mark in modals}
    if not (modals or conditions or negators):
        return words
    denials = Counter(negated_word(mark, words) for mark in negators)
    return [
        replace(
            word,
            modal=_governing(word, modals),
            modal_head=number in heads,
            condition=_condition(marked, word, conditions),
            negated=word.negated != (denials[number] % 2 == 1),
        )
        for number, word in enumerate(words)
    ]


def _word(marked: Marked, at: int, token: Token, relations: Mapping[int, str]) -> Word:
    bare = undenied(token.text) if _is_attributive(marked, at) else ""
    text = _with_particle(marked, at) or bare or token.text
    word = form(text)
    light = word.lemma in marked.tables.light or token.text in marked.tables.light
    light = light and not marked.opens_compound(at)
    proper = token.kind == "word" and (token.raw[:1].isupper() and at > 0)
    return Word(
        text,
        word,
        at,
        token.start,
        token.end,
        marked.clause[at],
        marked.segment[at],
        weight=_LIGHT_WEIGHT if light else 1.0,
        relation=relations.get(at, ""),
        passive=_is_passive(marked, at),
        proper=proper,
        code=token.kind == "code",
        negated=bool(bare),
    )


def _is_attributive(marked: Marked, at: int) -> bool:
    """Whether the word it says something of follows: ``unused leave``."""
    following = at + 1 < len(marked.tokens)
    return following and marked.is_content(at + 1, marked.tokens[at + 1])


_BE = frozenset("is are was were be been being".split())


def _is_passive(marked: Marked, at: int) -> bool:
    """``is signed``, ``are promptly sent``: a participle behind a form of ``be``."""
    before = at - 1
    while before > 0 and (marked.texts[before] in _BETWEEN or marked.texts[before].endswith("ly")):
        before -= 1
    if before < 0 or marked.texts[before] not in _BE:
        return False
    text = marked.texts[at]
    return form(text).lemma != text and not text.endswith(("ing", "s"))


_BETWEEN = frozenset("not also always never".split())
_PARTICLE_REACH = 4  # tokens between a verb and its particle: "switch the old heater off"


def _with_particle(marked: Marked, at: int) -> str:
    """The verb that a particle makes of this one: ``switched … off``."""
    lemma = form(marked.texts[at]).lemma
    if lemma not in marked.tables.particle_starts:
        return ""
    for later in marked.texts[at + 1 : at + 2 + _PARTICLE_REACH]:
        if f"{lemma}-{later}" in marked.tables.particle_verbs:
            return f"{lemma}-{later}"
    return ""


def _condition(marked: Marked, word: Word, conditions: Sequence[Mark]) -> str:
    """The condition a word stands in: from its marker to the next comma or clause."""
    for mark in conditions:
        if marked.clause[mark.token] == word.clause and mark.token < word.token:
            between = marked.texts[mark.after : word.token]
            ended = mark.tag == "except" and _is_past_noun(marked, mark, word.token)
            if "," not in between and "|" not in between and not ended:
                return mark.tag
    return ""


_LONGEST_NOUN_PHRASE = 3  # content words


def _is_past_noun(marked: Marked, mark: Mark, at: int) -> bool:
    """Whether a word stands after the noun that is excepted: ``all except trainees get …``."""
    between = range(mark.after, at)
    verb = any(
        marked.texts[n] in marked.tables.finite or _is_verb(marked.texts[n]) for n in [*between, at]
    )
    return verb or sum(marked.is_content(n, marked.tokens[n]) for n in between) >= (
        _LONGEST_NOUN_PHRASE
    )


def _is_verb(text: str) -> bool:
    """Whether a Russian word is a verb that is no attribute: not in ``оборудованных стоянок``."""
    word = form(text)
    return word.pos == "VERB" and "full" not in word.features


def _governing(word: Word, modals: Sequence[Mark]) -> Modal | None:
    """The nearest modal before the word in its clause, else the first one after it."""
    same = [mark for mark in modals if mark.clause == word.clause]
    before = [mark for mark in same if mark.token <= word.token]
    behind = [mark for mark in same if mark.segment == word.segment or mark.final]
    for mark in [*before[-1:], *behind[:1]]:
        return mark.tag  # type: ignore[return-value]
    return None


def _is_final(mark: Mark, words: Sequence[Word]) -> bool:
    """Whether a modal ends its clause (``cats and dogs are allowed``) and so governs all of it."""
    return not any(word.clause == mark.clause and word.token >= mark.after for word in words)


_ATTENDING = frozenset("because despite inside outside on at through".split())


def _modal_head(mark: Mark, words: Sequence[Word]) -> int | None:
    """The number of the word a modal applies to: the next of its segment, else the last before."""
    same = [n for n, word in enumerate(words) if word.clause == mark.clause]
    behind = [n for n in same if words[n].token >= mark.after and words[n].segment == mark.segment]
    before = [n for n in same if words[n].token < mark.token]
    if behind and before and words[behind[0]].relation in _ATTENDING:
        return before[-1]  # "scooters are banned because of the risk"
    if behind:
        return behind[0]
    return before[-1] if before else None


def negated_word(mark: Mark, words: Sequence[Word]) -> int | None:
    """The number of the word a negator denies: the next of its clause, else the last before."""
    clause = [n for n, word in enumerate(words) if word.clause == mark.clause]
    segment = [n for n in clause if words[n].segment == mark.segment]
    if mark.tag == "not" and not segment:
        return None  # "before the deadline, not after it"
    for same in (segment, clause):
        behind = [n for n in same if words[n].token >= mark.after]
        before = [n for n in same if words[n].token < mark.token]
        choice = [*before[-1:], *behind[:1]] if mark.tag == "back" else [*behind[:1], *before[-1:]]
        if choice:
            return choice[0]
    return None

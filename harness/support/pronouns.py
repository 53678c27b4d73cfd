"""A sentence whose subject is a pronoun, read with the subject of the sentence before it."""

from __future__ import annotations

from harness.support.analysis import analyse
from harness.support.clauses import subject_end
from harness.support.sentence import Sentence
from harness.support.surface import Token, tokens

_SUBJECTS = {
    "en": frozenset("it they he she".split()),
    "ru": frozenset("он она оно они".split()),
}


def resolved(text: str, before: str, language: str) -> str | None:
    """``text`` with its subject pronoun replaced; ``None`` without one, or without a subject.

    A guess: good enough to doubt a claim, not to support one.
    """
    pronoun = _pronoun(tokens(text), language)
    subject = _subject(analyse(before, language)) if pronoun else None
    if pronoun is None or subject is None:
        return None
    return text[: pronoun.start] + subject + text[pronoun.end :]


def _pronoun(found: tuple[Token, ...], language: str) -> Token | None:
    """The one subject pronoun; an English one starts the sentence."""
    wanted = _SUBJECTS.get(language, _SUBJECTS["en"])
    places = found if language == "ru" else found[:1]
    pronouns = [token for token in places if token.text in wanted]
    return pronouns[0] if len(pronouns) == 1 else None


def _subject(sentence: Sentence) -> str | None:
    """What stands before the predicate of a sentence of one plain statement."""
    end = subject_end(sentence.text, sentence.language)
    if not end or any(mark.clause == 0 for mark in sentence.conditions):
        return None
    inside = [word for word in sentence.words if word.start < end]
    if sentence.language == "ru" and not any("nomn" in w.form.cases for w in inside):
        return None
    return sentence.text[:end].strip() if inside else None

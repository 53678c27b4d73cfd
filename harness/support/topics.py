"""A sentence that leaves out what the sentence before it has named.

``Version 4 of the interface is out. Version 3 will be switched off`` speaks of the interface both
times; ``The pump stops by itself. Its sound level is 42 dB`` of the pump.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from harness.support.analysis import analyse
from harness.support.clauses import subject_end
from harness.support.matching import has_word, pairs_with
from harness.support.morphology import form, readings
from harness.support.presence import Wanted
from harness.support.sentence import Sentence, Word
from harness.support.surface import tokens

_PRONOUNS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("it", "its", "itself"), ("", "sing")),
    **dict.fromkeys(("they", "their", "them", "these"), ("", "plur")),
    **dict.fromkeys(("она", "ее", "ей", "ней", "нее", "ею"), ("femn", "sing")),
    **dict.fromkeys(("он", "его", "ему", "него", "нему", "нем", "им"), ("masc", "sing")),
    "оно": ("neut", "sing"),
    **dict.fromkeys(("они", "их", "ими", "них", "ним", "ними"), ("", "plur")),
}
"""Pronoun -> (gender, number)."""
_OBLIQUE_NEUTER = frozenset(("его", "ему", "него", "нему", "нем", "им"))


def names_topic(wanted: Wanted, missing: frozenset[int], piece: str, before: Sequence[str]) -> bool:
    """Whether the words a piece lacks name what the text before it is about.

    They do where the piece has a pronoun in their place, or where the claim only adds them to a
    word of the piece: ``version 3 of the interface``.
    """
    claim = wanted.claim
    lost = [claim.words[n] for n in sorted(missing) if not claim.words[n].light]
    if not lost or not before or any(word.negated or word.code for word in lost):
        return False
    here = analyse(piece, claim.language)
    if _pronoun_stands_for(lost, here, before[-1]):
        return True
    if len(lost) > 1:
        return False
    named = any(has_word(analyse(text, claim.language), lost[0]) for text in before)
    return named and _is_added(claim, lost[0]) and not _has_other_subject(claim, here)


def _is_added(claim: Sentence, word: Word) -> bool:
    """Whether the word hangs on the one before: ``of the interface``, ``график отпусков``."""
    before = [other for other in claim.words if other.token < word.token]
    if not before or before[-1].segment != word.segment:
        return False
    if claim.language != "ru":
        return word.relation == "of" or word.text.endswith("'s")
    close = before[-1].token == word.token - 1
    return close and before[-1].form.pos == "NOUN" and "gent" in word.form.cases


def _has_other_subject(claim: Sentence, here: Sentence) -> bool:
    """Whether the piece speaks, before its verb, of something that the claim does not name."""
    end = subject_end(here.text, here.language)
    places = [word for word in here.words if word.start < end and not word.light]
    return any(not has_word(claim, word) for word in places) or not places


def _pronoun_stands_for(lost: Sequence[Word], here: Sentence, before: str) -> bool:
    """Whether the one pronoun of a piece can stand for the words and for no others before it."""
    found = [token.text for token in tokens(here.text) if token.text in _PRONOUNS]
    if len(set(found)) != 1:
        return False
    gender, number = _PRONOUNS[found[0]]
    sentence = analyse(before, here.language)
    if here.language == "ru":
        nouns = {
            w.form.lemma: w for w in sentence.words if _agrees(w.text, found[0], gender, number)
        }
        verb = subject_end(before, here.language)
        subjects = [w for w in nouns.values() if "nomn" in w.form.cases and w.start < verb]
        candidates = subjects if len(subjects) == 1 else list(nouns.values())
        single = len(candidates) == len(lost) == 1
        return single and pairs_with(lost[0], candidates[0], here.language)
    end = subject_end(before, here.language)
    subject = [w for w in sentence.words if w.start < end and not w.relation]
    if not subject or len(lost) > len(subject):
        return False
    pairs = zip(lost, subject[-len(lost) :], strict=True)
    if not all(pairs_with(word, its, here.language) for word, its in pairs):
        return False
    agrees = (subject[-1].text != subject[-1].form.lemma) == (number == "plur")
    return agrees and not _names_other(before, end, number)


_SINGULAR = frozenset("a an the this that its each every another".split())


def _names_other(text: str, end: int, number: str) -> bool:
    """Whether something else that an English pronoun could stand for follows the verb."""
    after = [token for token in tokens(text) if token.start >= end and token.kind == "word"]
    if number == "sing":
        return any(token.text in _SINGULAR for token in after)
    return any(token.text.endswith("s") and form(token.text).lemma != token.text for token in after)


def _agrees(text: str, pronoun: str, gender: str, number: str) -> bool:
    return any(
        tag.POS == "NOUN"
        and tag.number == number
        and (
            not gender
            or tag.gender == gender
            or (pronoun in _OBLIQUE_NEUTER and tag.gender == "neut")
        )
        for tag in _tags(text)
    )


@lru_cache(maxsize=20_000)
def _tags(text: str) -> tuple[Any, ...]:
    return readings(text)

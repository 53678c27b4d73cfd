"""Readings of one sentence that others may compare: diffs of documents, conflicts."""

from __future__ import annotations

from harness.support.analysis import analyse
from harness.support.lexicon import lexicon
from harness.support.rates import NAMED_RATES
from harness.support.sentence import Sentence


def modality(sentence: str, language: str) -> list[str]:
    """The modals of a sentence in order; negation is folded in (``must not`` is a ban).

    Each is ``duty``, ``permission``, ``ban``, ``advice``, ``warning`` (advised against) or
    ``optional``.
    """
    return [mark.tag for mark in analyse(sentence, language).modals]


_NO_NAMES = frozenset(("read", "write", "чтение", "запись"))


def named(sentence: str, language: str) -> frozenset[str]:
    """Weekdays, months, seasons, directions and colours of a sentence, as dictionary forms.

    Each stands for itself: no other word says ``Monday``.
    """
    lemmas = {word.form.lemma for word in analyse(sentence, language).words}
    sets = lexicon(language).exclusive
    return frozenset(lemmas.intersection(frozenset().union(*sets))) - NAMED_RATES.keys() - _NO_NAMES


def is_negated(sentence: str, language: str) -> bool:
    """Whether the sentence as a whole denies: an odd number of negations and bans."""
    return denies(analyse(sentence, language))


def denies(sentence: Sentence) -> bool:
    """:func:`is_negated` for a sentence already taken apart; its conditions do not count."""
    conditional = {mark.clause for mark in sentence.conditions}
    denials = sum(mark.clause not in conditional for mark in sentence.negators)
    bans = sum(mark.tag in ("ban", "optional") for mark in sentence.modals)
    return (denials + bans) % 2 == 1

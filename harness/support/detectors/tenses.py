"""What was so, or will be, beside a claim that it is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.support.clauses import predicate_of
from harness.support.detectors.pair import Finding, Pair
from harness.support.idioms import read
from harness.support.morphology import readings
from harness.support.sentence import Sentence, Word
from harness.support.surface import Token
from harness.support.verbs_en import EITHER, SURE

_PAST = frozenset("was were had did wasn't weren't hadn't didn't".split())
_PRESENT = frozenset("is are am has have do does may can must should isn't aren't".split())
_FUTURE = frozenset(("will", "won't"))
_BETWEEN = frozenset("not never always also still only be been being to once".split())
_WAS = frozenset("был была было были".split())
_WILL_BE = frozenset("будет будут будем буду".split())
_IS, _WERE = frozenset(("is", "are")), frozenset(("was", "were"))
_REACH = 3  # tokens between "был" and what it puts in the past

_APART = frozenset((("present", "past"), ("future", "past"), ("past", "future")))
"""Tenses of claim and evidence. ``Will`` is the tense of rules too, so it supports a present."""


def tense_findings(pair: Pair) -> Iterator[Finding]:
    """``The hall was heated`` does not say that it is heated, nor ``will be heated`` that it was."""
    other = _russian(pair) if pair.claim.language == "ru" else _english(pair)
    if other is not None:
        word, ended = other
        reason = f"the evidence says {word.text!r} of another time than the claim"
        yield Finding("uncertain", "modality", reason, (word.start, word.end), veiled=ended)


_Apart = tuple[Word, bool]
"""A word of the evidence, and whether it is past there: then it contradicts nothing either."""


def _said(pair: Pair) -> Iterator[tuple[Word, Word]]:
    """Matched words outside of conditions and relative clauses: what happens first in them may be past."""
    for c, e in pair.matched():
        aside = any(start <= e.token < end for start, end in pair.evidence.relatives)
        if not (e.condition or c.condition or aside):
            yield c, e


def _english(pair: Pair) -> _Apart | None:
    claimed = _english_predicate(pair.claim)
    own, found = read(pair.claim.text, "en"), read(pair.evidence.text, "en")
    for c, e in _said(pair):
        stated = _auxiliary_tense(found, e.token)
        if stated and stated == _auxiliary_tense(own, c.token):
            continue  # "expires a day after it was issued" on both sides
        if (claimed, stated) in _APART or (
            claimed == "present" and not stated and _is_past_of(c, e) and not e.passive
        ):
            return e, stated != "future"
    plain = not (pair.evidence.coordinated or pair.evidence.conditions or pair.claim.conditions)
    was = [predicate_of(sentence.text, "en")[0] for sentence in (pair.claim, pair.evidence)]
    if plain and was[0] in _IS and was[1] in _WERE:
        first = next((e for c, e in _said(pair)), None)  # "the rate is 5 %", "the rate was 5 %"
        return (first, True) if first else None
    return None


def _english_predicate(sentence: Sentence) -> str:
    """The tense of the first finite verb."""
    text, kind = predicate_of(sentence.text, "en")
    if kind == "aux":
        return _named(text)
    return {"base": "present", "s": "present", "past": "past"}.get(kind, "")


def _named(text: str) -> str:
    tables = (("past", _PAST), ("present", _PRESENT), ("future", _FUTURE))
    return next((name for name, table in tables if text in table), "")


def _auxiliary_tense(found: Sequence[Token], at: int) -> str:
    """The tense that the auxiliaries right before a word give it; ``used to`` is a past."""
    before = at - 1
    while before >= 0 and (found[before].text in _BETWEEN or found[before].text.endswith("ly")):
        if found[before].text == "to" and before and found[before - 1].text == "used":
            return "" if before > 1 and _named(found[before - 2].text) else "past"
        before -= 1
    return _named(found[before].text) if before >= 0 else ""


def _is_past_of(claim: Word, evidence: Word) -> bool:
    """``pays`` and ``paid``."""
    lemma = claim.form.lemma
    if lemma not in SURE | EITHER or evidence.form.lemma != lemma:
        return False
    past = evidence.text != lemma and not evidence.text.endswith(("s", "ing"))
    return past and claim.text in (lemma, lemma + "s", lemma + "es")


def _russian(pair: Pair) -> _Apart | None:
    found = read(pair.evidence.text, "ru")
    claimed = {_russian_tense(word.text) for word in pair.claim.words}
    past = "past" in claimed or any(t.text in _WAS for t in read(pair.claim.text, "ru"))
    for c, e in _said(pair):
        before = {token.text for token in found[max(0, e.token - _REACH) : e.token]}
        mine, its = _russian_tense(c.text), _russian_tense(e.text)
        if (mine, its) in _APART or (mine and _is_to_be(before, e)):
            return e, its == "past"
        done = "pssv" in e.form.features and c.form.pos == "VERB"
        if before & _WAS and not past and not done:
            return e, True
    return None


def _is_to_be(before: set[str], word: Word) -> bool:
    """``будет выпускать``: later, while ``выпустит`` is the tense of rules too."""
    return bool(before & _WILL_BE) and "infn" in word.form.features


def _russian_tense(text: str) -> str:
    tag = next(iter(readings(text)), None)
    if tag is None or tag.POS != "VERB" or tag.mood == "impr":
        return ""
    return {"past": "past", "pres": "present", "futr": "future"}.get(str(tag.tense), "")

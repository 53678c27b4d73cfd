"""How often, told by a word on one side: ``monthly`` against ``twice a year``, ``every week``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from harness.support.comparing import compare, is_rate, spacing
from harness.support.detectors.pair import Finding, Pair
from harness.support.idioms import read
from harness.support.rates import EACH, NAMED_RATES
from harness.support.sentence import Sentence, Word
from harness.support.surface import tokens
from harness.support.values import Value, read_values

_UNITS = {
    "hour": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "час": "hour",
    "день": "day",
    "неделя": "week",
    "месяц": "month",
    "квартал": "quarter",
    "год": "year",
}


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a sentence says that something is."""

    value: Value
    segment: int
    start: int
    end: int
    text: str
    number: int | None
    """Of the word that says so; ``None`` where it is a value, as in ``twice a year``."""

    @property
    def is_daily(self) -> bool:
        """``every day`` and ``daily`` leave open whether it is done several times a day."""
        return self.number is not None and self.value.per == "day"


def rate_findings(pair: Pair) -> Iterator[Finding]:
    """A word for how often, where the evidence says another rate of the same thing."""
    told = _compared(pair)
    if told is None or told[0].number not in pair.alignment.missing:
        return
    claim, evidence = told
    if claim.number in pair.opposites.values():
        return
    if _conflict(pair, claim, evidence):
        yield _differs(claim, evidence)


def rate_told(pair: Pair, value: Value) -> Finding | None:
    """The conflict of a rate of the claim with a word of the evidence; ``monthly``."""
    told = _compared(pair)
    if told is None or told[0].value is not value:
        return None
    return _differs(*told) if _conflict(pair, *told) else None


def is_as_often(pair: Pair, word: Word) -> bool:
    """Whether the evidence says in another way how often: ``quarterly``, ``every 3 months``."""
    told = _compared(pair)
    if told is None or told[0].start != word.start:
        return False
    return compare(told[0].value, told[1].value, pair.claim.language).state == "same"


def _conflict(pair: Pair, one: Rate, other: Rate) -> bool:
    """Whether both cannot hold: what is done twice a day is done daily."""
    differs = compare(one.value, other.value, pair.claim.language).state == "differs"
    return differs and not any(
        rate.is_daily and spacing(its.value)[1] < spacing(rate.value)[0]
        for rate, its in ((one, other), (other, one))
    )


def _differs(claim: Rate, evidence: Rate) -> Finding:
    reason = f"the evidence says {evidence.text!r}, the claim {claim.text!r}"
    span = (evidence.start, evidence.end)
    return Finding("contradicted", "number", reason, span, word=claim.number, value=True)


def _compared(pair: Pair) -> tuple[Rate, Rate] | None:
    """The one rate of either side, one of them told by a word, if they are of the same thing."""
    mine, its = list(rates(pair.claim)), list(rates(pair.evidence))
    if len(mine) != 1 or len(its) != 1 or mine[0].number is its[0].number is None:
        return None
    matched = sorted((e for _, e in pair.matched() if not e.light), key=lambda word: word.token)
    here = [word.segment == its[0].segment for word in matched]
    return (mine[0], its[0]) if any(here) and all(here[1:]) else None


def rates(sentence: Sentence) -> Iterator[Rate]:
    """What a sentence says of how often, in words or as a value."""
    for value, segment in zip(sentence.values, sentence.value_segments, strict=True):
        if is_rate(value):
            yield Rate(value, segment, value.start, value.end, value.text, None)
    texts = [token.text for token in read(sentence.text, sentence.language)]
    for number, word in enumerate(sentence.words):
        before = texts[word.token - 1] if word.token else ""
        unit = _UNITS.get(word.form.lemma, "") if before in EACH else ""
        per = unit or NAMED_RATES.get(word.text, "") or NAMED_RATES.get(word.form.lemma, "")
        if per:
            text = f"{before} {word.text}" if unit else word.text
            yield Rate(_once_a(per), word.segment, word.start, word.end, text, number)


@cache
def _once_a(per: str) -> Value:
    words = ("once", "every" if per == "quarter" else "a", per)
    return read_values(tokens(" ".join(words)), "en")[0]

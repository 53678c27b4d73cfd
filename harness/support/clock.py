"""Times of day: ``15:00``, ``7.30 pm``, ``9:00-17:30``, ``шесть вечера``, ``half past nine``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.support.lexicon import Phrase, lexicon
from harness.support.morphology import form
from harness.support.numerals import is_number_word, read_number
from harness.support.surface import Token
from harness.support.units import UNITS

_TIME = re.compile(r"([01]?\d|2[0-4])(?:[:.]([0-5]\d))?")
_NOON = 12
_HALF_DAY = Decimal(720)
_HALVES: dict[Phrase, int] = {
    **dict.fromkeys((("am",), ("a.m",), ("утра",), ("ночи",)), 0),
    **dict.fromkeys((("pm",), ("p.m",), ("вечера",), ("дня",)), _NOON),
    ("in", "the", "morning"): 0,
    ("in", "the", "afternoon"): _NOON,
    ("in", "the", "evening"): _NOON,
}
NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0, "полдень": 720, "полночь": 0}
_JOINS = frozenset(("-", "to", "and", "until", "till", "до", "по", "и"))
_OPENERS = frozenset("from between с со между".split())
_AT = frozenset("at by until till before after from to since".split())
"""Before ``two in the morning`` they make it a time, not two of something."""
_HOUR_WORDS = frozenset("час часа часов часу часам часах ч o'clock".split())
_ROUND = frozenset(("00", "15", "30", "45"))
_AT_TIME = frozenset(("at", "в"))
_UNTIL = frozenset("before after until till до после к с".split())
_TWO_DIGITS = 10
_LATE_NIGHT = 9  # "десять ночи" is late in the evening, "три ночи" early in the morning


@dataclass(frozen=True, slots=True)
class Clock:
    """Minutes since midnight, up to the last one of a span; tokens up to ``after``."""

    low: Decimal
    high: Decimal
    after: int
    other: Decimal | None = None
    """The same time in the other half of the day, where none is named."""


@dataclass(frozen=True, slots=True)
class _Time:
    minutes: int
    after: int
    halved: bool = True
    """Whether it is told which half of the day is meant."""
    sure: bool = True
    """Whether it is a time even without a half of the day."""


def read_clock(tokens: Sequence[Token], first: int) -> Clock | None:
    """The time of day or span of times that starts at token ``first``."""
    one = _time(tokens, first)
    if one is None:
        return None
    joined = one.after + 1 < len(tokens) and tokens[one.after].text in _JOINS
    told = bool(first) and tokens[first - 1].text == "с"
    opened = joined and _opened(tokens, first, one.after)
    other = _time(tokens, one.after + 1, told=told) if opened else None
    if other is not None and other.sure and (one.sure or _leans(tokens, first, one, other)):
        minutes = one.minutes if one.sure else _before(one, other)
        return Clock(Decimal(minutes), Decimal(other.minutes), other.after)
    if not one.sure:
        return None
    low = Decimal(one.minutes)
    return Clock(low, low, one.after, None if one.halved else (low + _HALF_DAY) % (2 * _HALF_DAY))


def _leans(tokens: Sequence[Token], first: int, one: _Time, other: _Time) -> bool:
    """Whether a bare hour is a time by the one it is joined to: ``from 9 to 17:30``, ``6-10 pm``."""
    opened = bool(first) and tokens[first - 1].text in _OPENERS
    half = tokens[other.after - 1].kind == "word"
    return opened or (half and tokens[one.after].text in ("-", "to"))


def _before(one: _Time, other: _Time) -> int:
    """Minutes of a bare hour before another time: ``9 to 5 pm``, ``6 to 10 pm``."""
    half = _NOON * 60
    later = one.minutes + half
    in_same_half = other.halved and other.minutes >= half and one.minutes < half
    return later if in_same_half and later < other.minutes and one.minutes else one.minutes


def _opened(tokens: Sequence[Token], first: int, join: int) -> bool:
    """``and`` joins the ends of a span only after ``between``."""
    text = tokens[join].text
    before = tokens[first - 1].text if first else ""
    return text not in ("and", "и") or before in ("between", "между")


def _time(tokens: Sequence[Token], first: int, *, told: bool = False) -> _Time | None:
    """One time; a bare hour is not sure to be one.

    ``told``: it is the end of a span that starts with ``с``; a duration is ``от … до``.
    """
    token = tokens[first]
    named = NAMED_TIMES.get(form(token.text).lemma)
    if named is not None:
        return _Time(named, first + 1)
    spoken = _spoken(tokens, first)
    if spoken is not None:
        return _halved(tokens, first, *spoken) or _Time(*spoken, halved=False)
    return _hour_and_half(tokens, first) or _plain_hour(tokens, first, told=told)


def _hour_and_half(tokens: Sequence[Token], first: int) -> _Time | None:
    """``7.30 pm``, ``шесть часов вечера``, ``час дня``; ``3 дня`` are three days."""
    found = _minutes(tokens, first)
    if found is None:
        return None
    minutes, after = found
    worded = after < len(tokens) and tokens[after].text in _HOUR_WORDS
    days = tokens[after - 1].text not in _HOUR_WORDS and not worded
    half = _halved(tokens, first, minutes, after + worded)
    return None if days and half is not None and tokens[after].text == "дня" else half


def _plain_hour(tokens: Sequence[Token], first: int, *, told: bool) -> _Time | None:
    """``18:00``, ``6 o'clock``, ``в 18 часов``; any other hour is not sure to be a time."""
    found = _minutes(tokens, first)
    if found is None or ":" in tokens[first].text:
        return _Time(*found) if found else None
    minutes, after = found
    worded = after < len(tokens) and tokens[after].text in _HOUR_WORDS
    if worded and tokens[after].text == "o'clock":
        return _Time(minutes, after + 1, halved=minutes > _NOON * 60)
    at = tokens[first - 1].text if first else ""
    afternoon = _NOON * 60 < minutes < 2 * _NOON * 60
    if worded and (told or (at in ("в", "к", "с") and afternoon)):
        return _Time(minutes, after + 1)
    if tokens[first].kind != "number":
        return None
    dotted = "." in tokens[first].text and not _is_measured(tokens, after)
    sure = dotted and (told or _is_timed(tokens, first))
    return _Time(minutes, after, halved=sure, sure=sure)


def _is_timed(tokens: Sequence[Token], first: int) -> bool:
    """``до 18.00``, ``at 9.30``: a round time where a time may stand, not ``increases to 9.35``."""
    before = tokens[first - 1].text if first else ""
    hour, _, minute = tokens[first].text.partition(".")
    late = int(hour) >= _TWO_DIGITS and before in _UNTIL
    return minute in _ROUND and (before in _AT_TIME or late)


def _minutes(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """(minutes, token after them) of an hour in digits or in words."""
    if tokens[first].kind == "number":
        match = _TIME.fullmatch(tokens[first].text)
        return (int(match[1]) * 60 + int(match[2] or 0), first + 1) if match else None
    hour = _hour(tokens, first)
    return (hour[0] * 60, hour[1]) if hour else None


def _is_measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit follows: ``с 9.30 до 18.00 рублей`` is no time."""
    return at < len(tokens) and not UNITS.keys().isdisjoint(
        (tokens[at].text, form(tokens[at].text).lemma)
    )


def _halved(tokens: Sequence[Token], first: int, minutes: int, after: int) -> _Time | None:
    """The time with the half of the day named behind it."""
    for length in (1, 3):
        phrase = tuple(token.text for token in tokens[after : after + length])
        if phrase not in _HALVES:
            continue
        if length > 1 and not (first and tokens[first - 1].text in _AT):
            return None
        hour, minute = divmod(minutes, 60)
        late = phrase == ("ночи",) and _LATE_NIGHT <= hour < _NOON
        half = _NOON if late else _HALVES[phrase]
        end = after + length
        dotted = "." in phrase[0] and end + 1 < len(tokens)
        if dotted and tokens[end].text == "." and not tokens[end].space_before:
            end += 1  # "8.30 a.m. to 5 p.m."
        return _Time((hour % _NOON + half) * 60 + minute, end)
    return None


def _hour(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """(hour, token after it) of an hour in words; ``час`` is one."""
    if tokens[first].text in ("час", "часа", "часу"):
        alone = first == 0 or not is_number_word(tokens[first - 1].text)
        return (1, first + 1) if alone and tokens[first + 1 :] else None
    number = read_number(tokens, first, "") if is_number_word(tokens[first].text) else None
    whole = number is not None and not number.ordinal and number.amount == int(number.amount)
    if number is None or not whole or not 1 <= number.amount < 2 * _NOON:
        return None
    return int(number.amount), number.after


_PAST = {"half": 30, "quarter": 15}
_NEXT_HOUR = {"половина": 30, "четверть": 15}
_GENITIVE_HOURS = {
    word: hour
    for hour, word in enumerate(
        "первого второго третьего четвертого пятого шестого седьмого восьмого девятого десятого"
        " одиннадцатого двенадцатого".split()
    )
}


def _spoken(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """(minutes, token after them) of ``half past nine``, ``половина десятого``, ``без пяти шесть``."""
    token = tokens[first]
    if token.text == "без":
        return _short_of(tokens, first + 1)
    share = _NEXT_HOUR.get(form(token.text).lemma)
    if share and first + 1 < len(tokens) and tokens[first + 1].text in _GENITIVE_HOURS:
        hour = _GENITIVE_HOURS[tokens[first + 1].text]
        return (hour * 60 + share, first + 2) if _stands_alone(tokens, first + 2) else None
    return _past_or_to(tokens, first)


def _short_of(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """``без четверти шесть``, ``без пяти минут шесть``: before the hour."""
    if at + 1 >= len(tokens):
        return None
    number = None
    if tokens[at].text == "четверти":
        minutes, after = 15, at + 1
    else:
        number = read_number(tokens, at, "ru")
        if number is None or number.amount >= 60:
            return None
        minutes, after = int(number.amount), number.after
        after += after < len(tokens) and form(tokens[after].text).lemma == "минута"
    hour = _hour(tokens, after) if after < len(tokens) else None
    if hour is None or not _stands_alone(tokens, hour[1]):
        return None
    return hour[0] * 60 - minutes, hour[1]


def _past_or_to(tokens: Sequence[Token], first: int) -> tuple[int, int] | None:
    """``half past nine``, ``a quarter to six``, ``twenty minutes after nine``."""
    number = read_number(tokens, first, "en") if tokens[first].text not in _PAST else None
    minutes = _PAST.get(tokens[first].text) or (int(number.amount) if number else 0)
    at = number.after if number else first + 1
    named = at < len(tokens) and tokens[at].text in ("minute", "minutes")
    at += named
    if not 0 < minutes < 60 or at + 1 >= len(tokens):
        return None
    join = tokens[at].text
    after = join == "past" or (join == "after" and named)
    before = join == "to" and (named or tokens[first].text == "quarter")
    hour = _hour(tokens, at + 1) if after or before else None
    if hour is None or not _stands_alone(tokens, hour[1]):
        return None
    return hour[0] * 60 + (minutes if after else -minutes), hour[1]


def _stands_alone(tokens: Sequence[Token], at: int) -> bool:
    """Whether no noun follows that the number before it could count."""
    if at >= len(tokens) or tokens[at].kind == "symbol":
        return True
    word = tokens[at].text
    return (
        any(phrase[0] == word for phrase in _HALVES)
        or word in _HOUR_WORDS
        or form(word).pos in ("FUNC", "VERB")
        or word in lexicon("en").function_words
    )

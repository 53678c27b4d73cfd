"""Values in a text: numbers, amounts with units, money, ranges, ordinals, dates, codes.

Every value carries its place in the text and a normalised form, so that ``thirty days`` and
``30 дней``, ``1 284 000`` and ``1,284,000``, ``0.5 GB`` and ``500 MB`` can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from harness.support.clock import NAMED_TIMES, Clock, read_clock
from harness.support.dates import MONTHS, Date, read_date
from harness.support.ellipsis import label_before, related
from harness.support.lexicon import Lexicon, Limit, lexicon
from harness.support.morphology import agree_in_case, form
from harness.support.numerals import NUMBER_WORDS, Number, is_number_word, ordinal_of, read_number
from harness.support.rates import EACH, distant_per, per_before, read_frequency, read_per
from harness.support.shares import PARTS, read_share
from harness.support.surface import Token, tokens
from harness.support.units import (
    AFTER_DIGITS_ONLY,
    CALENDAR_WORDS,
    CURRENCY_SIGNS,
    UNITS,
    WORK_WORDS,
    Unit,
)
from harness.support.verbs_en import EITHER, SURE
from harness.text import detect_language

ValueKind = Literal["count", "amount", "ordinal", "date", "code"]

_TIMES = UNITS["time"]
_SKIPPED_BEFORE_NUMBER = frozenset("a an the of только примерно about".split())
_NOUNS = 3  # words after a bare number that may name what is counted
_LONGEST_LIMIT = 5  # words in the longest limit phrase
_DATE_ONLY_LIMITS = frozenset(
    (("by",), ("until",), ("till",), ("со",), ("с",), ("по",), ("since",), ("before",), ("перед",))
)
_RANGE_JOINS = frozenset(("-", "to", "до", "по", "and", "и"))
_RANGE_OPENERS = {"and": "between", "и": "между", "по": "с"}
_PRONOUN_ONE = frozenset(
    "не ни not no any every some each this that another the which such".split()
)


@dataclass(frozen=True, slots=True)
class Value:
    """One value; ``start`` and ``end`` are characters of the text, ``first`` and ``after`` tokens."""

    kind: ValueKind
    text: str
    """As written (folded)."""
    start: int
    end: int
    first: int
    after: int
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    """Equal to ``low`` unless the value is a range."""
    other: Decimal | None = None
    """The second reading of ``1,000``."""
    unit: Unit | None = None
    workdays: bool | None = None
    """``working days`` True, ``calendar days`` False, plain days None."""
    date: Date | None = None
    limit: Limit = "eq"
    per: str = ""
    """Name of the time unit it is counted by: ``4 times a month``."""
    every: Decimal = Decimal(1)
    """How many of that unit: 4 in ``once in 4 years``; of ordinals, 2 in ``every second``."""
    period: tuple[int, int] = (0, 0)
    """Tokens that name that unit apart from the value."""
    nouns: tuple[str, ...] = ()
    """Folded words after a bare number: what is counted."""
    domain: bool = False
    """Whether it says of what the sentence speaks: ``parcels over 5 kg``."""
    whole: bool = False
    """Whether it is what a part is taken of: ``two of the three``."""
    label: bool = False
    """Whether it is written as a number behind a noun: ``level 2``."""
    weak: bool = False
    """``one`` in words, which often is no number; an ordinal; a bare unit (``a month``)."""

    @property
    def dimension(self) -> str:
        return self.unit.dimension if self.unit else ""


def values(text: str, language: str | None = None) -> list[Value]:
    """The values of ``text`` in order."""
    language = language or detect_language(text)
    return read_values(tokens(text), language)


def read_values(found: Sequence[Token], language: str) -> list[Value]:
    """The values of a token list in order; they do not overlap."""
    result: list[Value] = []
    at = 0
    while at < len(found):
        value = _value(found, at, language)
        if value is None:
            at += 1
            continue
        result.append(value)
        at = value.after
    return related(found, [_counted_by(found, value) for value in result])


_UNCOUNTED = frozenset(("time", "clock", "percent", "temperature", "times"))


def _counted_by(found: Sequence[Token], value: Value) -> Value:
    """The value with the period that stands apart from it: ``4 withdrawals a month``."""
    if value.kind not in ("amount", "count") or value.per or value.dimension in _UNCOUNTED:
        return value
    per, first, after = distant_per(found, value.after)
    if not per:
        per, first = per_before(found, value.first)
        after = value.first
    if not per:
        return value
    text = " ".join(
        (value.text, *(token.text for token in found[first:after] if token.text != ")"))
    )
    return replace(value, per=per, period=(first, after), text=text)


def _value(found: Sequence[Token], at: int, language: str) -> Value | None:
    token = found[at]
    if token.kind == "symbol":
        return _money_first(found, at, language) if token.text in CURRENCY_SIGNS else None
    if token.kind == "word" and not (starts_value(token.text) or token.text == "без"):
        return _ordinal(found, at, language) if form(token.text).lemma in _LAST else None
    date = read_date(found, at, language)
    if date is not None:
        return _make(found, at, date.after, language, kind="date", date=date)
    if token.kind == "code" or _is_version_number(found, at):
        return _make(found, at, at + 1, language, kind="code")
    clock = read_clock(found, at)
    if clock is not None:
        return _make(
            found, at, clock.after, language, kind="amount", low=clock.low, high=clock.high,
            other=clock.other, unit=UNITS["o'clock"], limit=_clock_limit(found, at, clock, language),
        )  # fmt: skip
    return (
        _share(found, at, language)
        or _hour_and(found, at, language)
        or _frequency(found, at, language)
        or _quantity(found, at, language)
        or _ordinal(found, at, language)
        or _bare_unit(found, at, language)
        or (_make(found, at, at + 1, language, kind="code") if token.kind == "number" else None)
    )


def _clock_limit(found: Sequence[Token], at: int, clock: Clock, language: str) -> Limit:
    if clock.low != clock.high:
        return "eq"
    return limit_of(found, at, clock.after, language, dated=True)


@lru_cache(maxsize=100_000)
def starts_value(word: str) -> bool:
    """Whether a value can start with this word: a number, a time, a month, a unit."""
    if word in EACH or not PARTS.keys().isdisjoint((word, form(word).lemma)):
        return True
    return counts(word) or not UNITS.keys().isdisjoint((word, form(word).lemma))


@lru_cache(maxsize=100_000)
def counts(word: str) -> bool:
    """Whether a word is a number, an ordinal, a time of day or a month."""
    known = {word, form(word).lemma}
    return (
        word in NAMED_TIMES
        or not NUMBER_WORDS.isdisjoint(known)
        or not (MONTHS.keys().isdisjoint(known))
    )


_VERSION_WORDS = frozenset("version versions ver v release версия релиз".split())


def _is_version_number(found: Sequence[Token], at: int) -> bool:
    """``version 3.10`` is a name, not the number 3.1."""
    if found[at].kind != "number" or "." not in found[at].text or not at:
        return False
    before = found[at - 1]
    return before.kind == "word" and form(before.text).lemma in _VERSION_WORDS


def _make(found: Sequence[Token], first: int, after: int, language: str, **fields: object) -> Value:
    kind = fields["kind"]
    ranged = fields.get("high") != fields.get("low") or _is_date_range(fields.get("date"))
    if kind != "code" and "limit" not in fields and not ranged:
        fields["limit"] = limit_of(found, first, after, language, dated=kind == "date")
    text = " ".join(token.text for token in found[first:after])
    start, end = found[first].start, found[after - 1].end
    return Value(text=text, start=start, end=end, first=first, after=after, **fields)  # type: ignore[arg-type]


def _is_date_range(date: object) -> bool:
    return isinstance(date, Date) and date.last_day is not None


def _money_first(found: Sequence[Token], at: int, language: str) -> Value | None:
    number = read_number(found, at + 1, language) if at + 1 < len(found) else None
    if number is None:
        return None
    high, after = _range_end(found, at + 1, number, language)
    unit = UNITS[found[at].text]
    per, after = read_per(found, after)
    return _make(
        found, at, after, language, kind="amount", low=number.amount,
        high=high or number.amount, other=number.other, unit=unit, per=per,
    )  # fmt: skip


def _quantity(found: Sequence[Token], at: int, language: str) -> Value | None:
    number = read_number(found, at, language)
    if number is None:
        return None
    if _is_pronoun(found, at, number):
        return None
    if number.ordinal:
        days = _days_of_month(found, at, number, language)
        return days or _make(
            found, at, number.after, language, kind="ordinal", low=number.amount,
            high=number.amount, weak=True, limit=_from_on(found, at),
            nouns=_counted_noun(found, number.after),
        )  # fmt: skip
    label = label_before(found, at, number.after) if number.amount % 1 == 0 else ""
    if label:
        return _make(
            found, at, number.after, language, kind="ordinal", low=number.amount, label=True,
            high=number.amount, weak=True, limit="eq", nouns=(label,),
        )  # fmt: skip
    return _measured(found, at, number, language)


def _days_of_month(found: Sequence[Token], at: int, number: Number, language: str) -> Value | None:
    """``с 20-го по 25-е число``: what ``с 20 по 25 число`` is."""
    join = number.after
    opened = at and found[at - 1].text == "с" and join + 1 < len(found)
    other = (
        read_number(found, join + 1, language)
        if opened and found[join].text in ("по", "до")
        else None
    )
    if other is None or not other.ordinal or other.amount <= number.amount:
        return None
    return _make(
        found, at, other.after, language, kind="count", low=number.amount, high=other.amount,
        nouns=_nouns(found, other.after),
    )  # fmt: skip


def _share(found: Sequence[Token], at: int, language: str) -> Value | None:
    share = read_share(found, at, language)
    if share is None:
        return None
    return _make(
        found, at, share.after, language, kind="amount", low=share.amount, high=share.amount,
        unit=share.unit,
    )  # fmt: skip


def _frequency(found: Sequence[Token], at: int, language: str) -> Value | None:
    often = read_frequency(found, at, language)
    if often is None:
        return None
    return _make(
        found, at, often.after, language, kind="amount", low=often.low, high=often.low,
        unit=_TIMES, per=often.per, every=often.every,
    )  # fmt: skip


def _measured(found: Sequence[Token], at: int, number: Number, language: str) -> Value:
    spanned = _in_two_units(found, at, number, language)
    if spanned is not None:
        return spanned
    high, after = _range_end(found, at, number, language)
    if high is None:
        _, unit_end, _ = _unit(found, number.after)
        inner = Number(number.amount, None, unit_end)
        if unit_end > number.after:  # "5 days to 7 days", not "12 months - 5%"
            high, after = _range_end(found, at, inner, language)
            if high is not None and not _measures_alike(found, number.after, after):
                high = None
            after = after if high is not None else number.after
    unit, end, workdays = _unit(found, after)
    summed = _with_smaller(found, number.amount, unit, end, language) if high is None else None
    if summed is not None:
        amount, unit, end = summed
        return _make(found, at, end, language, kind="amount", low=amount, high=amount, unit=unit)
    per, end = read_per(found, end)
    if unit is None:
        unit, per = _unit_of_column(found, at)
    elif unit.dimension.startswith("money") and not per:
        per = _per_of_column(found, at)
    weak = number.in_words and number.amount == 1
    nouns = () if unit else _nouns(found, after)
    return _make(
        found, at, end, language, kind="amount" if unit else "count", low=number.amount,
        high=number.amount if high is None else high, other=number.other, unit=unit,
        workdays=workdays, per=per, nouns=nouns, weak=weak,
    )  # fmt: skip


def _measures_alike(found: Sequence[Token], one: int, other: int) -> bool:
    """Whether the ends of what looks like a range are of one kind: both time, both money."""
    first, second = _unit(found, one)[0], _unit(found, other)[0]
    return first is None or second is None or first.dimension == second.dimension


_SUMMED = {
    "hour": "minute", "minute": "second", "day": "hour", "year": "month", "kilogram": "gram",
    "metre": "centimetre", "rouble": "kopeck", "euro": "cent", "dollar": "cent",
}  # fmt: skip
_IN_LARGER = frozenset("euro dollar rouble".split())
_CENTS = 100


def _with_smaller(
    found: Sequence[Token], amount: Decimal, unit: Unit | None, end: int, language: str
) -> tuple[Decimal, Unit, int] | None:
    """``1 hour 30 minutes``, ``five euros and thirty cents``: one amount in two units."""
    smaller = _SUMMED.get(unit.name) if unit else None
    start = end + (end < len(found) and found[end].text in ("and", "и"))
    rest = read_number(found, start, language) if smaller and start < len(found) else None
    its, after, _ = _unit(found, rest.after) if rest else (None, end, None)
    if unit is None or rest is None or its is None or rest.ordinal or its.name != smaller:
        return None
    if unit.name in _IN_LARGER:
        whole = amount + rest.amount / _CENTS
        return (whole, unit, after) if rest.amount < _CENTS else None
    ratio = Decimal(12) if unit.name == "year" else unit.least / its.least
    return (amount * ratio + rest.amount, its, after) if rest.amount < ratio else None


def _hour_and(found: Sequence[Token], at: int, language: str) -> Value | None:
    """``час пятнадцать``: an hour and so many minutes."""
    if found[at].text != "час" or at + 1 >= len(found) or found[at + 1].kind != "word":
        return None
    rest = read_number(found, at + 1, language)
    if rest is None or rest.ordinal or not 1 <= rest.amount < 60:
        return None
    unit, after, _ = _unit(found, rest.after)
    alone = rest.after >= len(found) or found[rest.after].kind == "symbol"
    if not alone and (unit is None or unit.name != "minute"):
        return None
    amount = rest.amount + 60
    return _make(
        found, at, after, language, kind="amount", low=amount, high=amount, unit=UNITS["minute"]
    )


def _in_two_units(found: Sequence[Token], at: int, number: Number, language: str) -> Value | None:
    """``от 250 граммов до 30 килограммов``: a range whose ends have units of their own."""
    unit, join, _ = _unit(found, number.after)
    opened = at and found[at - 1].text in ("от", "from") and join + 1 < len(found)
    if unit is None or not opened or found[join].text not in ("до", "to"):
        return None
    other = read_number(found, join + 1, language)
    its, end, _ = _unit(found, other.after) if other else (None, at, None)
    if other is None or its is None or its is unit or its.dimension != unit.dimension:
        return None
    exact = unit.least == unit.greatest and its.least == its.greatest
    if not exact or unit.dimension == "temperature":
        return None
    return _make(
        found, at, end, language, kind="amount", low=number.amount,
        high=other.amount * its.least / unit.least, unit=unit,
    )  # fmt: skip


_COUNTED_IN = frozenset(
    "минуты часы дни недели месяцы годы километры метры килограммы граммы литры рубли проценты"
    " minutes hours days weeks months years kilometres metres kilograms grams litres".split()
)


def _unit_of_column(found: Sequence[Token], at: int) -> tuple[Unit | None, str]:
    """The unit that the head of a table column names: ``Часы в неделю | 36``, ``Вес, кг | 8``."""
    bars = [place for place, token in enumerate(found) if token.text == "|"]
    if not bars:
        return None, ""
    start = max((place + 1 for place in bars if place < at), default=0)
    head = [token.text for token in found[start:at]]
    comma = max((n for n, text in enumerate(head) if text == ","), default=-1)
    if not head or (comma < 0 and head[0] not in _COUNTED_IN):
        return None, ""
    place = start + comma + 1
    unit = _unit_word(found, place, close=True) if place < at else None
    per, end = read_per(found, place + 1)
    end += end < at and found[end].text == "."
    end += 2 * (end + 2 == at and found[end].text == "/")  # "Скорость, Мбит/с"
    return (unit, per) if unit is not None and end == at else (None, "")


def _per_of_column(found: Sequence[Token], at: int) -> str:
    """The time that the head of a table column names: ``Плата в месяц | 450 ₽``."""
    bars = [place for place in range(at) if found[place].text == "|"]
    if not bars and not any(token.text == "|" for token in found):
        return ""
    pers = (read_per(found, place)[0] for place in range(bars[-1] + 1 if bars else 0, at))
    return next((per for per in pers if per), "")


def _is_pronoun(found: Sequence[Token], at: int, number: Number) -> bool:
    """``one of``, ``no one``, ``один из`` count nothing."""
    if not number.in_words or number.amount != 1:
        return False
    after = found[number.after].text if number.after < len(found) else "."
    before = found[at - 1].text if at else ""
    return after in ("of", "из", ".", ",", "-", "who", "is") or before in _PRONOUN_ONE


def _range_end(
    found: Sequence[Token], first: int, number: Number, language: str
) -> tuple[Decimal | None, int]:
    """The upper end of a range and the token after it; (None, after) where there is no range."""
    at = number.after
    if at + 1 >= len(found) or found[at].text not in _RANGE_JOINS:
        return None, at
    opener = _RANGE_OPENERS.get(found[at].text)
    if opener and not any(token.text == opener for token in found[max(0, first - 2) : first]):
        return None, at
    start = at + 1 + (found[at + 1].text in CURRENCY_SIGNS)
    other = read_number(found, start, language) if start < len(found) else None
    if other is None or other.ordinal or other.amount <= number.amount:
        return None, at
    return other.amount, other.after


def _unit(found: Sequence[Token], at: int) -> tuple[Unit | None, int, bool | None]:
    """(unit, token after it, working or calendar) of the unit at token ``at``."""
    workdays: bool | None = None
    at_unit = at
    if at < len(found) and found[at].text == "-":
        at_unit += 1  # "30-day", "30-дневный"
    while at_unit < len(found) and found[at_unit].kind == "word":
        lemma = form(found[at_unit].text).lemma
        if lemma not in WORK_WORDS and lemma not in CALENDAR_WORDS:
            break
        workdays = lemma in WORK_WORDS
        at_unit += 1
    if tuple(token.text for token in found[at_unit : at_unit + 2]) == ("per", "cent"):
        return UNITS["%"], at_unit + 2, None
    at_unit += _is_half_unit(found, at, at_unit)
    unit = _unit_word(found, at_unit, close=at_unit <= at + 1)
    if unit is None or (workdays is not None and unit.name != "day"):
        return None, at, None
    end = at_unit + (2 if found[at_unit].text == "°" and unit.name != "degree" else 1)
    return unit, end + _is_abbreviated(found, end), workdays


def _is_half_unit(found: Sequence[Token], at: int, at_unit: int) -> bool:
    """``half a year``: an article between the number and its unit."""
    half = at and found[at - 1].text == "half" and at_unit + 1 < len(found)
    return bool(half) and found[at_unit].text in ("a", "an")


_DOTTED = frozenset("руб мин сек мес нед коп р ч проц тыс".split())


def _is_abbreviated(found: Sequence[Token], end: int) -> bool:
    """Whether the unit before token ``end`` is cut short by a dot that ends no sentence."""
    dotted = end < len(found) and found[end].text == "." and found[end - 1].text in _DOTTED
    return dotted and end + 1 < len(found) and not found[end + 1].raw[:1].isupper()


def _unit_word(found: Sequence[Token], at: int, *, close: bool) -> Unit | None:
    if at >= len(found):
        return None
    token = found[at]
    if token.text == "°" and at + 1 < len(found) and found[at + 1].text in ("c", "f", "с", "ф"):
        return UNITS["°c" if found[at + 1].text in ("c", "с") else "°f"]
    if token.kind == "code" and not token.text.isalpha():
        return None  # "kWh" looks like a name in code
    if token.text in UNITS:
        return UNITS[token.text] if close or token.text not in AFTER_DIGITS_ONLY else None
    return UNITS.get(form(token.text).lemma) if token.kind == "word" else None


def _nouns(found: Sequence[Token], at: int) -> tuple[str, ...]:
    nouns: list[str] = []
    for token in found[at : at + _NOUNS]:
        if token.kind != "word" or form(token.text).pos == "FUNC":
            break
        if token.text in lexicon("en").function_words:
            break
        nouns.append(token.text)
    return tuple(nouns)


def _says_when(found: Sequence[Token], at: int) -> bool:
    """``Register first and then pay``: an adverb, no number."""
    before = found[at - 1].text if at else ""
    after = found[at + 1].text if at + 1 < len(found) else "."
    alone = after in (".", ",", ";", "and", "then") or (at == 0 and after in ("the", "you", "we"))
    return alone and before not in ("the", "a", "his", "her", "their", "our", "your", "its")


def _ordinal(found: Sequence[Token], at: int, language: str) -> Value | None:
    amount = ordinal_of(found[at]) or _last(found, at, language)
    if found[at].text == "first" and _says_when(found, at):
        return None
    if amount is None or (at + 1 < len(found) and found[at + 1].text == ","):
        return None
    again = at > 0 and form(found[at - 1].text).lemma in ("every", "каждый")
    return _make(
        found, at, at + 1, language, kind="ordinal", low=amount, high=amount, weak=True,
        limit=_from_on(found, at), nouns=_counted_noun(found, at + 1),
        every=amount if again else Decimal(1),
    )  # fmt: skip


LAST = Decimal(-1)
"""The place of the last in a row."""
_LAST = frozenset(("last", "final", "последний"))


def _last(found: Sequence[Token], at: int, language: str) -> Decimal | None:
    """``the last Sunday``: no ``last year``, nor what comes ``last``."""
    if found[at].kind != "word" or form(found[at].text).lemma not in _LAST:
        return None
    nouns = _counted_noun(found, at + 1)
    if language == "ru" and nouns and not agree_in_case(found[at].text, nouns[0]):
        return None  # "последним протокол подписывает секретарь"
    told = language == "ru" or (at > 0 and found[at - 1].text in ("the", "its", "their"))
    if not (told and nouns) or form(nouns[0]).lemma in PARTS:
        return None
    return None if language != "ru" and form(nouns[0]).lemma in UNITS else LAST


def _from_on(found: Sequence[Token], at: int) -> Limit:
    """``from the third day`` is not ``on the third day``."""
    before = [token.text for token in found[max(0, at - 2) : at] if token.text != "the"]
    return "ge" if before and before[-1] in ("from", "since", "с", "со") else "eq"


def _counted_noun(found: Sequence[Token], at: int) -> tuple[str, ...]:
    """The noun behind an ordinal, where it can be told from a verb."""
    if at >= len(found) or found[at].kind != "word" or is_number_word(found[at].text):
        return ()
    word = form(found[at].text)
    verbal = word.lemma in SURE or (word.lemma in EITHER and found[at].text != word.lemma)
    verbal = verbal or found[at].text == "time"  # "a second time" says how often
    plain = not verbal and found[at].text not in lexicon("en").function_words
    noun = word.pos == "NOUN" if word.pos else plain
    return (found[at].text,) if noun else ()


_BARE_BEFORE = {"a": "en", "an": "en", "течение": "ru", "течении": "ru", "через": "ru", "за": "ru",
                "на": "ru", "спустя": "ru", "более": "ru", "менее": "ru"}  # fmt: skip
_SPECIAL = frozenset(("halfyear", "halfhour", "halfminute"))


def _bare_unit(found: Sequence[Token], at: int, language: str) -> Value | None:
    """``within a month``, ``в течение недели``, ``полгода``: one unit with no number."""
    if found[at].kind != "word":
        return None
    unit = UNITS.get(form(found[at].text).lemma)
    if unit is None or unit.dimension != "time" or found[at].text in AFTER_DIGITS_ONLY:
        return None
    before = found[at - 1].text if at else ""
    if before in ("every", "each") and _has_half(found, at + 1):
        before = "within"
    elif unit.name not in _SPECIAL and _BARE_BEFORE.get(before) != language:
        return None
    if before in ("a", "an") and not (_spans(found, at - 2) or _has_half(found, at + 1)):
        return None
    one = Decimal(1)
    after = at + 1
    if _has_half(found, after):
        one, after = Decimal("1.5"), after + 3
    return _make(
        found,
        at,
        after,
        language,
        kind="amount",
        low=one,
        high=one,
        unit=unit,
        weak=after == at + 1,
    )


def _has_half(found: Sequence[Token], at: int) -> bool:
    return tuple(token.text for token in found[at : at + 3]) == ("and", "a", "half")


def _spans(found: Sequence[Token], at: int) -> bool:
    """Whether the word before ``a month`` makes it a duration (not ``twice a month``)."""
    return at >= 0 and found[at].text in frozenset(
        "within in for after than under over least most by about during lasts takes take last every"
        " exceed exceeds per".split()
    )


def limit_of(
    found: Sequence[Token], first: int, after: int, language: str, *, dated: bool
) -> Limit:
    """How the words around tokens ``first`` to ``after`` bound the value there."""
    tables = lexicon(language)
    before = limit_phrase_before(found, first, tables, dated=dated)
    if before is not None:
        ahead = _counts_back(found, before, first, after)
        return _REVERSED.get(before[0], before[0]) if ahead else before[0]
    for length in range(3, 0, -1):
        phrase = tuple(token.text for token in found[after : after + length])
        if phrase in tables.limits_after:
            limit = tables.limits_after[phrase]
            back = first > 0 and found[first - 1].text == "за"
            ahead = back and not _TIME_ORDER.isdisjoint(phrase)
            return _REVERSED.get(limit, limit) if ahead else limit  # "за неделю или раньше"
    return "eq"


_REVERSED: dict[Limit, Limit] = {"le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}
_TIME_ORDER = frozenset("later earlier sooner позднее позже раньше ранее".split())
_AHEAD = frozenset("before prior ahead advance до".split())


def _counts_back(
    found: Sequence[Token], phrase: tuple[Limit, int, int], first: int, after: int
) -> bool:
    """``no later than 2 days before`` is at least two days: the count runs backwards."""
    words = [token.text for token in found[phrase[1] : phrase[2]]]
    if words == ["up", "to"] or words in (["until"], ["till"]):
        return _is_last_chance(found, phrase[1], after)
    if _TIME_ORDER.isdisjoint(words):
        return False
    return any(token.text in _AHEAD for token in found[after : after + 3]) or any(
        token.text == "за" for token in found[phrase[2] : first]
    )


_ALLOWING = frozenset("may can could possible allowed permitted accepted entitled".split())
_LASTING = frozenset("for wait keep kept store stored last lasts take takes rest stay".split())


def _is_last_chance(found: Sequence[Token], first: int, after: int) -> bool:
    """``may be cancelled up to 2 days before``; not ``wait up to 5 minutes before``."""
    ahead = after < len(found) and found[after].text in ("before", "prior", "ahead")
    before = {token.text for token in found[:first]}
    return ahead and bool(_ALLOWING & before) and not _LASTING & before


_THAN = frozenset(("чем", "than"))
_AFTER_THAN = frozenset("на из за в с к по for by in the a".split())


def limit_phrase_before(
    found: Sequence[Token], first: int, tables: Lexicon, *, dated: bool
) -> tuple[Limit, int, int] | None:
    """(limit, first token, token after) of the limit phrase that ends at token ``first``."""
    for stop in _phrase_ends(found, first):
        for length in range(min(_LONGEST_LIMIT, stop), 0, -1):
            phrase = tuple(token.text for token in found[stop - length : stop])
            apart = stop > length and found[stop - length - 1].text in _APART
            known = phrase in tables.limits_before and not apart
            if known and (dated or phrase not in _DATE_ONLY_LIMITS):
                return tables.limits_before[phrase], stop - length, stop
    return None


_APART = frozenset("apart aside exempt".split())
"""Before ``from`` they make an exception of what follows."""


def _phrase_ends(found: Sequence[Token], first: int) -> list[int]:
    """Where a limit phrase may end: at the value, before ``about``, before ``на`` of ``чем на``."""
    ends = [first]
    if first and found[first - 1].text in _SKIPPED_BEFORE_NUMBER:
        ends.append(first - 1)
    skips = first > 1 and found[first - 1].text in _AFTER_THAN
    if skips and (found[first - 2].text in _THAN or found[first - 1].text == "за"):
        ends.append(first - 1)
        if found[first - 2].text == "чем":
            ends.append(first - 2 - (first > 2 and found[first - 3].text == ","))
    return ends

"""Numbers written in digits or words, English and Russian."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from harness.support.morphology import form
from harness.support.surface import Token


def _table(text: str) -> dict[str, Decimal]:
    pairs = (entry.split("=") for entry in text.split())
    return {word: Decimal(number) for word, number in pairs}


CARDINALS = _table(
    """
    zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11
    twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19
    twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 dozen=12 half=0.5
    ноль=0 нуль=0 один=1 два=2 двое=2 три=3 трое=3 четыре=4 четверо=4 пять=5 пятеро=5 шесть=6
    шестеро=6 семь=7 восемь=8 девять=9 десять=10 одиннадцать=11 двенадцать=12 тринадцать=13
    четырнадцать=14 пятнадцать=15 шестнадцать=16 семнадцать=17 восемнадцать=18 девятнадцать=19
    двадцать=20 тридцать=30 сорок=40 пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80
    девяносто=90 сто=100 двести=200 триста=300 четыреста=400 пятьсот=500 шестьсот=600 семьсот=700
    восемьсот=800 девятьсот=900 полтора=1.5 десяток=10 дюжина=12 сотня=100
    """
)
SCALES = _table(
    """
    hundred=100 thousand=1000 million=1000000 billion=1000000000 trillion=1000000000000
    тысяча=1000 миллион=1000000 миллиард=1000000000 триллион=1000000000000
    сотня=100 десяток=10 dozen=12 тыс=1000 млн=1000000 млрд=1000000000 k=1000 mln=1000000 bn=1000000000
    """
)
ORDINALS = _table(
    """
    first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10
    eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17
    eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30 fortieth=40 fiftieth=50 sixtieth=60
    seventieth=70 eightieth=80 ninetieth=90 hundredth=100
    первый=1 второй=2 второе=2 третий=3 четвертый=4 пятый=5 шестой=6 седьмой=7 восьмой=8 девятый=9
    десятый=10 одиннадцатый=11 двенадцатый=12 тринадцатый=13 четырнадцатый=14 пятнадцатый=15
    шестнадцатый=16 семнадцатый=17 восемнадцатый=18 девятнадцатый=19 двадцатый=20 тридцатый=30
    сороковой=40 пятидесятый=50 шестидесятый=60 семидесятый=70 восьмидесятый=80 девяностый=90 сотый=100
    """
)
MULTIPLES = _table(
    "once=1 twice=2 thrice=3 однажды=1 единожды=1 дважды=2 трижды=3"
    " вдвое=2 втрое=3 вчетверо=4 double=2 doubles=2 doubled=2 triple=3 triples=3 tripled=3"
)
NUMBER_WORDS = frozenset((*CARDINALS, *SCALES, *ORDINALS, *MULTIPLES))


def is_number_word(word: str) -> bool:
    """Whether a folded word is a number or an ordinal in any of its forms."""
    return word in NUMBER_WORDS or form(word).lemma in NUMBER_WORDS


def cardinal(word: str) -> Decimal | None:
    """The number a folded word is in any of its forms: ``two``, ``двух``, ``двумя``."""
    return CARDINALS.get(word, CARDINALS.get(form(word).lemma))


_ORDINAL_ENDING = frozenset("st nd rd th й го му м я ю е ая ый ий ой ое ого ому ых ом".split())
_CARDINAL_ENDING = frozenset("х ти ми и".split())
_GROUPED = re.compile(r"\d{1,3}(?:([ ,.'])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_SINGLE_GROUP = re.compile(r"(\d{1,3})([.,])(\d{3})")


@dataclass(frozen=True, slots=True)
class Number:
    """A number read from tokens ``first`` to ``after`` (exclusive)."""

    amount: Decimal
    other: Decimal | None
    """The second reading of ``1,000`` or ``1.000``, which languages read differently."""
    after: int
    ordinal: bool = False
    in_words: bool = False


def read_number(tokens: Sequence[Token], first: int, language: str) -> Number | None:
    """The number that starts at token ``first``, scale words (``тыс.``, ``million``) included.

    A number said twice, as contracts do (``thirty (30)``, ``30 (тридцать)``), is one number.
    """
    number = _once(tokens, first, language)
    if number is None or number.ordinal or not _is_sign(tokens, number.after, "("):
        return number
    again = _once(tokens, number.after + 1, language)
    if again and again.amount == number.amount and _is_sign(tokens, again.after, ")"):
        return replace(number, after=again.after + 1)
    return number


def _once(tokens: Sequence[Token], first: int, language: str) -> Number | None:
    if first >= len(tokens):
        return None
    if tokens[first].kind == "number":
        return _digits(tokens, first, language)
    if tokens[first].kind == "word":
        return _in_words(tokens, first)
    return None


def _is_sign(tokens: Sequence[Token], at: int, sign: str) -> bool:
    return at < len(tokens) and tokens[at].text == sign


def _digits(tokens: Sequence[Token], first: int, language: str) -> Number | None:
    amounts = _readings(tokens[first].text, language)
    if amounts is None:
        return None
    amount, other = amounts
    after = first + 1
    ending = _ending(tokens, after)
    if ending and ending in _ORDINAL_ENDING:
        return Number(
            amount, None, after + (1 if tokens[after].kind == "word" else 2), ordinal=True
        )
    if ending and ending in _CARDINAL_ENDING and tokens[after].kind == "symbol":
        after += 2
    while after < len(tokens) and (scale := _scale(tokens[after])):
        amount, other = amount * scale, None
        after += 1 + (after + 1 < len(tokens) and tokens[after + 1].text == ".")
    return Number(amount, other, after)


def _ending(tokens: Sequence[Token], at: int) -> str:
    """The ending glued to digits: ``st`` of ``1st``, ``й`` of ``1-й``."""
    if at < len(tokens) and tokens[at].kind == "word" and not tokens[at].space_before:
        return tokens[at].text
    glued = tokens[at : at + 2]
    if (
        len(glued) == 2
        and glued[0].text == "-"
        and glued[1].kind == "word"
        and not glued[0].space_before
        and not glued[1].space_before
    ):
        return glued[1].text
    return ""


def _readings(text: str, language: str) -> tuple[Decimal, Decimal | None] | None:
    single = _SINGLE_GROUP.fullmatch(text)
    try:
        if single and not single[1].startswith("0"):
            grouped = Decimal(single[1] + single[3])
            decimal = Decimal(single[1] + "." + single[3])
            is_grouped = (single[2] == ",") == (language != "ru")
            return (grouped, decimal) if is_grouped else (decimal, grouped)
        if _GROUPED.fullmatch(text):
            return Decimal(_ungrouped(text)), None
        return Decimal(text.replace(",", ".")), None
    except InvalidOperation:
        return None


def _ungrouped(text: str) -> str:
    """``1.000,5`` and ``1,000.5`` -> ``1000.5``; the last separator is decimal if it differs."""
    separators = re.findall(r"[ ,.']", text)
    if len(set(separators)) > 1:
        whole, _, fraction = text.rpartition(separators[-1])
        return re.sub(r"[ ,.']", "", whole) + "." + fraction
    return re.sub(r"[ ,.']", "", text)


def _scale(token: Token) -> Decimal | None:
    if token.kind != "word" or (token.text == "k" and token.space_before):
        return None
    return SCALES.get(token.text) or SCALES.get(form(token.text).lemma)


def _in_words(tokens: Sequence[Token], first: int) -> Number | None:
    total = current = Decimal(0)
    at, seen = first, False
    while at < len(tokens):
        token = tokens[at]
        if token.text in ("-", "and") and seen and _continues(tokens, at, total + current):
            at += 1
            continue
        amount, scale = _word_amount(token), _scale(token) if token.kind == "word" else None
        if amount is not None and (not seen or _fits(current, amount)):
            current += amount
        elif scale is not None and (seen or scale >= 100):
            current = (current or Decimal(1)) * scale
            if scale > 100:
                total, current = total + current, Decimal(0)
        else:
            break
        seen = True
        at += 1
    if not seen:
        return None
    return _ending_in_ordinal(tokens, at, total + current) or _with_half(
        tokens, at, total + current
    )


def _ending_in_ordinal(tokens: Sequence[Token], at: int, amount: Decimal) -> Number | None:
    """``twenty-first``, ``двадцать первый``: the last word alone is an ordinal."""
    at += at < len(tokens) and tokens[at].text == "-" and not tokens[at].space_before
    last = ordinal_of(tokens[at]) if at < len(tokens) else None
    if last is None or last >= 10 or amount % 10 or amount % 100 < 20:
        return None
    return Number(amount + last, None, at + 1, ordinal=True, in_words=True)


def ordinal_of(token: Token) -> Decimal | None:
    """The number an ordinal word stands for."""
    return ORDINALS.get(token.text) or ORDINALS.get(form(token.text).lemma)


_HALVES = (("and", "a", "half"), ("с", "половиной"))


def _with_half(tokens: Sequence[Token], at: int, amount: Decimal) -> Number:
    for half in _HALVES:
        if tuple(token.text for token in tokens[at : at + len(half)]) == half:
            return Number(amount + Decimal("0.5"), None, at + len(half), in_words=True)
    return Number(amount, None, at, in_words=True)


def _word_amount(token: Token) -> Decimal | None:
    if token.kind != "word" or token.text in ORDINALS or token.text == "ones":
        return None
    found = CARDINALS.get(token.text)
    return CARDINALS.get(form(token.text).lemma) if found is None else found


def _fits(current: Decimal, amount: Decimal) -> bool:
    """``twenty`` + ``five`` and ``hundred`` + ``five`` are one number, ``five`` + ``five`` two."""
    if current == 0:
        return True
    return amount >= 1 and current % (10 if amount < 10 else 100 if amount < 100 else 1000) == 0


def _continues(tokens: Sequence[Token], at: int, current: Decimal) -> bool:
    if at + 1 >= len(tokens):
        return False
    amount = _word_amount(tokens[at + 1])
    if amount is None:
        return False
    if tokens[at].text == "-":
        return not tokens[at].space_before and current % 100 >= 20 and 1 <= amount < 10
    return current >= 100 and current % 100 == 0 and amount < 100

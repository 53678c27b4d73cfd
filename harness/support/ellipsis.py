"""What a value takes from the one before it: a unit, a bound, a year; and what it is a part of.

``The tent weighs 2 kg, the rope 3``; ``at most 6 persons or 450 kg``; ``In 2025 … until 31 May``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from harness.support.lexicon import lexicon
from harness.support.morphology import form
from harness.support.surface import Token

if TYPE_CHECKING:
    from harness.support.values import Value

_LABELS = frozenset(
    "level step stage phase chapter section article paragraph clause part class grade category"
    " group zone tier gate platform floor room day annex appendix schedule table figure line row"
    " item question lesson bus route tram page module unit number"
    " уровень шаг этап фаза глава раздел статья пункт часть класс категория группа зона этаж кабинет"
    " комната приложение таблица рисунок строка вопрос урок автобус маршрут трамвай страница модуль"
    " номер тур выход окно".split()
)
"""Nouns that a number behind them names: ``level 2`` is the second level."""
_NUMBER_SIGNS = frozenset(("no", "№", "n°", "номер", "number"))
_JOINS = frozenset("and or и или but а но".split())
_REACH = 12  # tokens within which a unit goes on
_PART_OF = frozenset("of the these those all его их из этих всех".split())


def label_before(found: Sequence[Token], at: int, after: int) -> str:
    """The noun that the number at token ``at`` names one of: ``level 2``, ``tent no. 3``."""
    if after < len(found) and found[after].kind in ("word", "number"):
        behind = form(found[after].text)
        if behind.pos in ("NOUN", "ADJ") or (not behind.pos and found[after].raw.islower()):
            return ""  # "in room 5 chairs are left"
    place = at - 1
    dotted = place > 0 and found[place].text == "." and found[place - 1].text in _NUMBER_SIGNS
    place -= dotted
    if place > 0 and found[place].text in _NUMBER_SIGNS and found[place - 1].kind == "word":
        return found[place - 1].text
    singular = place >= 0 and form(found[place].text).lemma in _LABELS
    plain = singular and not (found[place].text.isascii() and found[place].text.endswith("s"))
    return found[place].text if plain else ""


def related(found: Sequence[Token], values: Sequence[Value]) -> list[Value]:
    """The values, each with what it takes from those before it."""
    read: list[Value] = []
    for value in values:
        taking = value
        for before in reversed(read):
            if value.first - before.after > _REACH:
                break
            taking = _taking(found, before, taking)
        read.append(taking)
    return _with_year(read)


def _taking(found: Sequence[Token], before: Value, value: Value) -> Value:
    between = [token.text for token in found[before.after : value.first]]
    if value.kind == "count" and before.kind == "count" and _is_part(between):
        return replace(value, whole=True)
    bounded = before.limit in ("le", "lt", "ge", "gt") and value.limit == "eq"
    if bounded and value.kind == "amount" and between[-1:] and between[-1] in ("or", "или"):
        short = len(between) <= 3 and not {",", ";", "."} & set(between)
        return replace(value, limit=before.limit) if short else value
    bare = value.kind == "count" and not value.nouns and not value.weak
    if bare and before.kind == "amount" and _goes_on(found, between, value):
        return replace(value, kind="amount", unit=before.unit, per=before.per)
    return value


def _is_part(between: Sequence[str]) -> bool:
    return 1 <= len(between) <= 3 and between[0] in ("of", "из") and _PART_OF.issuperset(between)


def _goes_on(found: Sequence[Token], between: Sequence[str], value: Value) -> bool:
    """Whether a bare number ends its statement beside one with a unit."""
    after = found[value.after].text if value.after < len(found) else "."
    function = form(after).pos == "FUNC" or after in lexicon("en").function_words - {"of"}
    ends = after in (".", ",", ";", ")") or (function and after != "из")
    joined = bool({",", ";", *_JOINS} & set(between)) and len(between) > 1
    return ends and joined and "|" not in between


def _with_year(values: Sequence[Value]) -> list[Value]:
    """Days and months with the one year that is named before them."""
    years = [v for v in values if v.date and v.date.year and v.date.month is None]
    if len({v.date.year for v in years if v.date}) != 1 or years[0].limit != "eq":
        return list(values)
    year = years[0]
    return [
        replace(value, date=replace(value.date, year=year.date.year))
        if year.date and value.date and value.date.year is None and value.first > year.first
        else value
        for value in values
    ]

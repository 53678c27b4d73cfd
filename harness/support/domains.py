"""Values that say of what a sentence speaks: ``parcels over 5 kg``, ``if it exceeds 60 euros``.

Such a value of the evidence holds for all that lies within its bound: what goes for vessels longer
than 18 metres goes for one of 20 metres. A bound that is itself the rule (``a deposit of at least
100 euros is due``) says nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from harness.support.clauses import predicate
from harness.support.marking import Marked
from harness.support.morphology import form
from harness.support.sentence import Mark
from harness.support.values import Value
from harness.support.verbs_en import EITHER

_AMOUNTS = frozenset(
    "fee charge deposit price cost discount fine penalty bonus compensation refund rate period term"
    " notice duration break rest delay pause interval temperature distance height weight size amount"
    " sum limit payment supplement surcharge allowance share minimum maximum speed pressure dose"
    " instalment salary wage wait age length width depth"
    " плата сбор залог цена стоимость скидка штраф пеня премия компенсация возврат ставка срок период"
    " перерыв отдых задержка пауза интервал температура расстояние высота вес масса размер сумма"
    " лимит платеж доплата надбавка доля минимум максимум скорость давление доза взнос зарплата"
    " ожидание возраст длина ширина глубина объем".split()
)
"""What names an amount itself: its bound is the rule."""
_TIMED = frozenset("before after prior ahead advance до после".split())


def find_domains(
    marked: Marked,
    values: Sequence[Value],
    conditions: Sequence[Mark],
    modals: Sequence[Mark],
    relatives: Sequence[tuple[int, int]],
) -> list[Value]:
    """The values, those that say of what the sentence speaks marked."""
    conditional = {mark.clause for mark in conditions}
    found = []
    for value in values:
        clause = marked.clause[value.first]
        tags = {mark.tag for mark in modals if mark.clause == clause}
        narrows = (
            clause in conditional
            or any(first < value.first < after for first, after in relatives)
            or _is_label(marked, value)
            or _is_of_subject(marked, value, tags)
            or _is_when(marked, value, tags)
        )
        measured = value.kind in ("amount", "count") and value.dimension != "times"
        found.append(replace(value, domain=True) if narrows and measured else value)
    return found


def _clause_of(marked: Marked, value: Value) -> tuple[int, int]:
    places = [at for at, clause in enumerate(marked.clause) if clause == marked.clause[value.first]]
    return places[0], places[-1] + 1


def _is_of_subject(marked: Marked, value: Value, tags: set[str]) -> bool:
    """``vessels longer than 18 metres are``, ``a 3 kg parcel costs``; not ``at least 5 must``."""
    start, end = _clause_of(marked, value)
    verb = predicate(marked.tokens, start, end, marked.language)[0]
    if verb < 0 and _may_be_verb(marked, value.after):
        verb = value.after
    if marked.language == "ru" and _is_given(marked, value, start):
        return True
    if 0 <= verb < value.after:
        return False
    before = [at for at in range(start, value.first) if _is_noun(marked, at)]
    if value.limit in ("gt", "lt"):
        return bool(before)
    behind = any(_is_noun(marked, at) for at in range(value.after, verb))
    if value.limit == "eq" and value.low == value.high:
        return verb >= 0 and (behind or bool(before))
    return (
        verb >= 0 and bool(before) and "duty" not in tags and not _names_amount(marked, before[0])
    )


def _may_be_verb(marked: Marked, at: int) -> bool:
    """``parcels up to 5 kg cost 300 roubles``."""
    return at < len(marked.texts) and form(marked.texts[at]).lemma in EITHER


_KEPT_AT = frozenset("температура давление влажность скорость".split())


def _is_given(marked: Marked, value: Value, start: int) -> bool:
    """``при первом взносе от 40 %``: the case that is spoken of."""
    places = [at for at in range(start, value.first) if marked.texts[at] == "при"]
    between = marked.texts[places[-1] + 1 : value.first] if places else []
    lemmas = {form(text).lemma for text in between}
    return bool(between) and "," not in lemmas and not _KEPT_AT & lemmas


def _is_noun(marked: Marked, at: int) -> bool:
    return marked.is_content(at, marked.tokens[at])


def _names_amount(marked: Marked, at: int) -> bool:
    return form(marked.texts[at]).lemma in _AMOUNTS


def _is_label(marked: Marked, value: Value) -> bool:
    """``up to 5 kg: 300 roubles``, a cell ``Up to 2 kg`` over ``$6``."""
    after = value.after
    following = marked.texts[after] if after < len(marked.texts) else ""
    spaced = after < len(marked.tokens) and marked.tokens[after].space_before
    if following in ("-", ":") and (spaced or following == ":"):
        return True
    table = "|" in marked.texts
    return table and (following[:1].isdigit() or following in ("$", "£", "€"))


def _is_when(marked: Marked, value: Value, tags: set[str]) -> bool:
    """``may be cancelled up to 2 days before``: allowed at any time within the bound."""
    if tags != {"permission"} or value.dimension != "time":
        return False
    behind = marked.texts[value.after : value.after + 2]
    return (
        bool(_TIMED.intersection(behind))
        or "за" in marked.texts[max(0, value.first - 2) : value.first]
    )

"""How negation and words like ``maximum`` bound the values of one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from harness.support.lexicon import Limit
from harness.support.marking import Marked
from harness.support.morphology import form
from harness.support.sentence import Mark
from harness.support.values import Value

_FLIPPED: dict[Limit, Limit] = {"gt": "le", "lt": "ge"}


def flip_limits(
    marked: Marked, values: list[Value], modals: list[Mark], negators: list[Mark]
) -> tuple[list[Value], list[Mark], list[Mark]]:
    """``must not weigh more than 8 kg`` says ``weighs at most 8 kg``."""
    for number, value in enumerate(values):
        if value.limit not in _FLIPPED or value.kind == "date":
            continue
        start = values[number - 1].after if number else 0
        place = (start, value.first, marked.clause[value.first])
        bans = [m for m in modals if m.tag == "ban" and _governs(marked, m, place)]
        denials = [m for m in negators if m.tag == "not" and _governs(marked, m, place)]
        if bans or denials:
            values[number] = replace(value, limit=_FLIPPED[value.limit])
            modals = [m for m in modals if m not in bans[-1:]]
            negators = negators if bans else [m for m in negators if m is not denials[-1]]
    return values, modals, negators


def bind_limit_adjectives(marked: Marked, values: list[Value]) -> list[Value]:
    """``the maximum size is 10 MB`` says ``at most 10 MB``."""
    bound = list(values)
    for at, token in enumerate(marked.tokens):
        if token.kind != "word" or marked.used[at]:
            continue
        tables = marked.tables
        limit = tables.limit_adjectives.get(token.text) or tables.limit_adjectives.get(
            form(token.text).lemma
        )
        if token.text in _PLACES and not _names_bound(marked, at + 1):
            continue
        number = _limited_value(marked, at, bound) if limit else None
        if limit and number is not None:
            bound[number] = replace(bound[number], limit=limit)
            marked.use(at, at + 1)
    return bound


_PLACES = frozenset(("upper", "lower", *"верхний верхняя верхнее нижний нижняя нижнее".split()))
_BOUNDS = frozenset("limit bound end threshold предел граница порог лимит".split())


def _names_bound(marked: Marked, at: int) -> bool:
    """``the upper limit`` bounds a value, ``the upper shelf`` does not."""
    return at < len(marked.texts) and form(marked.texts[at]).lemma in _BOUNDS


def _limited_value(marked: Marked, at: int, values: Sequence[Value]) -> int | None:
    """The value a limit adjective bounds: the next of its clause, else the last before it."""
    same = [
        (value.first - at, number)
        for number, value in enumerate(values)
        if marked.clause[value.first] == marked.clause[at]
        and value.limit in ("eq", "in", "about")
        and value.kind in ("amount", "count")
    ]
    ahead = [pair for pair in same if pair[0] > 0]
    if ahead:
        return min(ahead)[1]
    if same:
        return max(same)[1]
    later = [
        number
        for number, value in enumerate(values)
        if value.first > at and value.limit == "eq" and value.kind in ("amount", "count")
    ]
    return later[0] if len(later) == 1 else None


def _governs(marked: Marked, mark: Mark, place: tuple[int, int, int]) -> bool:
    """Whether a negation reaches a value: at most the verb stands between them."""
    start, end, clause = place
    if not start <= mark.token < end or mark.clause != clause:
        return False
    between = range(mark.after, end)
    return sum(marked.is_content(at, marked.tokens[at]) for at in between) <= 1

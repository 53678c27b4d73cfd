"""What the evidence names only to set it aside: ``6 euros instead of 5``, ``the rule was repealed``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.support.comparing import compare
from harness.support.detectors.pair import Finding, Pair, Span, only_with
from harness.support.sentence import Word
from harness.support.values import Value

_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of|as opposed to|unlike|вместо|взамен|в отличие от)\s+"
    r"(?:(?:in|on|at|to|from|by|for|в|во|на|у|с|по)\s+)?(?P<thing>(?:[\w%€$£₽.,-]+\s?){1,4})",
    re.IGNORECASE,
)
_BEHIND_DIFFERENCE = re.compile(
    r"\s+(?:more|less|fewer|lower|higher|cheaper|dearer|longer|shorter|earlier|later|больше|меньше"
    r"|выше|ниже|дороже|дешевле|дольше|короче|раньше|позже|более|менее)\b",
    re.IGNORECASE,
)
_BEFORE_DIFFERENCE = re.compile(
    r"(?:\bby|\b(?:выше|ниже|больше|меньше|дороже|дешевле|вырос\w*|возрос\w*|повы\w+|сниз\w+|увелич\w+"
    r"|уменьш\w+|сокра\w+|упал\w*)\s+на)\s+$",
    re.IGNORECASE,
)
_ENDING = frozenset(
    """
    repeal abolish cancel revoke rescind withdraw replace supersede suspend discontinue scrap annul
    отменить отменять упразднить аннулировать заменить приостановить отозвать исключить
    """.split()
)
"""Verbs after which a thing is no more; told of in the passive: ``has been repealed``."""


_ENDED = frozenset("отменен отменена отменено отменены".split())
"""The dictionary takes them for an adjective."""


def set_aside_findings(pair: Pair) -> Iterator[Finding]:
    """A value or word of the claim that the evidence has as what holds no more, or as a difference."""
    for find in (_instead, _difference, _ended):
        found = find(pair)
        if found is not None:
            yield found
            return


def _instead(pair: Pair) -> Finding | None:
    """``6 euros instead of 5 euros``, ``in room 1 rather than in room 2``."""
    if _INSTEAD.search(pair.claim.text):
        return None
    for match in _INSTEAD.finditer(pair.evidence.text):
        span = match.span("thing")
        if any(_lies_in(value, span) for value in _taken(pair)) or _takes_word(pair, span):
            return only_with(match[0].strip(), match.span(), level="contradicted", kind="negation")
    return None


def _taken(pair: Pair) -> list[Value]:
    """Values of the evidence that the claim has and that stand there once."""
    language, values = pair.evidence.language, pair.evidence.values
    return [
        value
        for value in values
        if pair.has_value(value)
        and sum(compare(value, other, language).state == "same" for other in values) == 1
    ]


def _takes_word(pair: Pair, span: Span) -> bool:
    """Whether all heavy words set aside are the claim's, and it has no value of its own there."""
    inside = [
        n for n, word in enumerate(pair.evidence.words) if _lies_in(word, span) and not word.light
    ]
    valued = any(_lies_in(value, span) for value in pair.evidence.values)
    return bool(inside) and not valued and all(n in pair.alignment.partners for n in inside)


def _lies_in(thing: Word | Value, span: Span) -> bool:
    return span[0] <= thing.start and thing.end <= span[1] + 1


def _difference(pair: Pair) -> Finding | None:
    """``5 euros lower than before``, ``на 5 евро меньше``: by how much, not how much."""
    for own in pair.claim.values:
        if _is_difference(pair.claim.text, own):
            continue
        for value in pair.evidence.values:
            same = compare(own, value, pair.claim.language).state == "same"
            if same and value.limit == "eq" and _is_difference(pair.evidence.text, value):
                return only_with(value.text, (value.start, value.end), kind="number")
    return None


def _is_difference(text: str, value: Value) -> bool:
    behind = _BEHIND_DIFFERENCE.match(text, value.end)
    return bool(behind or _BEFORE_DIFFERENCE.search(text[: value.start]))


def _ended(pair: Pair) -> Finding | None:
    """``the rule of 5 days has been repealed``: what it said holds no more."""
    own = {word.form.lemma for word in pair.claim.words}
    if own & _ENDING or pair.claim.negators or pair.evidence.conditions:
        return None
    engaged = {e.segment for _, e in pair.matched() if not e.light}
    for _, word in pair.added():
        passive = word.passive or "pssv" in word.form.features
        told = (passive and word.form.lemma in _ENDING) or word.text in _ENDED
        if told and word.segment in engaged and not word.negated:
            span = (word.start, word.end)
            return only_with(word.text, span, level="contradicted", kind="negation")
    return None

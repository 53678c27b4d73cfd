"""Statements of a sentence that leave out what an earlier one has said.

``Dictionaries are allowed in Paper 1, but not in Paper 2`` says a second time what is not allowed;
``draws 1.2 kW when heating and 8 W on standby`` draws twice. Each is made of pieces of the sentence:
what both share, then the part of its own. A row of a table says one thing in each column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.support.surface import Token

Span = tuple[int, int]

_CONTRASTING = frozenset("but но а".split())
_NOT = frozenset(("not", "не"))
_COMPANY = {"without": "with", "без": "с"}
_PREPOSITIONS = frozenset(
    "in on at by for from to with without under over during of on в во на по для с со без при из"
    " от до у к".split()
)
_LONGEST_BOUND = 2  # tokens before a number that belong to it: "up to", "at least", "$"
_DASHES = frozenset("-–—")


def columns(found: Sequence[Token]) -> Iterator[tuple[Span, ...]]:
    """A row of a table, one statement for each column: the first cell and that one."""
    bars = [at for at, token in enumerate(found) if token.text == "|"]
    if len(bars) < 2 or bars[0] == 0:
        return
    for start, end in zip(bars, [*bars[1:], len(found)], strict=True):
        yield _span(found, 0, bars[0]), _span(found, start, end)


def elliptic(
    found: Sequence[Token], start: int, end: int, verb: int, *, auxiliary: bool
) -> Iterator[tuple[Span, ...]]:
    """The statements of tokens ``start`` to ``end``, whose one verb stands at ``verb``."""
    for at in range(verb + 1, end - 1):
        parts = (
            _denied(found, (start, at, end), verb, auxiliary=auxiliary)
            or _in_company(found, (start, at, end), verb)
            or _counted(found, (start, at, end), verb)
            or _dashed(found, (start, at, end), verb)
        )
        if parts:
            first = at - 1 if found[at - 1].text == "," else at
            yield (_span(found, start, first),)
            yield tuple(_span(found, left, right) for left, right in parts if left < right)
            return


_Cut = tuple[int, int, int]  # first token, joining token, token after the last


def _denied(
    found: Sequence[Token], cut: _Cut, verb: int, *, auxiliary: bool
) -> list[tuple[int, int]]:
    """``are allowed in Paper 1, but not in Paper 2``; ``covers trams but not buses``."""
    start, at, end = cut
    if found[at].text not in _CONTRASTING or found[at + 1].text not in _NOT or at + 2 >= end:
        return []
    if found[at + 2].text in _PREPOSITIONS:
        own = _place(found, found[at + 2].text, verb + 1, at)
    else:
        own = -1 if auxiliary else verb + 1
    if own < 0:
        return []
    shared = verb + 1 if auxiliary else verb
    return [(start, shared), (at + 1, at + 2), (shared, own), (at + 2, end)]


def _in_company(found: Sequence[Token], cut: _Cut, verb: int) -> list[tuple[int, int]]:
    """``comes with an adaptor but without batteries``, in either order."""
    start, at, end = cut
    after = found[at + 1].text
    if found[at].text not in _CONTRASTING or after not in {*_COMPANY, *_COMPANY.values()}:
        return []
    others = {_COMPANY.get(after, ""), *(k for k, v in _COMPANY.items() if v == after)}
    own = next((n for n in range(verb + 1, at) if found[n].text in others), -1)
    return [(start, own), (at + 1, end)] if own > 0 else []


def _counted(found: Sequence[Token], cut: _Cut, verb: int) -> list[tuple[int, int]]:
    """``costs $5 for adults and $3 for children``: a number of its own, and what it is for."""
    start, at, end = cut
    if found[at].text not in ("and", "и", "а"):
        return []
    later, earlier = _number(found, at + 1, end), _number(found, verb + 1, at)
    if later < 0 or not 0 <= earlier < at - 1 or later - at - 1 > _LONGEST_BOUND:
        return []
    own = earlier - (later - at - 1)
    alike = [t.text for t in found[own:earlier]] == [t.text for t in found[at + 1 : later]]
    said = [t for t in found[later + 1 : end] if t.text in _PREPOSITIONS or t.text == "when"]
    return [(start, own), (at + 1, end)] if own > verb and alike and said else []


def _dashed(found: Sequence[Token], cut: _Cut, verb: int) -> list[tuple[int, int]]:
    """``срок на корпус составляет пять лет, на двигатель — три года``."""
    start, at, end = cut
    if found[at].text not in (",", ";") or found[at + 1].text not in _PREPOSITIONS:
        return []
    own = _place(found, found[at + 1].text, start, verb)
    stop = next((n for n in range(at + 2, end) if found[n].text == ","), end)
    dash = next((n for n in range(at + 2, stop) if found[n].text in _DASHES), -1)
    if own < 0 or dash < 0 or not found[dash].space_before:
        return []
    return [(start, own), (at + 1, dash), (verb, verb + 1), (dash + 1, stop)]


def _place(found: Sequence[Token], text: str, start: int, end: int) -> int:
    """The last token with a text; -1 if there is none."""
    return next((at for at in reversed(range(start, end)) if found[at].text == text), -1)


def _number(found: Sequence[Token], start: int, end: int) -> int:
    return next((at for at in range(start, end) if found[at].kind == "number"), -1)


def _span(found: Sequence[Token], start: int, end: int) -> Span:
    return found[start].start, found[end - 1].end

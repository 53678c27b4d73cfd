"""Small words that say where to, and ``last`` and ``each``, which no content word is left to tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.support.clauses import BE
from harness.support.detectors.pair import Finding, Pair, only_with
from harness.support.morphology import form
from harness.support.surface import Token, tokens

_OPPOSED = {
    one: other
    for a, b in (
        ("up", "down"),
        ("inside", "outside"),
        ("here", "there"),
        ("plus", "minus"),
        ("внутри", "снаружи"),
        ("вверх", "вниз"),
        ("здесь", "там"),
        ("туда", "сюда"),
        ("плюс", "минус"),
    )
    for one, other in ((a, b), (b, a))
}
_PARTICLES = {"in": "out", "out": "in", "on": "off", "off": "on"}
_BUT_ONE = re.compile(r"\b(?:second|third|next)[- ]to[- ]last\b|\blast but one\b", re.IGNORECASE)
_APIECE = re.compile(
    r"\bпо (?:\d|одн|два\b|две\b|три\b|четыр|пять|шесть|семь|восемь|девять|десять)", re.IGNORECASE
)


def particle_findings(pair: Pair) -> Iterator[Finding]:
    """``rounded up`` against ``rounded down``, ``check in`` against ``check out``."""
    claim, evidence = tokens(pair.claim.text), tokens(pair.evidence.text)
    for own, its in (*_opposed(claim, evidence), *_turned(claim, evidence)):
        reason = f"the evidence says {its.text!r}, the claim {own.text!r}"
        yield Finding("contradicted", "negation", reason, (its.start, its.end))
        return
    for pattern in (_BUT_ONE, _APIECE):
        found = pattern.search(pair.evidence.text)
        if found and not pattern.search(pair.claim.text):
            yield only_with(found[0], found.span())
            return


def _opposed(claim: Sequence[Token], evidence: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    mine, its = _directions(claim), _directions(evidence)
    for text, token in mine.items():
        other = _OPPOSED[text]
        if other in its and text not in its and other not in mine:
            yield token, its[other]


def _directions(found: Sequence[Token]) -> dict[str, Token]:
    """The words of direction; ``up to`` is a bound, ``there is`` no place."""
    return {
        token.text: token
        for at, token in enumerate(found)
        if token.text in _OPPOSED and not _is_no_place(found, at)
    }


def _is_no_place(found: Sequence[Token], at: int) -> bool:
    behind = [token.text for token in found[at + 1 : at + 3]]
    return (behind[:1] == ["to"] and behind[1:] != ["the"]) or bool(BE & set(behind[:1]))


def _turned(claim: Sequence[Token], evidence: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """``check in`` and ``check out``; ``fill in`` and ``fill out`` say the same."""
    mine, its = dict(_phrasal(claim)), dict(_phrasal(evidence))
    for (verb, particle), token in mine.items():
        other = (verb, _PARTICLES[particle])
        if verb != "fill" and other in its and (verb, particle) not in its and other not in mine:
            yield token, its[other]


def _phrasal(found: Sequence[Token]) -> Iterator[tuple[tuple[str, str], Token]]:
    for at, token in enumerate(found[1:], 1):
        if token.text in _PARTICLES and found[at - 1].kind == "word":
            yield (form(found[at - 1].text).lemma, token.text), token

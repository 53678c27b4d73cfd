"""A condition that the evidence joins to the claim's: ``if it is late and the seal is broken``.

A claim that has the one condition alone speaks of more cases. So does one with a single exception
of two (``unless it rains or snows``). Conditions that each suffice, joined by ``or``, leave the
claim true.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.support.detectors.pair import Finding, Pair, only_with
from harness.support.sentence import Word

_NARROWS = {"if": "and", "only_if": "and", "unless": "or", "except": "or"}
"""What joins a second condition of a kind to the first so that both are needed to tell the case."""


def joined_findings(pair: Pair) -> Iterator[Finding]:
    """The first condition beside one of the claim's that the claim does not have at all."""
    partners = pair.alignment.partners
    taken = {e.clause for c, e in pair.matched() if c.condition and c.condition == e.condition}
    for mark in pair.evidence.conditions:
        joiner = _NARROWS.get(mark.tag)
        if joiner is None or mark.clause not in taken:
            continue
        for segment, join in sorted(pair.evidence.joins.items()):
            inside = [
                (number, word)
                for number, word in enumerate(pair.evidence.words)
                if word.segment == segment and word.clause == mark.clause
            ]
            if join == joiner and inside and not any(number in partners for number, _ in inside):
                yield _finding([word for _, word in inside])
                return


def _finding(words: list[Word]) -> Finding:
    text = " ".join(word.text for word in words[:3])
    return only_with(text, (words[0].start, words[-1].end))


def is_alternative(pair: Pair, number: int) -> bool:
    """Whether a condition of the evidence is one of several that each suffice.

    ``When A, when B or when C``: a claim with A alone says so too.
    """
    marks = pair.evidence.conditions
    row = [one for one in marks if one.tag == "if"]
    if len(row) < 2 or marks[number].tag != "if" or len(row) != len(marks):
        return False
    joins = [_before(pair, mark.start) for mark in row]
    return joins[-1] in ("or", "или") and all(join in (",", "or", "или") for join in joins[1:])


def _before(pair: Pair, start: int) -> str:
    """The word or comma before a place of the evidence."""
    said = pair.evidence.text[:start].rstrip().casefold()
    return "," if said.endswith(",") else said.rpartition(" ")[2]

"""Rows of a table: the one a claim speaks of, and what it puts there from another row."""

from __future__ import annotations

from collections.abc import Sequence

from harness.support.analysis import analyse
from harness.support.comparing import compare
from harness.support.matching import has_word
from harness.support.passages import Piece
from harness.support.sentence import Sentence, Word
from harness.support.values import Value

_ANY = frozenset("все весь любой любая любое любые каждый all any every both оба - нет no".split())
"""Cells that may hold what another row names."""


def named_row(claim: Sentence, pieces: Sequence[Piece]) -> Piece | None:
    """The one row whose first cell the claim names; the second, where it names no first one."""
    rows = [piece for piece in pieces if piece.cells]
    for column in (0, 1):
        named = [
            row for row in rows if column < len(row.cells) and _names(claim, row.cells[column])
        ]
        if named:
            return named[0] if len(named) == 1 else None
    return None


def _names(claim: Sentence, cell: str) -> bool:
    """Whether the claim has all of a cell."""
    read = analyse(cell, claim.language)
    words = [word for word in read.words if not word.code]
    values = [value for value in read.values if value.kind != "code"]
    codes = [word for word in read.words if word.code]
    if not (words or values or codes) or any(value.unit for value in values):
        return False
    return all(has_word(claim, word) for word in (*words, *codes)) and all(
        _has_value(claim, value) for value in values
    )


def _has_value(sentence: Sentence, value: Value) -> bool:
    language = sentence.language
    return any(compare(value, other, language).state == "same" for other in sentence.values)


def other_cell(claim: Sentence, row: Piece, pieces: Sequence[Piece]) -> tuple[str, str] | None:
    """(cell of the row, cell of another row in its column) where the claim has the wrong one.

    All that the claim says and its own row does not have must stand in that one other cell, but for
    a word that the whole table lacks: the verb.
    """
    mine = analyse(row.text, claim.language)
    words = [w for w in claim.words if not w.light and not has_word(mine, w)]
    table = analyse(" ".join(piece.text for piece in pieces if piece.cells), claim.language)
    verbs = [word for word in words if not has_word(table, word)]
    if len(verbs) > 1:
        return None
    words = [word for word in words if word not in verbs]
    values = [v for v in claim.values if v.kind != "code" and not _has_value(mine, v)]
    if not (words or values) or any(word.negated for word in claim.words) or claim.modals:
        return None
    for other in pieces:
        if other is row or not other.cells:
            continue
        for own, its in list(zip(row.cells, other.cells, strict=False))[1:]:
            if _may_hold(own, its) and _holds(its, words, values, claim.language):
                return own, its
    return None


def _may_hold(own: str, its: str) -> bool:
    """Whether a cell says something else than another one, and nothing that may take it in."""
    return bool(own) and own != its and not _ANY & set(own.casefold().split())


def _holds(cell: str, words: Sequence[Word], values: Sequence[Value], language: str) -> bool:
    read = analyse(cell, language)
    if any(word.negated for word in read.words):
        return False
    return all(has_word(read, word) for word in words) and all(
        _has_value(read, value) for value in values
    )

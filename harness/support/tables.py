"""A claim that gives one column of a table row what stands in another.

``Plan | Price | Storage`` over ``Team | $12 | 5 GB``: a claim that names one column by its header,
has nothing of that column's cell, and gives the cell of a column it does not name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from harness.support.analysis import analyse
from harness.support.comparing import compare
from harness.support.contrast import Contrast
from harness.support.matching import pairs_with
from harness.support.passages import Piece
from harness.support.sentence import Sentence

_LEAST_CELLS = 3  # the row's own name and two columns

_Cell = tuple[Sentence, Sentence]  # header, body


def misplaced(claim: Sentence, piece: Piece) -> Contrast | None:
    """The header of the column whose cell the claim gives, and the one that it names instead."""
    cells = _cells(piece, claim.language)
    if len(cells) < _LEAST_CELLS or not _names(claim, cells[0][1]) or claim.negators:
        return None
    named = [cell for cell in cells[1:] if _is_named(claim, cell, cells[1:])]
    given = [cell for cell in cells[1:] if _names(claim, cell[1])]
    if len(named) != 1 or len(given) != 1 or named[0] is given[0]:
        return None
    return Contrast(named[0][0].text, given[0][0].text, 0, (0, len(piece.text)))


def _cells(piece: Piece, language: str) -> list[_Cell]:
    """Header and body of each cell of a row; empty for another text or a row without header."""
    if "|" not in piece.text or len(piece.parts) % 2:
        return []
    texts = [piece.text[start : start + length] for start, _, length in piece.parts]
    ends = [start + length for start, _, length in piece.parts]
    starts = [start for start, _, _ in piece.parts[1:]]
    gaps = [piece.text[end:start].strip() for end, start in zip(ends, starts, strict=False)]
    if gaps != ["", "|"] * (len(gaps) // 2) + [""]:
        return []
    read = [analyse(text, language) for text in texts]
    return [(header, body) for header, body in list(pairwise(read))[::2]]


def _names(claim: Sentence, cell: Sentence) -> bool:
    """Whether the claim has all heavy words and all values of a cell."""
    words = [word for word in cell.words if not word.light]
    language = claim.language
    has_words = all(any(pairs_with(own, w, language) for own in claim.words) for w in words)
    has_values = all(
        any(compare(own, value, language).state == "same" for own in claim.values)
        for value in cell.values
    )
    return bool(words or cell.values) and has_words and has_values


def _is_named(claim: Sentence, cell: _Cell, cells: Sequence[_Cell]) -> bool:
    """Whether the claim has the words of this header that no other header has."""
    language = claim.language
    others = [word for header, _ in cells if header is not cell[0] for word in header.words]
    own = [w for w in cell[0].words if not any(pairs_with(w, o, language) for o in others)]
    return bool(own) and all(any(pairs_with(c, w, language) for c in claim.words) for w in own)

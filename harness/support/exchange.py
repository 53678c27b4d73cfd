"""Two statements of the evidence with their parts exchanged in a claim of two statements.

``Medals are in the third tent, photographs in the second`` against ``Medals are in the second tent,
photographs in the third``: each statement of the claim takes one part from either statement of the
evidence, and leaves the other one what it had beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from harness.support.detectors.statements import groups
from harness.support.items import Contrast, Item, case_differs, items_of, same_item, span_of
from harness.support.sentence import Sentence, Word
from harness.support.surface import tokens

_DENIALS = frozenset(("not", "ban", "optional"))
_RESPECTIVELY = frozenset(("respectively", "соответственно"))
_MOST_STATEMENTS = 12  # of the evidence; every two of them are compared


class _Statement:
    """A statement, the words and values in it, and what it denies or allows."""

    def __init__(self, sentence: Sentence, number: int, group: frozenset[int]) -> None:
        self.sentence, self.number = sentence, number
        self.items = items_of(sentence, group, light=True)
        marks = (*sentence.modals, *sentence.negators)
        self.marks = frozenset(mark.tag for mark in marks if mark.segment in group)

    def has(self, part: Item | str, language: str) -> bool:
        """Whether a part stands here too."""
        if isinstance(part, str):
            return part in self.marks
        return any(same_item(part, item, language) for item in self.items)


_Part = Item | str  # a word or value, or the tag of a modal or negation


def exchanged(claim: Sentence, evidence: Sequence[Sentence]) -> Contrast | None:
    """A part of one statement that the claim puts into the other, if the two changed places."""
    if claim.hedges or _is_paired_off(claim, *evidence):
        return None
    own = _statements(claim, 0)
    its = [one for n, sentence in enumerate(evidence) for one in _statements(sentence, n)]
    if len(its) > _MOST_STATEMENTS:
        return None
    for mine in combinations(own, 2):
        for left, right in combinations(its, 2):
            parts = _crossed(*mine, left, right) or _crossed(*mine[::-1], left, right)
            if parts is not None:
                lost, got = parts
                span = span_of([lost])
                return Contrast(got.what.text, lost.what.text, left.number, span)
    return None


def _is_paired_off(*sentences: Sentence) -> bool:
    """``tea and coffee cost 2 and 3 euros respectively``: what belongs to what is said by order."""
    return any(
        token.text in _RESPECTIVELY for sentence in sentences for token in tokens(sentence.text)
    )


def _statements(sentence: Sentence, number: int) -> list[_Statement]:
    """Those that say something of something: two words or values, or one that is denied."""
    found = [_Statement(sentence, number, frozenset(group)) for group in groups(sentence)]
    return [one for one in found if len(one.items) + len(one.marks) > 1]


def _crossed(
    first: _Statement, second: _Statement, left: _Statement, right: _Statement
) -> tuple[Item, Item] | None:
    """(what the left statement has lost to the claim's second, what its first has got for it)."""
    if left.marks & right.marks & _DENIALS or left.sentence.hedges or right.sentence.hedges:
        return None
    lost, got = _told(left, right, second, first), _told(right, left, first, second)
    kept = product(_told(left, right, first, second), _told(right, left, second, first))
    same = _shape(left, lost) == _shape(first, got) and _shape(right, got) == _shape(second, lost)
    if left.number != right.number and not same:
        return None
    if not any(same or _are_parallel(one, other) for one, other in kept):
        return None
    moved = product(lost, got)
    things = [(a, b) for a, b in moved if isinstance(a, Item) and isinstance(b, Item)]
    return next(((a, b) for a, b in things if same or _are_parallel(a, b)), None)


def _shape(statement: _Statement, moved: Sequence[_Part]) -> list[str]:
    """The dictionary forms of a statement in order, each run of moved parts as one gap."""
    language = statement.sentence.language
    things = [part for part in moved if isinstance(part, Item)]
    found: list[str] = []
    for item in statement.items:
        gone = any(same_item(item, part, language) for part in things)
        name = "" if gone else _name(item)
        if name or found[-1:] != [""]:
            found.append(name)
    return found


def _name(item: Item) -> str:
    return item.what.form.lemma if isinstance(item.what, Word) else item.what.text


def _told(
    own: _Statement, other: _Statement, here: _Statement, elsewhere: _Statement
) -> list[_Part]:
    """Parts of one statement of the evidence, and not of the other, in just one of the claim."""
    language = own.sentence.language
    parts: tuple[_Part, ...] = (*own.items, *sorted(own.marks))
    return [
        part
        for part in parts
        if here.has(part, language)
        and not other.has(part, language)
        and not elsewhere.has(part, language)
    ]


def _are_parallel(one: _Part, other: _Part) -> bool:
    """Whether two parts may stand in the same place of two statements."""
    if isinstance(one, str) or isinstance(other, str):
        return True
    alike = isinstance(one.what, Word) == isinstance(other.what, Word)
    return alike and one.relation == other.relation and not case_differs(one, other)

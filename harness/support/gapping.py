"""Statements that leave out the verb, or the subject and the verb, of the one before.

``Trains leave from platform 4, buses from bay 2`` says that buses leave from bay 2; ``it draws
2 kW when heating and 8 W on standby`` that it draws 8 W on standby. In English alone: there word
order shows what is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from harness.support import clauses
from harness.support.clauses import BE, BINDING, DETERMINERS, PREPOSITIONS, Span, predicate
from harness.support.lexicon import lexicon
from harness.support.morphology import form
from harness.support.numerals import is_number_word
from harness.support.remarks import remarks
from harness.support.stranded import stranded
from harness.support.surface import Token, tokens
from harness.support.units import CURRENCY_SIGNS
from harness.support.verbs_en import SURE

_CACHE = 5_000
_BOUNDS = frozenset(", ; and but while whereas".split())
_MODIFYING = PREPOSITIONS | {"before", "after", "until", "when"}
_REACHING = _MODIFYING - {"of"}
"""A part with one more of these may take in what is said of the others too."""
_LONGEST = 12  # tokens of a part without a verb

Part = tuple[int, int]
"""First token and token after."""


@lru_cache(maxsize=_CACHE)
def statements(text: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """The spans of each statement of a sentence that has several; empty for one statement."""
    return _parted(clauses.statements(text, language), text, language)


@lru_cache(maxsize=_CACHE)
def coordinated(text: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """The statements joined by ``and``, ``but``, ``;`` … alone; empty for one statement."""
    return _parted(clauses.coordinated(text, language), text, language)


def _parted(
    whole: tuple[tuple[Span, ...], ...], text: str, language: str
) -> tuple[tuple[Span, ...], ...]:
    """The statements, those that leave a verb out told apart from the one they take it from."""
    gapped = list(_gapped(text, language))
    ends = [(min(spans)[0], max(spans)[1]) for spans in gapped if len(spans) > 1]
    kept = [
        spans
        for spans in whole
        if not any(len(spans) == 1 and _covers(spans[0], inner) for inner in ends)
    ]
    return tuple(
        dict.fromkeys((*kept, *gapped, *stranded(text, language), *remarks(text, language)))
    )


def _covers(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _gapped(text: str, language: str) -> Iterator[tuple[Span, ...]]:
    """A statement with a verb, and those after it that share it."""
    found = tokens(text)
    if language == "ru" or _BOUNDS.isdisjoint(token.text for token in found):
        return
    whole: Part | None = None
    parts = _parts(found)
    start = parts[0][0]
    for before, part in pairwise(parts):
        if _has_verb(found, part):
            start, whole = part[0], None
            continue
        left = whole or (start, before[1])
        pieces = _completed(found, left, part)
        if pieces and whole is None:
            whole = left
            yield (_span(found, left),)
        if pieces:
            yield tuple(_span(found, piece) for piece in pieces)


def _has_verb(found: Sequence[Token], part: Part) -> bool:
    """Whether a part has a verb; ``regional trains from platform 4`` may be all nouns."""
    verb, kind = predicate(found, *part, "en")
    doubtful = kind == "s" and form(found[verb].text).lemma not in SURE
    following = found[verb + 1].text if verb + 1 < part[1] else ""
    return verb >= 0 and not (doubtful and following in PREPOSITIONS)


def _parts(found: Sequence[Token]) -> list[Part]:
    """The pieces between commas and conjunctions, without the full stop."""
    end = len(found) - (found[-1].text == ".")
    bounds = [at for at in range(end) if found[at].text in _BOUNDS]
    starts = [0, *(at + 1 for at in bounds)]
    return [(a, b) for a, b in zip(starts, [*bounds, end], strict=True) if a < b] or [(0, end)]


def _span(found: Sequence[Token], part: Part) -> Span:
    return found[part[0]].start, found[part[1] - 1].end


def _completed(found: Sequence[Token], left: Part, part: Part) -> list[Part]:
    """The pieces that make a statement of a part without a verb; empty where that is unclear."""
    verb = _verb(found, left)
    if verb <= left[0] or part[1] - part[0] > _LONGEST:
        return []
    intro = next((at + 1 for at in range(*left) if at < verb and found[at].text == ","), left[0])
    opening, left = (left[0], intro), (intro, left[1])
    texts = [token.text for token in found]
    if BINDING & {*texts[slice(*opening)], *texts[left[0] : verb + 1], *texts[slice(*part)]}:
        return []
    opens = found[part[0]].text in PREPOSITIONS or _is_number(found[part[0]])
    pieces = _with_subject(found, left, verb, part) if opens else []
    if not pieces and found[part[0]].text not in PREPOSITIONS:
        pieces = _with_verb(found, left, verb, part) or _with_amount(found, left, verb, part)
    return [opening, *pieces] if pieces and opening[0] < opening[1] else pieces


def _verb(found: Sequence[Token], part: Part) -> int:
    """Where the verb of a part stands, -1 if none is seen; ``trains to the airport leave``."""
    verb, _ = predicate(found, *part, "en")
    if verb >= 0:
        return verb
    texts = [token.text for token in found]
    head = next((at for at in range(*part) if texts[at] in PREPOSITIONS), part[0]) - 1
    if head < part[0] or not texts[head].endswith("s") or form(texts[head]).lemma == texts[head]:
        return -1
    plain = (at for at in range(head + 3, part[1]) if texts[at - 1] not in DETERMINERS)
    return next((at for at in plain if texts[at] in SURE and texts[at - 1] not in PREPOSITIONS), -1)


def _is_number(token: Token) -> bool:
    return token.kind == "number" or token.text in CURRENCY_SIGNS or is_number_word(token.text)


def _with_verb(found: Sequence[Token], left: Part, verb: int, part: Part) -> list[Part]:
    """``Interns | are paid | by the week``: the verb of the left part, up to the same preposition."""
    texts = [token.text for token in found]
    for place in range(part[0] + 1, part[1]):
        if texts[place] not in PREPOSITIONS or texts[place] not in texts[verb + 1 : left[1]]:
            continue
        same = texts.index(texts[place], verb + 1)
        if any(not _is_verbal(texts[at], texts[verb]) for at in range(verb + 1, same)):
            return []  # "the fee covers travel in the city, meals in the hotel"
        if _reach(texts, (same, left[1])) != _reach(texts, (place, part[1])):
            return []
        subject = _named(found, (left[0], verb), (part[0], place))
        counted = _counted(found, (same, left[1]), (place, part[1]))
        return [*subject, (verb, same), *counted] if subject else []
    return []


def _with_amount(found: Sequence[Token], left: Part, verb: int, part: Part) -> list[Part]:
    """``Tea | costs | 2 euros``: the verb of the left part, where an amount stands right behind it."""
    amount = next((at for at in range(*part) if _is_number(found[at])), part[0])
    noun = found[amount - 1].text
    counts = verb + 1 < left[1] and _is_number(found[verb + 1])
    if not counts or amount == part[0] or noun in _NO_NOUN or form(noun).lemma.endswith("ly"):
        return []
    return [(part[0], amount), (verb, verb + 1), (amount, part[1])]


_NO_NOUN = (
    DETERMINERS
    | PREPOSITIONS
    | lexicon("en").function_words
    | frozenset(
        "further additional extra more less least most up about around roughly almost sometimes often"
        " usually then later perhaps next last first second third other least".split()
    )
)
"""Words before an amount that name nothing that could cost it."""


def _is_verbal(text: str, verb: str) -> bool:
    """Whether a word belongs to the verb before it: ``are handed out``, ``is open``."""
    known = text in lexicon("en").finite or text.endswith(("ed", "ly")) or verb in BE
    return known or text in _PARTICLES


_PARTICLES = frozenset("out up off down away back".split())


def _reach(texts: Sequence[str], part: Part) -> int:
    return sum(text in _REACHING for text in texts[slice(*part)])


def _named(found: Sequence[Token], whole: Part, part: Part) -> list[Part]:
    """The subject of a part; ``those in the second`` are named by the subject before."""
    if found[part[0]].text not in ("those", "that"):
        return _counted(found, whole, part)
    preposition = found[part[0] + 1].text if part[0] + 1 < part[1] else ""
    same = [at for at in range(*whole) if found[at].text == preposition in PREPOSITIONS]
    if not same or same[0] == whole[0]:
        return []
    return [(whole[0], same[0]), *_counted(found, (same[0], whole[1]), (part[0] + 1, part[1]))]


def _counted(found: Sequence[Token], whole: Part, part: Part) -> list[Part]:
    """A part that ends in a number, with what is counted: ``within 14`` after ``within 8 days``."""
    if not _is_number(found[part[1] - 1]):
        return [part]
    numbers = [at for at in range(*whole) if _is_number(found[at])]
    if not numbers or numbers[-1] + 1 >= whole[1]:
        return [part]
    return [part, (numbers[-1] + 1, whole[1])]


def _with_subject(found: Sequence[Token], left: Part, verb: int, part: Part) -> list[Part]:
    """``It draws | 8 W on standby``: subject and verb of the left part, up to a like piece.

    Both pieces must say what they are true of; ``5 euros and 30 cents`` is one amount.
    """
    texts = [token.text for token in found]
    opens = texts[part[0]]
    if opens in PREPOSITIONS:
        same = next((at for at in range(verb + 1, left[1]) if texts[at] == opens), -1)
    else:
        same = next((at for at in range(verb + 1, left[1]) if _is_number(found[at])), -1)
    if same < 0 or texts[same - 1] == "between" or BINDING & set(texts[verb:same]):
        return []
    own, its = _reach(texts, (same + 1, left[1])), _reach(texts, (part[0] + 1, part[1]))
    return [(left[0], same), part] if own == its > 0 else []

"""The evidence says it of another: ``the conductor issues tickets, the driver opens the doors``.

A claim that puts one part of a statement in the place of another (``the driver issues tickets``)
is contradicted where three things meet: a statement of the evidence is the claim but for that
one part; the claim's own part stands elsewhere in the evidence, where something else is said of
it; and the two parts are plainly two things, not two names of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from harness.support.comparing import may_be_one
from harness.support.detectors.statements import groups
from harness.support.idioms import read
from harness.support.items import Contrast, Item, case_differs, items_of, same_item, span_of
from harness.support.lexicon import lexicon
from harness.support.matching import opposed
from harness.support.reading import denies
from harness.support.sentence import Mark, Sentence, Word

_LONGEST_PART = 3  # words and values that may be exchanged
_LEAST_SHARED = 2  # words and values that must be the same
_LEAST_OWN = 2
"""Words said of both parts together elsewhere; ``Anna leads the office`` may hand on what the
office does."""
_ALIKE = frozenset("also too likewise same similarly both well также тоже аналогично оба".split())
"""Words that carry a statement over to another thing."""

_POINTING = frozenset("this these such такой такая такое такие этот эта эти".split())
"""Words that name a thing told of elsewhere: ``such a title``."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the evidence, or one of the statements joined in it."""

    sentence: Sentence
    items: tuple[Item, ...]
    number: int
    """Of its piece of the evidence."""
    segments: frozenset[int]
    origin: int
    """Of the sentence it was cut from."""


def contrast(
    claim: Sentence, evidence: Sequence[Sentence], origins: Sequence[int] = ()
) -> Contrast | None:
    """The part that the claim puts in the place of another, if that is plain.

    ``origins`` are the numbers of the sentences that pieces of evidence were cut from.
    """
    if claim.hedges or denies(claim) or any("|" in sentence.text for sentence in evidence):
        return None  # what one of them does not do, the other may not do either
    if _POINTING & set(_texts(claim)):
        return None
    if any(_carries_over(_texts(sentence)) for sentence in (claim, *evidence)):
        return None
    wanted = items_of(claim, frozenset(range(claim.segments)))
    cut_from = origins or range(len(evidence))
    statements = [
        one
        for n, (sentence, origin) in enumerate(zip(evidence, cut_from, strict=True))
        for one in _statements(sentence, n, origin)
    ]
    for statement in statements:
        parts = _exchanged(claim, wanted, statement)
        if parts and _is_told_apart(*parts, wanted, statement, statements):
            mine, other = parts
            return Contrast(
                _spoken(claim, mine),
                _spoken(statement.sentence, other),
                statement.number,
                span_of(other),
            )
    return None


def _carries_over(texts: Sequence[str]) -> bool:
    """Whether a sentence says that something holds of another thing too."""
    found = _ALIKE & set(texts)
    if found != {"same"}:
        return bool(found)
    after = texts[texts.index("same") + 1 :][:1]
    return not after or after[0] in _SAME_HOLDS  # not in "at the same address"


_SAME_HOLDS = frozenset("applies goes holds is way manner terms as for to with".split())


def _texts(sentence: Sentence) -> list[str]:
    return sentence.text.casefold().replace(",", " ").replace(".", " ").split()


def _statements(sentence: Sentence, number: int, origin: int) -> list[Statement]:
    whole = frozenset(range(sentence.segments))
    parts = [frozenset(group) for group in groups(sentence) if group]
    return [
        Statement(sentence, items_of(sentence, segments), number, segments, origin)
        for segments in dict.fromkeys((whole, *parts))
    ]


def _exchanged(
    claim: Sentence, wanted: Sequence[Item], statement: Statement
) -> tuple[list[Item], list[Item]] | None:
    """(the claim's part, the statement's part) where all else is the same and in the same place."""
    if not _says_alike(claim, statement):
        return None
    for mine, free, pairs in _paired(claim, wanted, statement):
        sized = 1 <= len(mine) <= _LONGEST_PART and 1 <= len(free) <= _LONGEST_PART
        if not sized or len(pairs) + _shared_light(claim, statement) < _LEAST_SHARED:
            continue
        joined = _is_joined(mine, wanted) and _is_joined(free, statement.items)
        same_kind = joined and _follows_verb(claim, mine[0]) == _follows_verb(
            statement.sentence, free[0]
        )
        if same_kind and _in_same_place(mine, free, pairs):
            return mine, free
    return None


def _paired(
    claim: Sentence, wanted: Sequence[Item], statement: Statement
) -> Iterator[tuple[list[Item], list[Item], list[tuple[Item, Item]]]]:
    """(only in the claim, only in the statement, in both); a word said twice may be either."""
    for items in (statement.items, statement.items[::-1]):
        free = list(items)
        pairs: list[tuple[Item, Item]] = []
        mine: list[Item] = []
        for item in wanted:
            partner = next((its for its in free if same_item(item, its, claim.language)), None)
            if partner is None:
                mine.append(item)
            else:
                pairs.append((item, partner))
                free.remove(partner)
        yield mine, sorted(free, key=lambda item: item.token), pairs


def _shared_light(claim: Sentence, statement: Statement) -> int:
    """How many light words (``give``, ``last``) both have."""
    own = {word.form.lemma for word in claim.words if word.light}
    its = (word for word in statement.sentence.words if word.segment in statement.segments)
    return len(own & {word.form.lemma for word in its if word.light})


def _follows_verb(sentence: Sentence, item: Item) -> bool:
    """Whether an auxiliary stands right before: then the item is a verb or says what something is."""
    before = read(sentence.text, sentence.language)[item.token - 1].text if item.token else ""
    return before in lexicon(sentence.language).finite


def _is_joined(part: Sequence[Item], items: Sequence[Item]) -> bool:
    places = [items.index(item) for item in part]
    return all(b == a + 1 for a, b in pairwise(places))


def _in_same_place(
    mine: Sequence[Item], other: Sequence[Item], pairs: Sequence[tuple[Item, Item]]
) -> bool:
    """Whether the same words stand before both parts, under the same preposition."""
    if mine[0].relation != other[0].relation or case_differs(mine[-1], other[-1]):
        return _is_agent(mine, other, pairs) or _is_agent(other, mine, [p[::-1] for p in pairs])
    if _is_nominative(mine[-1]) and _is_nominative(other[-1]):
        return True  # "маршрут утверждает водитель"
    before = {id(o) for c, o in pairs if c.token < mine[0].token}
    return before == {id(o) for _, o in pairs if o.token < other[0].token} or bool(mine[0].relation)


_SUBJECT = frozenset(("nomn",))


def _is_nominative(item: Item) -> bool:
    """Whether a Russian noun can be nothing but the subject, wherever it stands."""
    return isinstance(item.what, Word) and item.what.form.cases == _SUBJECT


def _is_agent(
    subject: Sequence[Item], agent: Sequence[Item], pairs: Sequence[tuple[Item, Item]]
) -> bool:
    """``the agent settles claims`` beside ``claims are settled by the insurer``."""
    if subject[0].relation or agent[0].relation != "by" or len(pairs) < _LEAST_SHARED:
        return False
    first, second = pairs[0], pairs[1]
    turned = (first[0].token < second[0].token) != (first[1].token < second[1].token)
    return turned and subject[0].token < min(first[0].token, second[0].token)


def _says_alike(claim: Sentence, statement: Statement) -> bool:
    """Whether both have the same modals, negation, conditions and quantifiers."""
    sentence, within = statement.sentence, statement.segments

    def tags(marks: Sequence[Mark]) -> list[str]:
        return sorted(mark.tag for mark in marks if mark.segment in within)

    groups_of_marks = (
        (claim.modals, sentence.modals),
        (claim.negators, sentence.negators),
        (claim.conditions, sentence.conditions),
        (claim.quantifiers, sentence.quantifiers),
        (claim.only, sentence.only),
    )
    alike = all(sorted(m.tag for m in own) == tags(its) for own, its in groups_of_marks)
    return alike and not sentence.hedges and not claim.causal and not sentence.not_only


def _is_told_apart(
    mine: Sequence[Item],
    other: Sequence[Item],
    wanted: Sequence[Item],
    statement: Statement,
    statements: Sequence[Statement],
) -> bool:
    """Whether the claim's part stands elsewhere with content of its own, beside the other part."""
    language = statement.sentence.language
    for place in statements:
        if place.segments & statement.segments and place.number == statement.number:
            continue
        found = [_find(item, place, language) for item in mine]
        if None in found:
            continue
        if all(_find(item, place, language) for item in wanted):
            return False  # it says what the claim says, and more
        own = [
            item
            for item in place.items
            if item not in found and not any(same_item(w, item, language) for w in wanted)
        ]
        beside = [_find(item, place, language) for item in other]
        own = [item for item in own if item not in beside]
        if (
            own
            and _has_own_content(found[0], own, place)
            and (
                place.origin == statement.origin
                or (None not in beside and len(own) >= _LEAST_OWN)
                or _are_opposed(mine, other, language)
                or (_is_doer(mine) and _is_doer(other))
                or (_heads(mine, found, place) and _is_defined(other, statement))
                or _are_codes(mine, other)
            )
        ):
            return True
    return False


_DOERS = ("er", "or", "ist", "ian")
_ANYBODY = frozenset(
    "user customer worker owner holder member number order employer человек лицо клиент"
    " пользователь сотрудник работник гражданин заказчик заявитель руководитель".split()
)
"""Names that may stand for anybody named more closely elsewhere."""


def _are_codes(mine: Sequence[Item], other: Sequence[Item]) -> bool:
    """Whether the parts are two identifiers: ``--force`` and ``--dry-run``."""
    if len(mine) != 1 or len(other) != 1:
        return False
    a, b = mine[0].what, other[0].what
    named = isinstance(a, Word) and isinstance(b, Word) and a.code and b.code
    return named and not may_be_one(a.text, b.text)


def _is_doer(part: Sequence[Item]) -> bool:
    """Whether a part names somebody by what they do: two such names mean two people."""
    return any(_names_doer(item) for item in part)


def _names_doer(item: Item) -> bool:
    if not isinstance(item.what, Word) or item.what.form.lemma in _ANYBODY:
        return False
    form = item.what.form
    return "anim" in form.features or (not form.pos and form.lemma.endswith(_DOERS))


_DEFINING = frozenset("is are means mean - : это refers".split())


def _heads(mine: Sequence[Item], part: Sequence[Item | None], statement: Statement) -> bool:
    """Whether a statement opens with the part: it is a name for what the statement is about."""
    anybody = any(_lemma(item) in _ANYBODY for item in mine)
    return statement.items[0] is part[0] and not anybody


def _lemma(item: Item) -> str:
    return item.what.form.lemma if isinstance(item.what, Word) else ""


def _is_defined(part: Sequence[Item | None], statement: Statement) -> bool:
    """Whether a statement starts by saying what the part is: ``a webhook is``, ``Акцепт —``."""
    first, last = part[0], part[-1]
    if first is None or last is None or statement.items[0] is not first:
        return False
    texts = [t.text for t in read(statement.sentence.text, statement.sentence.language)]
    return any(text in _DEFINING for text in texts[last.token + 1 : last.token + 3])


def _find(item: Item, statement: Statement, language: str) -> Item | None:
    return next((its for its in statement.items if same_item(item, its, language)), None)


def _has_own_content(part: Item | None, own: Sequence[Item], place: Statement) -> bool:
    """Whether something else is said there, not just an attribute put to the same word."""
    if part is None:
        return False
    return any(abs(item.token - part.token) > 1 for item in own) or place.items[0] is part


def _are_opposed(mine: Sequence[Item], other: Sequence[Item], language: str) -> bool:
    """Whether the parts are opposites: ``incoming calls`` and ``outgoing calls``."""
    words = [(a.what, b.what) for a in mine for b in other]
    return any(
        isinstance(a, Word) and isinstance(b, Word) and opposed(a, b, language) for a, b in words
    )


def _spoken(sentence: Sentence, part: Sequence[Item]) -> str:
    start, end = span_of(part)
    return sentence.text[start:end]

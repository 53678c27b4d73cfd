"""What comes before what: ``first A, then B, after which C``; ``B after A``; ``before B, A``.

A passage is read as pairs of steps, the earlier and the later one. A step is a clause or a noun that
names an action (``the approval``); a part without a verb takes that of the first part (``hears the
applicant, then the witnesses``). What is denied, allowed, given as a choice or under a condition is
not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from harness.support.analysis import analyse
from harness.support.clauses import DETERMINERS, PREPOSITIONS, predicate
from harness.support.comparing import compare
from harness.support.idioms import read
from harness.support.lexicon import lexicon
from harness.support.matching import pairs_with
from harness.support.morphology import agree_in_case, form, readings
from harness.support.sentence import Mark, Sentence, Word
from harness.support.surface import Token
from harness.support.values import Value

_CLAIMS = 1_000
Part = tuple[int, int]
"""First token and token after."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of several in order."""

    sentence: Sentence
    part: Part
    words: tuple[Word, ...]
    event: Word | None
    """The verb, or the noun that names the action."""
    verbal: bool
    shared: Word | None = None
    """The verb of the first part, where this one has none."""
    before: tuple[Word, ...] = ()
    """Words of the steps before, which this one may leave out or have a pronoun for."""

    @property
    def text(self) -> str:
        """The step in words, without ``first`` at either end, or a dash."""
        found = read(self.sentence.text, self.sentence.language)
        start, end = self.part
        while start < end - 1 and found[start].text in _FIRST | {"-"}:
            start += 1
        while end > start + 1 and found[end - 1].text in _FIRST:
            end -= 2 if form(found[end - 2].text).lemma in _COMING else 1
        return self.sentence.text[found[start].start : found[max(start, end - 1)].end]


@dataclass(frozen=True, slots=True)
class Order:
    """Two steps, and whether the later one comes only then."""

    earlier: Step
    later: Step
    only: bool
    chained: bool = False
    """Whether both are told one after the other: ``A, then B``."""


def _phrases(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The words of each phrase, the longest phrases first."""
    return tuple(sorted((tuple(name.split("_")) for name in names), key=len, reverse=True))


_THEN = _phrases(
    "then after_which after_that after_this afterwards finally lastly затем потом после_чего"
    " после_этого наконец последним последней в_последнюю_очередь".split()
)
_BEFORE = _phrases(
    "before prior_to earlier_than до до_того_как до_того_,_как перед перед_тем_как перед_тем_,_как"
    " прежде_чем прежде_,_чем раньше раньше_чем раньше_,_чем".split()
)
_AFTER = _phrases(
    "after once as_soon_as later_than после после_того_как после_того_,_как как_только позже позднее"
    " позже_чем позже_,_чем".split()
)
_FIRST = frozenset("first firstly сначала сперва вначале".split())
_COMING = frozenset(("come", "go", "идти"))
_FILLING = frozenset("and only и а но лишь только уже just".split())
_ENDS = frozenset((",", ";", ".", ":"))
_OPEN = frozenset(
    "or either whether again also too both or/and или либо снова опять повторно также тоже вновь"
    " preferably ideally usually normally generally often sometimes желательно лучше обычно часто"
    " иногда правило".split()
)
"""Words that make an order of steps less than plain."""
_DUTIES = frozenset(("duty",))


def orders(sentences: Sequence[Sentence]) -> list[Order]:
    """Every two steps of a passage whose order it tells."""
    found: list[Order] = []
    last: list[Step] = []
    for sentence in sentences:
        parts = _parts(sentence)
        for number, part in enumerate(parts):
            chain = _chain(sentence, part)
            if chain is None:
                last = []
                continue
            follows = chain.follows and number == 0
            mains = [*(last if follows else []), *chain.mains]
            found += _orders(replace(chain, mains=tuple(mains)))
            last = mains
    return found


@dataclass(frozen=True, slots=True)
class _Chain:
    """The steps of a statement: those told one after another, and what stands before or after each."""

    mains: tuple[Step, ...]
    beside: tuple[tuple[Step, Step, bool], ...]
    """(step, what is told with it, whether that comes before it)."""
    follows: bool
    only: bool


def _orders(chain: _Chain) -> list[Order]:
    mains = chain.mains
    found = [
        Order(mains[a], mains[b], chain.only, chained=True)
        for a in range(len(mains))
        for b in range(a + 1, len(mains))
    ]
    for step, other, earlier in chain.beside:
        at = mains.index(step)
        if earlier:
            found += [Order(other, main, chain.only) for main in mains[at:]]
        else:
            found += [Order(main, other, chain.only) for main in mains[: at + 1]]
    return found


def _parts(sentence: Sentence) -> list[Part]:
    """The statements of a sentence: parted by a semicolon, or a comma with ``and`` or ``but``."""
    found = read(sentence.text, sentence.language)
    end = len(found) - (bool(found) and found[-1].text in _ENDS)
    cuts = [
        at
        for at in range(1, end - 1)
        if found[at].text == ";"
        or (
            found[at].text == ","
            and found[at + 1].text in ("and", "but", "while", "whereas", "а", "но", "и")
            and not _then(found, at + 1, end)
            and not _side(found, at + 2)
        )
    ]
    starts = [0, *(at + 1 for at in cuts)]
    return [(a, b) for a, b in zip(starts, [*cuts, end], strict=True) if b - a > 1]


def _side(found: Sequence[Token], at: int) -> int:
    """How many tokens of ``before``, ``after`` and the like stand at a place."""
    return _phrase(found, at, _BEFORE) or _phrase(found, at, _AFTER)


def _phrase(found: Sequence[Token], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """How many tokens of a phrase stand at a place; 0 where none does."""
    for phrase in phrases:
        if tuple(token.text for token in found[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _then(found: Sequence[Token], at: int, end: int) -> int:
    """The token behind ``and only then`` at a place; 0 where it does not stand there."""
    while at < end and found[at].text in _FILLING:
        at += 1
    length = _phrase(found, at, _THEN) if at < end else 0
    after = at + length if length else 0
    return after + (after < end and found[after].text == ",") if after else 0


def _chain(sentence: Sentence, part: Part) -> _Chain | None:
    """The steps of a statement; ``None`` where it tells none, or not plainly."""
    found = read(sentence.text, sentence.language)
    texts = [token.text for token in found[slice(*part)]]
    marks = (*sentence.negators, *_unplain(sentence))
    bound = any(part[0] <= mark.token < part[1] for mark in marks)
    if bound or _OPEN & set(texts) or sentence.hedges or "?" in texts or "|" in texts:
        return None
    opening = _then(found, part[0], part[1])
    start = opening or part[0] + (found[part[0]].text in _FILLING)
    mains: list[Step] = []
    beside: list[tuple[Step, Step, bool]] = []
    for one in _links(found, (start, part[1])):
        told = _told(sentence, one)
        if told is None or not (told[0].event or mains):
            return None
        main = (
            told[0]
            if told[0].event
            else replace(told[0], event=mains[0].event, shared=mains[0].event)
        )
        earlier = tuple(word for step in mains for word in step.words)
        main = replace(main, before=earlier)
        mains.append(main)
        beside += [(main, replace(other, before=earlier), first) for other, first in told[1]]
    only = any(part[0] <= mark.token < part[1] for mark in sentence.only)
    return _Chain(tuple(mains), tuple(beside), bool(opening), only)


def _links(found: Sequence[Token], part: Part) -> list[Part]:
    """What is told one after another: ``A, | then B and | finally C``; ``A and | B afterwards``."""
    start, end = part
    cuts = [
        (at, after)
        for at in range(start + 1, end)
        if (found[at].text in _ENDS or found[at].text in _AND)
        and (after := _then(found, at + (found[at].text in _ENDS), end))
        and found[at - 1].text not in _ENDS
    ]
    if found[end - 1].text in _LATER and not cuts:
        end -= 1
        joins = (at for at in range(start, end) if found[at].text == "," or found[at].text in _AND)
        cuts = [(at, at + 1) for at in joins][-1:]
    return list(
        zip([start, *(after for _, after in cuts)], [*(at for at, _ in cuts), end], strict=True)
    )


_AND = frozenset(("and", "и"))
_LATER = frozenset(("afterwards", "later"))
_CONDITIONAL_TIMES = frozenset(" ".join(words) for words in _AFTER)


def _unplain(sentence: Sentence) -> list[Mark]:
    conditions = [
        mark
        for mark in sentence.conditions
        if sentence.text[mark.start : mark.end].casefold() not in _CONDITIONAL_TIMES
        and mark.tag != "only_if"
    ]
    return conditions + [mark for mark in sentence.modals if mark.tag not in _DUTIES]


def _told(sentence: Sentence, part: Part) -> tuple[Step, list[tuple[Step, bool]]] | None:
    """(a step, the one told with it and whether that comes first); ``None`` where it is not plain."""
    found = read(sentence.text, sentence.language)
    start, end = part
    while end > start and found[end - 1].text in _ENDS:
        end -= 1
    hits = []
    at = start
    while at < end:
        before, after = _phrase(found, at, _BEFORE), _phrase(found, at, _AFTER)
        if before or after:
            hits.append((at, at + max(before, after), after > before))
        at += max(before, after, 1)
    if not hits:
        return _gerund(sentence, (start, end)) or _alone(sentence, (start, end))
    if len(hits) > 1:
        return _several(sentence, (start, end), hits)
    place, behind, first = hits[0]
    comma = next((at for at in range(behind, end) if found[at].text == ","), end)
    main: Part
    if place > start:
        main, sub = (start, place), (behind, comma)
    elif comma < end:
        main, sub = (comma + 1, end), (behind, comma)
    elif sentence.language == "ru" and (stop := _end_of_noun(found, behind, end)):
        main, sub = (stop, end), (behind, stop)
    else:
        return None
    step, other = _step(sentence, main), _step(sentence, sub, named=True)
    return (step, [(other, first)]) if step and other else None


def _several(
    sentence: Sentence, part: Part, hits: Sequence[tuple[int, int, bool]]
) -> tuple[Step, list[tuple[Step, bool]]] | None:
    """``A after B, but before C``: what stands behind each is parted by a comma or ``and``."""
    found = read(sentence.text, sentence.language)
    start = hits[0][0]
    step = _step(sentence, (part[0], start)) if start > part[0] else None
    others: list[tuple[Step, bool]] = []
    for (_, behind, first), following in zip(
        hits, [*(h[0] for h in hits[1:]), part[1]], strict=True
    ):
        end = following
        while end > behind and found[end - 1].text in _ENDS | _FILLING:
            end -= 1
        other = _step(sentence, (behind, end), named=True)
        if other is None or (end == following != part[1]):
            return None
        others.append((other, first))
    return (step, others) if step else None


def _alone(sentence: Sentence, part: Part) -> tuple[Step, list[tuple[Step, bool]]] | None:
    step = _step(sentence, part)
    return (step, []) if step else None


def _gerund(sentence: Sentence, part: Part) -> tuple[Step, list[tuple[Step, bool]]] | None:
    """``Закрыв крышку, включите насос``: what a perfective gerund tells comes first."""
    found = read(sentence.text, sentence.language)
    comma = next((at for at in range(*part) if found[at].text == ","), part[1])
    if sentence.language != "ru" or comma == part[1]:
        return None
    tag = readings(found[part[0]].text)[0] if found[part[0]].kind == "word" else None
    if tag is None or tag.POS != "GRND" or tag.aspect != "perf":
        return None
    step, other = _step(sentence, (comma + 1, part[1])), _step(sentence, (part[0], comma))
    return (step, [(other, True)]) if step and other else None


def _end_of_noun(found: Sequence[Token], start: int, end: int) -> int:
    """Where a Russian noun phrase behind a preposition ends; 0 where that is not plain."""
    at = start
    while at < end and form(found[at].text).pos == "ADJ":
        at += 1
    if at >= end or form(found[at].text).pos != "NOUN":
        return 0
    at += 1
    while at < end and "gent" in form(found[at].text).cases:
        doubtful = form(found[at].text).cases & {"nomn", "accs"}
        at += 1
        if doubtful and not any("nomn" in form(t.text).cases for t in found[at:end]):
            return 0  # "после осмотра двери закрывают"
    return at if at < end else 0


def _step(sentence: Sentence, part: Part, *, named: bool = False) -> Step | None:
    """The step that a part of a sentence tells; ``named``: a noun may stand for the action."""
    start, end = part
    found = read(sentence.text, sentence.language)
    inside = [word for word in sentence.words if start <= word.token < end]
    words = tuple(word for word in inside if not _only_orders(found, word))
    if not words or any(start <= value.first < end for value in sentence.values if named):
        return None  # "after 5 pm", "before 3 May"
    event = _verb(sentence, found, (start, end), words)
    verbal = event is not None
    if event is None and named:
        event = _head(found, (start, end), words, sentence.language)
    return Step(sentence, (start, end), words, event, verbal)


def _only_orders(found: Sequence[Token], word: Word) -> bool:
    """``first``, ``comes first``: words that say no more than the order."""
    following = found[word.token + 1].text if word.token + 1 < len(found) else ""
    return word.text in _FIRST or (word.form.lemma in _COMING and following in _FIRST)


def _verb(
    sentence: Sentence, found: Sequence[Token], part: Part, words: Sequence[Word]
) -> Word | None:
    """The word that says what is done."""
    if sentence.language == "ru":
        verbs = [w for w in words if w.form.pos == "VERB" and "full" not in w.form.features]
        return verbs[0] if verbs else None
    at, kind = predicate(found, *part, "en")
    participle = kind == "past" and at == part[1] - 1  # "the member concerned"
    if kind == "aux":
        return next((w for w in words if w.token > at and not w.text.endswith("ly")), None)
    if at >= 0 and not participle:
        return next((w for w in words if w.token == at), None) or _opening(found, part, words)
    return None if participle else _opening(found, part, words)


_YOU = frozenset("you we they it he she".split())
_BEHIND_VERB = DETERMINERS | PREPOSITIONS | {"and"}


def _opening(found: Sequence[Token], part: Part, words: Sequence[Word]) -> Word | None:
    """``Press and hold the key``, ``you drain the tank``: an English verb that opens a step."""
    word = words[0]
    opens = all(found[at].text in _FIRST | _YOU for at in range(part[0], word.token))
    behind = found[word.token + 1].text if word.token + 1 < part[1] else ""
    return word if opens and (word.text.endswith("ing") or behind in _BEHIND_VERB) else None


def _head(found: Sequence[Token], part: Part, words: Sequence[Word], language: str) -> Word | None:
    """The noun of a phrase: ``согласования``, ``the approval of the request``."""
    if language == "ru":
        return next((word for word in words if word.form.pos == "NOUN"), None)
    stop = lexicon("en").relations
    ends = (at for at in range(part[0] + 1, part[1]) if (found[at].text,) in stop)
    end = next(ends, part[1])
    return next((word for word in reversed(words) if word.token < end), None)


_EMPTY = frozenset(
    "carry take place make do perform conduct проводить осуществлять производить делать выполнять"
    " проводиться осуществляться производиться выполняться происходить".split()
)
"""Verbs that only say that an action takes place."""


def told(claim: Sentence, texts: Sequence[str]) -> tuple[bool, Order, Order] | None:
    """(whether the passage tells the claim's order, that of the claim, that of the passage).

    ``None`` where the passage does not tell in which order the two steps of the claim come.
    """
    mine = _order_of(claim.text, claim.language)
    if mine is None:
        return None
    found = orders([analyse(text, claim.language) for text in texts])
    same = [its for its in found if _are(mine, its, its.earlier, its.later)]
    turned = [its for its in found if _are(mine, its, its.later, its.earlier)]
    if bool(same) == bool(turned):
        return None
    return bool(same), mine, (same or turned)[0]


def misplaced(claim: Sentence, texts: Sequence[str]) -> Order | None:
    """The order of a passage in which a step is not the first or the last that the claim calls it.

    ``The judge signs last`` where ``the captains sign, then the judge, then the clerk``.
    """
    placed = _placed(claim.text, claim.language)
    if placed is None:
        return None
    mine, last = placed
    found = orders([analyse(text, claim.language) for text in texts])
    return next(
        (
            its
            for its in found
            if its.chained
            and _is(mine, its.earlier if last else its.later, Order(mine, mine, only=False))
        ),
        None,
    )


_PLACES = {
    **dict.fromkeys(("last", "последним", "последними"), True),
    **dict.fromkeys(("first", "первым", "первыми"), False),
}
"""A place in a row -> whether it is the last."""


@lru_cache(maxsize=_CLAIMS)
def _placed(text: str, language: str) -> tuple[Step, bool] | None:
    """(a step, whether a claim calls it the last) where the claim calls it that or the first."""
    claim = analyse(text, language)
    found = read(text, language)
    places = [at for at, token in enumerate(found) if token.text in _PLACES]
    parts = _parts(claim)
    if len(places) != 1 or len(parts) != 1 or _chain(claim, parts[0]) is None:
        return None
    at = places[0]
    behind = found[at + 1] if at + 1 < parts[0][1] else None
    alone = behind is None or (language == "ru" and not agree_in_case(found[at].text, behind.text))
    told = _told(claim, parts[0])
    bound = any(value.first != places[0] for value in claim.values)
    if not alone or bound or told is None or told[1]:
        return None
    words = tuple(word for word in told[0].words if word.token != at)
    return replace(told[0], words=words), _PLACES[found[at].text]


@lru_cache(maxsize=_CLAIMS)
def _order_of(text: str, language: str) -> Order | None:
    """The one order that a claim tells, and nothing beside it."""
    claim = analyse(text, language)
    own = orders([claim])
    return own[0] if len(own) == 1 and len(_parts(claim)) == 1 else None


def _are(mine: Order, its: Order, first: Step, second: Step) -> bool:
    """Whether the two steps of the claim are two of the passage, and all its values are there."""
    language = its.later.sentence.language
    values = (*its.earlier.sentence.values, *its.later.sentence.values)
    known = all(
        any(compare(own, other, language).state == "same" for other in values)
        for own in _values(mine.earlier.sentence)
    )
    return known and _is(mine.earlier, first, mine) and _is(mine.later, second, mine)


def _values(sentence: Sentence) -> list[Value]:
    """The values of a sentence but for the ``first`` that tells an order."""
    return [value for value in sentence.values if value.text not in _FIRST]


def _is(mine: Step, its: Step, claim: Order) -> bool:
    """Whether a step of the claim is one of the passage: the same action, and every word of it."""
    language = its.sentence.language
    other = claim.earlier if mine is claim.later else claim.later
    events = [mine.event, *(mine.words if _is_empty(mine.event) else ())]
    events += [] if mine.verbal else [other.event]
    if its.event is None or not any(
        word is not None and _alike(word, its.event, language) for word in events
    ):
        return False
    words = [*its.words, *_taken_over(its)]
    words += () if its.verbal or its.shared else its.sentence.words
    return all(
        any(_alike(word, other, language) for other in words) or word.form.lemma in _EMPTY
        for word in mine.words
    )


def _taken_over(step: Step) -> list[Word]:
    """What a step may leave out of those before: without a verb, not what it puts in their place."""
    verb = step.shared
    if verb is None:
        return list(step.before)
    if step.sentence.language != "ru":
        return [verb, *(word for word in step.before if word.token < verb.token)]
    own = frozenset(case for word in step.words for case in word.form.cases)
    return [verb, *(word for word in step.before if not _replaces(own, word.form.cases))]


def _replaces(own: frozenset[str], cases: frozenset[str]) -> bool:
    """Whether a noun in some case stands in the place of another."""
    return bool(cases) and cases <= own


def _is_empty(event: Word | None) -> bool:
    return event is not None and event.form.lemma in _EMPTY


def _alike(one: Word, other: Word, language: str) -> bool:
    return one.negated == other.negated and pairs_with(one, other, language)


def is_plain(mine: Order, its: Order) -> bool:
    """Whether the claim says no more of its steps and their order than the passage does."""
    claim, evidence = mine.later.sentence, its.later.sentence
    duty = {mark.tag for mark in claim.modals} <= {mark.tag for mark in evidence.modals}
    bound = _values(claim) or claim.quantifiers or (mine.only and not its.only)
    return duty and not bound and its.earlier.sentence is evidence


def full_text(step: Step) -> str | None:
    """The step with what its one pronoun stands for; ``None`` where that is not plain."""
    found = read(step.sentence.text, step.sentence.language)
    places = [at for at in range(*step.part) if found[at].text in _PRONOUNS]
    if not places:
        return step.text
    nouns = _agreeing(found[places[0]].text, step.before)
    if len(places) > 1 or len(nouns) != 1:
        return None
    start, end = found[step.part[0]].start, found[step.part[1] - 1].end
    pronoun = found[places[0]]
    text = step.sentence.text
    return text[start : pronoun.start] + nouns[0].text + text[pronoun.end : end]


_PRONOUNS = frozenset("it them they he she".split()) | frozenset(
    "его ее их он она они оно ей им ему ней нем них него нее".split()
)
_GENDERS = {"ее": "femn", "ей": "femn", "она": "femn"}


def _agreeing(pronoun: str, words: Sequence[Word]) -> list[Word]:
    """The nouns before that a Russian pronoun of one gender may stand for."""
    gender = _GENDERS.get(pronoun)
    nouns = [word for word in words if word.form.pos == "NOUN"]
    return [
        word for word in nouns if gender and any(t.gender == gender for t in readings(word.text))
    ]


def keeps_cases(mine: Step, its: Step) -> bool:
    """Whether no Russian noun is the subject of one step and the object of the other."""
    events = (mine.event, its.event)
    if any(w and ("pssv" in w.form.features or w.form.lemma.endswith("ся")) for w in events):
        return True
    return all(
        bool(own.form.cases & other.form.cases)
        for own in mine.words
        for other in its.words
        if own.form.cases and other.form.cases and pairs_with(own, other, its.sentence.language)
    )


def is_covered(mine: Step, its: Step) -> bool:
    """Whether a noun of the passage names no less than that of the claim: ``the approval``."""
    language = its.sentence.language
    words = [*its.words, *([its.shared] if its.shared else [])]
    nouns = sum(word is not mine.event for word in mine.words)
    known = all(any(_alike(word, other, language) for other in words) for word in mine.words)
    return known and nouns <= 1 and not _narrows(mine, its, language)


def _narrows(mine: Step, its: Step, language: str) -> bool:
    """Whether a word of the passage beside a shared one says which is meant: ``coarse filters``."""
    shared = {
        word.token: word
        for word in its.words
        if word is not its.event and any(_alike(own, word, language) for own in mine.words)
    }
    others = [word for word in its.words if word.token not in shared and word is not its.event]
    return any(
        (word.token + 1 in shared and word.form.pos in ("", "ADJ"))
        or (word.token - 1 in shared and "gent" in word.form.cases)
        for word in others
    )

"""What an exception says of the excepted: ``all except trainees get a bonus``.

Of the excepted thing such a sentence says the opposite of what it says of the rest. A claim about
the excepted thing alone is supported when it denies what the rest is said to do, and contradicted
when it says the same. Both need every word of the claim in the evidence, and every word of the
evidence but those that name the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from harness.support.clauses import is_verb
from harness.support.comparing import compare
from harness.support.detectors import Pair, Told
from harness.support.idioms import read
from harness.support.lexicon import Modal
from harness.support.marking import LIST_JOINS
from harness.support.reading import denies
from harness.support.sentence import Mark, Sentence

_NAMED_REST = 3  # words after ``all`` that may name the rest


def excepted(pair: Pair) -> Told | None:
    """The verdict on a claim about what the evidence excepts."""
    mark = _exception(pair.evidence)
    if mark is None or not _is_plain(pair) or not _has_all_values(pair):
        return None
    inside = _inside(pair.evidence, mark)
    if _is_told_of(pair.evidence, inside) or (
        mark.tag == "unless" and _is_denied_inside(pair, inside)
    ):
        return None
    opposite = set(pair.opposites.values())
    if any(
        not pair.claim.words[n].light and n not in opposite for n in pair.alignment.missing
    ) or _leaves_out(pair, mark, inside):
        return None
    same = (denies(pair.claim) != denies(pair.evidence)) == (len(opposite) % 2 == 1)
    return _on_excepted(pair, mark, same=same) if _names_item(pair, inside) else None


def _exception(sentence: Sentence) -> Mark | None:
    """The one exception of a sentence without other conditions."""
    marks = [mark for mark in sentence.conditions if mark.tag != "including"]
    return marks[0] if len(marks) == 1 and marks[0].tag in ("except", "unless") else None


def _is_plain(pair: Pair) -> bool:
    """Whether nothing else bounds one of the two sentences."""
    claim, evidence = pair.claim, pair.evidence
    return not (
        claim.only
        or evidence.only
        or evidence.hedges
        or claim.hedges
        or evidence.contrast
        or "|" in evidence.text
        or any(mark.tag != "including" for mark in claim.conditions)
        or claim.not_only
        or evidence.not_only
    )


def _has_all_values(pair: Pair) -> bool:
    language = pair.claim.language
    return all(
        any(compare(value, other, language).state == "same" for other in pair.evidence.values)
        for value in pair.claim.values
    )


def _has_values_behind(pair: Pair, mark: Mark) -> bool:
    """Whether the claim has the values of the exception: ``except the first 10 minutes``."""
    values = [value for value in pair.evidence.values if value.first >= mark.after]
    return all(value.kind == "count" or pair.has_value(value) for value in values)


def _inside(sentence: Sentence, mark: Mark) -> frozenset[int]:
    """Numbers of the words that are excepted, those of a list (``A, B and C``) included."""
    first = [n for n, word in enumerate(sentence.words) if word.condition == mark.tag]
    if mark.tag == "unless":
        return frozenset(first)
    inside = set(first)
    texts = [token.text for token in read(sentence.text, sentence.language)]
    end = max((sentence.words[n].token for n in first), default=mark.after) + 1
    for number, word in enumerate(sentence.words):
        if word.token < end or number in inside:
            continue
        between = set(texts[end : word.token])
        listed = between & LIST_JOINS and between <= LIST_JOINS | _BEFORE_NOUN
        compound = not between and number - 1 in inside and not is_verb(word.text)
        if not (listed or compound):
            break
        inside.add(number)
        end = word.token + 1
    return frozenset(inside)


_BEFORE_NOUN = frozenset("a an the their its his her в на по с для от in on at from to".split())


def _is_denied_inside(pair: Pair, inside: frozenset[int]) -> bool:
    """Whether the claim denies a word of the exception: it may speak of the rest then."""
    pairs = pair.alignment.pairs.items()
    return any(pair.claim.words[c].negated for c, e in pairs if e in inside)


_TELLING = frozenset("who which whose when where их где когда которые который которым".split())


def _is_told_of(sentence: Sentence, inside: frozenset[int]) -> bool:
    """Whether something is said of the excepted right behind: ``except guests, who pay …``."""
    end = max((sentence.words[n].token for n in inside), default=0) + 1
    texts = [token.text for token in read(sentence.text, sentence.language)[end : end + 3]]
    return texts[:1] == [","] and bool(_TELLING & set(texts[1:]))


def _items(sentence: Sentence, inside: frozenset[int]) -> Iterator[list[int]]:
    """The words of each thing that is excepted."""
    segments = dict.fromkeys(sentence.words[n].segment for n in sorted(inside))
    for segment in segments:
        yield [n for n in sorted(inside) if sentence.words[n].segment == segment]


def _names_item(pair: Pair, inside: frozenset[int]) -> bool:
    """Whether the claim has all words of one excepted thing, and not only words of the rest."""
    partners = pair.alignment.partners
    reachable = pair.alignment.reachable
    for item in _items(pair.evidence, inside):
        own = [n for n in item if not _is_outside(pair.evidence, n, inside)]
        if all(n in reachable for n in item) and any(n in partners for n in own):
            return True
    return False


def _is_outside(sentence: Sentence, number: int, inside: frozenset[int]) -> bool:
    lemma = sentence.words[number].form.lemma
    others = (word for n, word in enumerate(sentence.words) if n not in inside)
    return any(word.form.lemma == lemma for word in others)


def _leaves_out(pair: Pair, mark: Mark, inside: frozenset[int]) -> bool:
    """Whether the claim lacks a word of the evidence that does not just name the rest."""
    known = pair.alignment.reachable | pair.opposites.keys()
    sentence = pair.evidence
    rest = _rest(sentence)
    for number, word in enumerate(sentence.words):
        if word.light or number in inside or number in known or number in rest:
            continue
        if word.token > mark.token and word.clause > sentence.words[max(inside, default=0)].clause:
            continue  # said after the exception
        return True
    return False


def _rest(sentence: Sentence) -> set[int]:
    """Numbers of the words behind ``all``, ``no`` or ``throughout``, as far as the verb."""
    marks = [mark for mark in sentence.quantifiers if mark.tag in ("all", "none")]
    marks += [mark for mark in sentence.negators if mark.tag == "no"]
    starts = [(mark.after, mark.clause) for mark in marks]
    starts += [(w.token + 1, w.clause) for w in sentence.words if w.text == "throughout"]
    found: set[int] = set()
    for start, clause in starts:
        verb = sentence.predicates.get(clause, 0)
        reach = start
        for number, word in enumerate(sentence.words):
            near = word.token <= reach + 1 and word.token < start + _NAMED_REST
            if start <= word.token and (near or word.token < verb):
                found.add(number)
                reach = word.token
    return found | {n for n, word in enumerate(sentence.words) if word.form.lemma in _DAILY}


_DAILY = frozenset(
    "daily everywhere throughout anywhere ежедневно круглосуточно ежедневный везде всюду повсюду"
    " повсеместно".split()
)

_RELEASED: dict[Modal | None, frozenset[Modal | None]] = {
    "duty": frozenset(("optional", None)),
    "permission": frozenset(("ban", None)),
    "ban": frozenset(("permission", None)),
    "optional": frozenset(("duty",)),
    None: frozenset((None, "optional", "ban", "permission")),
}
"""What may be said of the excepted where the rest must, may …"""

_KEPT: dict[Modal | None, frozenset[Modal | None]] = {
    "duty": frozenset(("duty", None)),
    "permission": frozenset(("permission", None)),
    "ban": frozenset(("ban",)),
    "optional": frozenset(("optional",)),
    None: frozenset((None, "permission")),
}


_UNDER_NO: dict[Modal | None, Modal | None] = {"permission": "ban", "duty": "optional"}


def _modal(sentence: Sentence) -> Modal | None:
    """The one modal; ``no one may`` is a ban. ``advice`` stands for several."""
    tags = {mark.tag for mark in sentence.modals}
    if len(tags) > 1:
        return "advice"
    tag = cast("Modal | None", next(iter(tags), None))
    denied = any(mark.tag == "no" for mark in sentence.negators)
    return _UNDER_NO.get(tag, tag) if denied else tag


def _on_excepted(pair: Pair, mark: Mark, *, same: bool) -> Told | None:
    stated, claimed = _modal(pair.evidence), _modal(pair.claim)
    if claimed not in (_KEPT if same else _RELEASED).get(stated, frozenset()):
        return None
    if not same and any(own.tag == "including" for own in pair.claim.conditions):
        return None  # "not even guide dogs"
    if not same and not _has_values_behind(pair, mark):
        return None
    span = (mark.start, mark.end)
    if same:
        return Told("contradicted", "the evidence excepts it from what the claim says", span)
    return Told("supported", "the evidence excepts it, as the claim says", span)

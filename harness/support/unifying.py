"""A denied word read as its opposite: ``not closed`` is ``open``, ``no fee`` is ``free``.

Only for opposites of which one must hold. What is not early may still not be late.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from harness.support.detectors import Pair
from harness.support.lexicon import lexicon
from harness.support.matching import Alignment, align, are_prefixed
from harness.support.rules import told_as_rule
from harness.support.sentence import Mark, Sentence, Word, index_words

_NEAR = 4  # tokens


def unified(pair: Pair) -> Pair:
    """The pair, a word and its denied opposite made the same word on both sides."""
    claim, evidence = pair.claim, pair.evidence
    if not (claim.negators or evidence.negators or _bans(claim) or _bans(evidence)):
        return pair
    for number, other in _complements(claim, evidence, pair.alignment):
        claim = _headed(claim, number)
        evidence = _headed(evidence, other)
        mine, its = claim.words[number], evidence.words[other]
        if mine.negated == its.negated:
            continue
        plain = replace(its, text=mine.text, form=mine.form, weight=mine.weight, negated=False)
        if mine.negated:
            claim = _released(claim, number, replace(mine, negated=False))
            evidence = _with(evidence, other, plain)
        else:
            evidence = _released(evidence, other, plain)
    claim, evidence = _one_denial(Pair(claim, evidence, pair.alignment))
    claim, evidence = _forbidden(Pair(claim, evidence, pair.alignment))
    claim, evidence = _not_needed(Pair(claim, evidence, pair.alignment))
    claim, evidence = _only_with(Pair(claim, evidence, pair.alignment))
    claim, evidence = _not_until(Pair(claim, evidence, pair.alignment))
    if claim is pair.claim and evidence is pair.evidence:
        return pair
    return Pair(claim, evidence, align(claim, evidence))


def _bans(sentence: Sentence) -> bool:
    return any(mark.tag == "ban" for mark in sentence.modals)


def _headed(sentence: Sentence, number: int) -> Sentence:
    """``no monthly fee`` denies the fee: its denial moved from the adjective to the noun."""
    if not number or sentence.words[number].negated:
        return sentence
    before, noun = sentence.words[number - 1 : number + 1]
    close = before.token == noun.token - 1 and before.negated
    if not close or not any(m.tag == "no" and m.after == before.token for m in sentence.negators):
        return sentence
    words = list(sentence.words)
    words[number - 1 : number + 1] = replace(before, negated=False), replace(noun, negated=True)
    return replace(sentence, words=tuple(words))


def _forbidden(pair: Pair) -> tuple[Sentence, Sentence]:
    """``originals are not issued`` and ``originals cannot be issued``: a rule told as a fact."""
    claim, evidence = pair.claim, pair.evidence
    for c, e in pair.alignment.pairs.items():
        mine, its = claim.words[c], evidence.words[e]
        told = _is_denied_rule(evidence, its) and not _is_of_others(pair)
        if told and _only_bans(claim, mine):
            return claim, _banned(evidence, e, claim.modals[0])
        if _only_bans(evidence, its) and _is_denied_rule(claim, mine):
            return _banned(claim, c, evidence.modals[0]), evidence
    return claim, evidence


def _is_of_others(pair: Pair) -> bool:
    """Whether the evidence says it of people whom the claim leaves out: ``workers do not smoke``."""
    partners = pair.alignment.partners
    return any(
        "anim" in word.form.features and "nomn" in word.form.cases and n not in partners
        for n, word in enumerate(pair.evidence.words)
    )


def _only_bans(sentence: Sentence, word: Word) -> bool:
    """Whether a sentence does nothing but forbid what the word says."""
    single = [mark.tag for mark in sentence.modals] == ["ban"]
    return single and word.modal == "ban" and not any(w.negated for w in sentence.words)


def _is_denied_rule(sentence: Sentence, verb: Word) -> bool:
    """Whether a sentence only denies that something is done: ``dogs are not admitted``."""
    denied = [word for word in sentence.words if word.negated]
    alone = denied == [verb] and not sentence.modals and not sentence.loose_negators
    return alone and told_as_rule(sentence, verb)


def _banned(sentence: Sentence, number: int, ban: Mark) -> Sentence:
    """The sentence with a ban in the place of its one denial."""
    verb = sentence.words[number]
    plain = _released(sentence, number, replace(verb, negated=False))
    words = tuple(
        replace(word, modal="ban" if word.clause == verb.clause else None, modal_head=n == number)
        for n, word in enumerate(plain.words)
    )
    place = Mark(
        "ban", verb.token, verb.token, verb.start, verb.end, verb.clause, verb.segment, ban.final
    )
    return replace(plain, words=words, modals=(place,))


def _not_needed(pair: Pair) -> tuple[Sentence, Sentence]:
    """``can be opened without a visit`` and ``a visit is not needed to open it`` say the same."""
    claim, evidence = pair.claim, pair.evidence
    for c, e in pair.alignment.pairs.items():
        mine, its = claim.words[c], evidence.words[e]
        if mine.modal == "optional" and _is_without(its) and not mine.negated:
            return _unbound(claim), _released(_unbound(evidence), e, _plain(its))
        if its.modal == "optional" and _is_without(mine) and not its.negated:
            return _released(_unbound(claim), c, _plain(mine)), _unbound(evidence)
    return claim, evidence


def _only_with(pair: Pair) -> tuple[Sentence, Sentence]:
    """``only with a badge`` and ``not without a badge`` say the same."""
    claim, evidence = pair.claim, pair.evidence
    for c, e in pair.alignment.pairs.items():
        mine, its = claim.words[c], evidence.words[e]
        if _is_without(mine) and its.relation in _COMPANY and evidence.only:
            return _affirmed(claim, c), replace(evidence, only=())
        if _is_without(its) and mine.relation in _COMPANY and claim.only:
            return replace(claim, only=()), _affirmed(evidence, e)
    return claim, evidence


_COMPANY = frozenset(("with", "by"))
"""``only with a ticket``, ``только по билету``."""


def _not_until(pair: Pair) -> tuple[Sentence, Sentence]:
    """``not sanded until the coat has dried`` says ``sanded only after the coat has dried``."""
    claim, evidence = pair.claim, pair.evidence
    relations = {(c.relation, e.relation) for c, e in pair.matched()}
    if any(mark.tag == "permission" for mark in claim.modals):
        return claim, evidence
    if ("before", "after") in relations and ("after", "before") not in relations:
        return _turned(claim), evidence
    if ("after", "before") in relations and ("before", "after") not in relations:
        return claim, _turned(evidence)
    return claim, evidence


def _turned(sentence: Sentence) -> Sentence:
    """A sentence whose one denial stands before a ``before``, told by ``only`` and ``after``."""
    before = [word for word in sentence.words if word.relation == "before"]
    bans = [mark for mark in sentence.modals if mark.tag == "ban"]
    denials = [*bans, *(mark for mark in sentence.negators if mark.tag == "not")]
    if len(denials) != 1 or len(denials) != len(bans) + len(sentence.negators):
        return sentence
    denied = bool(bans) or any(word.negated for word in sentence.words)
    if not denied or denials[0].token > before[0].token or _is_value_near(sentence, before[0]):
        return sentence
    turned = tuple(
        replace(
            word,
            relation="after" if word in before else word.relation,
            negated=False,
            modal=None if bans else word.modal,
            modal_head=word.modal_head and not bans,
        )
        for word in sentence.words
    )
    modals = tuple(mark for mark in sentence.modals if mark not in bans)
    only = (*sentence.only, replace(denials[0], tag="only"))
    return replace(sentence, words=turned, modals=modals, negators=(), only=only)


def _is_value_near(sentence: Sentence, word: Word) -> bool:
    """``not earlier than two days before the trip`` counts from there."""
    amounts = (value for value in sentence.values if value.kind != "ordinal")
    return any(0 <= word.token - value.after < _NEAR for value in amounts)


def _affirmed(sentence: Sentence, number: int) -> Sentence:
    """The sentence without its ``without`` and its one other denial; as it is if there is none."""
    others = [n for n, word in enumerate(sentence.words) if word.negated and n != number]
    bans = [mark for mark in sentence.modals if mark.tag == "ban"]
    if len(others) + len(bans) != 1 or len(sentence.modals) != len(bans):
        return sentence
    freed = _released(sentence, number, _plain(sentence.words[number]))
    if bans:
        words = tuple(replace(word, modal=None, modal_head=False) for word in freed.words)
        return replace(freed, words=words, modals=())
    return _released(freed, others[0], replace(freed.words[others[0]], negated=False))


def _is_without(word: Word) -> bool:
    return word.negated and word.relation == "without"


def _plain(word: Word) -> Word:
    relation = "with" if word.relation == "without" else word.relation
    return replace(word, negated=False, modal=None, modal_head=False, relation=relation)


def _unbound(sentence: Sentence) -> Sentence:
    """The sentence without ``may`` and ``need not``; a ban or a duty in it stays."""
    if any(mark.tag not in ("optional", "permission") for mark in sentence.modals):
        return sentence
    words = tuple(replace(word, modal=None, modal_head=False) for word in sentence.words)
    return replace(sentence, words=words, modals=())


def _one_denial(pair: Pair) -> tuple[Sentence, Sentence]:
    """``comes without batteries`` and ``batteries are not included``: a light verb is denied."""
    claim, evidence = pair.claim, pair.evidence
    lost = [n for n in pair.alignment.missing if claim.words[n].negated]
    others = [n for n, word in enumerate(evidence.words) if word.negated]
    matched = pair.alignment.partners
    mine = [c for c, e in pair.alignment.pairs.items() if claim.words[c].negated]
    if len(lost) != 1 or len(others) != 1 or mine or not claim.words[lost[0]].light:
        return claim, evidence
    if others[0] not in matched:
        return claim, evidence
    plain = replace(claim.words[lost[0]], negated=False)
    word = evidence.words[others[0]]
    return _released(claim, lost[0], plain), _released(evidence, others[0], _plain(word))


def _complements(
    claim: Sentence, evidence: Sentence, alignment: Alignment
) -> Iterator[tuple[int, int]]:
    """Words of the claim without a partner, each with its opposite in the evidence."""
    partners = alignment.partners
    denied = [number for number, word in enumerate(claim.words) if word.negated]
    for number in dict.fromkeys((*alignment.missing, *denied)):
        for other, word in enumerate(evidence.words):
            if other not in partners and _excludes(claim.words[number], word, claim.language):
                yield number, other
                break


def _excludes(one: Word, other: Word, language: str) -> bool:
    table = _opposites(language)
    a, b = one.form.lemma, other.form.lemma
    return b in table.get(a, frozenset()) or are_prefixed(a, b, language)


@cache
def _opposites(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for left, right in lexicon(language).complements:
        for one, others in ((left, right), (right, left)):
            for lemma in one:
                found.setdefault(lemma, set()).update(others)
    return {lemma: frozenset(others) for lemma, others in found.items()}


def _with(sentence: Sentence, number: int, word: Word) -> Sentence:
    words = (*sentence.words[:number], word, *sentence.words[number + 1 :])
    return replace(sentence, words=words, index=index_words(tuple(words)))


def _released(sentence: Sentence, number: int, word: Word) -> Sentence:
    """The sentence with a word that is no longer denied, and without what denied it."""
    place = sentence.words[number]
    mark = min(
        (mark for mark in sentence.negators if mark.clause == place.clause),
        key=lambda mark: abs(mark.token - place.token),
        default=None,
    )
    kept: tuple[Mark, ...] = tuple(other for other in sentence.negators if other is not mark)
    return replace(_with(sentence, number, word), negators=kept)

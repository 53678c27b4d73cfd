"""What hangs on what: genitives behind their noun, and what a comparison compares with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from harness.support.detectors.pair import Finding, Pair, in_doubt
from harness.support.idioms import read
from harness.support.matching import pairs_with
from harness.support.morphology import form
from harness.support.sentence import Sentence, Word
from harness.support.values import Value

_THAN = frozenset(("than", "чем", "нежели"))


def compared_findings(pair: Pair) -> Iterator[Finding]:
    """``cheaper by post than by courier``: what comes behind ``than`` must be the same."""
    mine, its = _behind_than(pair.claim), _behind_than(pair.evidence)
    if mine is None or its is None or pairs_with(mine, its, pair.claim.language):
        return
    elsewhere = any(pairs_with(mine, w, pair.claim.language) for w in pair.evidence.words)
    back = any(pairs_with(its, word, pair.claim.language) for word in pair.claim.words)
    if elsewhere and back:
        reason = f"{mine.text!r} and {its.text!r} have changed places"
        yield Finding("uncertain", "entity", reason, (its.start, its.end))


def _behind_than(sentence: Sentence) -> Word | None:
    """The first heavy word behind the one ``than`` of a sentence."""
    places = [n for n, t in enumerate(read(sentence.text, sentence.language)) if t.text in _THAN]
    if len(places) != 1:
        return None
    behind = (word for word in sentence.words if word.token > places[0] and not word.light)
    return next(behind, None)


def genitive_findings(pair: Pair) -> Iterator[Finding]:
    """``отчёт отдела продаж`` is not ``отчёт отдела закупок``, although both departments occur."""
    if pair.evidence.language != "ru":
        return
    claimed = {word.form.lemma for word in pair.claim.words}
    stated = _chains(pair.evidence)
    for head, mine in _chains(pair.claim).items():
        its = stated.get(head, frozenset())
        if mine - its and its - mine and its <= claimed:
            yield Finding("uncertain", "join", "the parts of two statements have been exchanged")
            return


def ranked_findings(pair: Pair) -> Iterator[Finding]:
    """``the third`` may be a prize or a runner where the evidence has both the first and the second."""
    nouns = {
        form(value.nouns[0]).lemma
        for value in pair.evidence.values
        if value.kind == "ordinal" and value.nouns
    }
    if len(nouns) < 2:
        return
    for own in pair.claim.values:
        same = [its for its in pair.evidence.values if _is_rank_of(own, its)]
        if own.nouns and same and not any(its.nouns for its in same):
            yield in_doubt(same[0])


def _is_rank_of(claim: Value, evidence: Value) -> bool:
    return claim.kind == evidence.kind == "ordinal" and claim.low == evidence.low


def _chains(sentence: Sentence) -> dict[str, frozenset[str]]:
    """Lemma of a noun -> lemmas of the genitives right behind it; nouns that occur once."""
    chains: dict[str, set[str]] = {}
    repeated: set[str] = set()
    head = ""
    for before, word in pairwise(sentence.words):
        joined = word.token == before.token + 1 and "gent" in word.form.cases
        if not joined or before.form.pos != "NOUN":
            head = ""
            continue
        if not head:
            head = before.form.lemma
            repeated |= {head} & chains.keys()
            chains[head] = set()
        chains[head].add(word.form.lemma)
    return {noun: frozenset(own) for noun, own in chains.items() if noun not in repeated}

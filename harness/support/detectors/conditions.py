"""Conditions, exceptions, reasons, ``only`` and quantifiers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from harness.support.detectors.joined import is_alternative
from harness.support.detectors.pair import Finding, Level, Pair, Span, has, only_with
from harness.support.idioms import read
from harness.support.lexicon import lexicon
from harness.support.morphology import form
from harness.support.reading import denies
from harness.support.sentence import Mark, Sentence, Word
from harness.support.values import Value
from harness.support.verdict import Kind


def condition_findings(pair: Pair) -> Iterator[Finding]:
    """Conditions and exceptions must stand on the same words on both sides."""
    for c, e in pair.matched():
        level = _condition_level(pair, c, e)
        if level:
            kind: Kind = (
                "exception" if {c.condition, e.condition} & {"except", "including"} else "condition"
            )
            reason = (
                f"{e.text!r} is {_role(e.condition)} in the evidence, "
                f"{_role(c.condition)} in the claim"
            )
            yield Finding(level, kind, reason, (e.start, e.end))
            return
    yield from _dropped_conditions(pair)


def _condition_level(pair: Pair, c: Word, e: Word) -> Level | None:
    tags = {c.condition, e.condition}
    if len(tags) == 1 or (c.light and e.light) or ("except" in tags and _same_exception(pair)):
        return None
    if e.condition == "except" and c.condition in ("", "including"):
        return "contradicted" if _denies_exception(pair, e) else "uncertain"
    if "even_if" in tags and tags & {"only_if", "unless", "if"}:
        return "contradicted" if _is_undone(pair, c, e) else "uncertain"
    if "unless" in tags and tags & {"if", "only_if"}:
        if _denied_in(pair.claim, c) != _denied_in(pair.evidence, e):
            return None
        same = denies(pair.claim) == denies(pair.evidence)
        return "contradicted" if same else "uncertain"
    return "uncertain" if "" not in tags else None


_PROVIDED = re.compile(r"provid(?:ed|ing)|on condition|(?:as|so) long as|при условии")


def _is_undone(pair: Pair, c: Word, e: Word) -> bool:
    """``Even if it is full`` against ``only if it is not full``, ``unless it is full``."""
    tag, sentence, word = (
        (e.condition, pair.evidence, e)
        if c.condition == "even_if"
        else (c.condition, pair.claim, c)
    )
    marks = [mark for mark in sentence.conditions if mark.clause == word.clause]
    said = sentence.text[marks[0].start : marks[0].end].casefold() if marks else ""
    apart = _denied_in(pair.claim, c) != _denied_in(pair.evidence, e)
    if tag == "unless":
        return not apart
    return apart and (tag == "only_if" or bool(_PROVIDED.match(said)))


def _denies_exception(pair: Pair, e: Word) -> bool:
    """Whether the claim says of the excepted thing just what the evidence says of the rest."""
    return not (
        _is_elsewhere(pair.evidence, e)
        or has(pair.claim.conditions, "except")
        or pair.alignment.missing
        or pair.claim.only
        or denies(pair.claim) != denies(pair.evidence)
        or _goes_on(pair, e.clause)
    )


def _denied_in(sentence: Sentence, word: Word) -> bool:
    """Whether the clause of a word denies: an odd number of negations."""
    denials = sum(w.negated for w in sentence.words if w.clause == word.clause)
    bans = sum(m.tag in ("ban", "optional") for m in sentence.modals if m.clause == word.clause)
    return (denials + bans) % 2 == 1


def _same_exception(pair: Pair) -> bool:
    """Whether both sides except the same thing, wherever it stands in the sentence."""
    excepted = [(c, e) for c, e in pair.matched() if c.condition == e.condition == "except"]
    left = [w for w in pair.claim.words if w.condition == "except"]
    return bool(excepted) and len(excepted) == len(left)


def _is_elsewhere(sentence: Sentence, word: Word) -> bool:
    """Whether the word also stands outside of the exception: ``no dogs except guide dogs``."""
    return any(
        other.form.lemma == word.form.lemma and other.condition != "except"
        for other in sentence.words
    )


def _goes_on(pair: Pair, clause: int) -> bool:
    """Whether the evidence says something of the claim after the exception."""
    told = pair.evidence.relatives
    later = [e for _, e in pair.matched() if e.clause > clause and not e.light]
    if any(not any(start < e.token < after for start, after in told) for e in later):
        return True
    values = zip(pair.evidence.values, pair.evidence.value_clauses, strict=True)
    return any(place > clause and pair.has_value(value) for value, place in values)


def _role(tag: str) -> str:
    names = {"": "said outright", "if": "a condition", "unless": "an 'unless'"}
    names |= {
        "even_if": "an 'even if'",
        "only_if": "the only condition",
        "except": "an exception",
        "including": "included",
    }
    return names[tag]


def _tag(mark: Mark, *, compared: bool) -> str:
    """The mark's tag; ``unless`` counts as ``if`` where the two were compared word by word."""
    return "if" if compared and mark.tag == "unless" else mark.tag


def _is_taken_up(pair: Pair, mark: Mark) -> bool:
    """Whether the claim has all of a condition: ``if a token has expired``, ``an expired token``.

    ``Only after the audit`` says ``after the audit``, and more.
    """
    said = pair.evidence.text[mark.start : mark.end].casefold()
    timed = mark.tag == "only_if" and said.endswith(("after", "once", "после"))
    if not (mark.tag == "if" or timed) or any(own.tag != "if" for own in pair.claim.conditions):
        return False
    partners = pair.alignment.partners
    inside = [
        (n, w) for n, w in enumerate(pair.evidence.words) if w.clause == mark.clause and w.condition
    ]
    known = all(n in partners or (word.light and not word.negated) for n, word in inside)
    heavy = [word for _, word in inside if not word.light]
    places = zip(pair.evidence.values, pair.evidence.value_clauses, strict=True)
    valued = all(pair.has_value(value) for value, clause in places if clause == mark.clause)
    return bool(heavy) and known and valued


def _dropped_conditions(pair: Pair) -> Iterator[Finding]:
    compared = any({c.condition, e.condition} == {"if", "unless"} for c, e in pair.matched())
    given = Counter(_tag(mark, compared=compared) for mark in pair.claim.conditions)
    told = given["if"] > 0
    marks = list(enumerate(pair.evidence.conditions))
    for number, mark in sorted(marks, key=lambda one: not _is_taken_up(pair, one[1])):
        if mark.tag in ("including", "even_if") or (told and is_alternative(pair, number)):
            continue
        tag = _tag(mark, compared=compared)
        if given[tag]:
            given[tag] -= 1
            continue
        if _is_taken_up(pair, mark):
            continue
        kind: Kind = "exception" if mark.tag == "except" else "condition"
        if mark.tag == "except" and _is_of_all(pair):
            reason = "the claim says all, the evidence excepts some"
            yield Finding("contradicted", kind, reason, (mark.start, mark.end))
            return
        reason = "the evidence has a condition or exception that the claim leaves out"
        yield Finding("uncertain", kind, reason, (mark.start, mark.end))
        return
    whole = not pair.alignment.missing
    extra = [t for t in given.elements() if t != "including" and not (whole and t == "if")]
    if extra:
        reason = "the claim has a condition or exception that the evidence does not state"
        yield Finding("uncertain", "condition", reason)


def _is_of_all(pair: Pair) -> bool:
    """Whether the claim says of all, or of none, what the evidence says with an exception."""
    claim, evidence = pair.claim, pair.evidence
    none = any(mark.tag == "none" for mark in claim.quantifiers) and denies(evidence)
    same = (_says_all(claim) and _says_all(evidence)) or none
    bounded = (
        claim.conditions or claim.only or any(w.condition == "except" for _, w in pair.matched())
    )
    return same and not bounded and not pair.alignment.missing and denies(claim) == denies(evidence)


def _says_all(sentence: Sentence) -> bool:
    """``all``, and ``every day`` too, which elsewhere says how often."""
    table = lexicon(sentence.language).quantifiers
    lemmas = (form(token.text).lemma for token in read(sentence.text, sentence.language))
    return any(table.get(lemma) == "all" for lemma in lemmas)


def only_findings(pair: Pair) -> Iterator[Finding]:
    """``only`` in the claim must be in the evidence; ``any`` denies an ``only``."""
    if pair.claim.only and not pair.evidence.only and not has(pair.evidence.conditions, "only_if"):
        yield Finding(
            "uncertain", "enumeration", "the evidence does not say that it is the only one"
        )
    only = [mark for mark in pair.evidence.only if mark.clause in pair.engaged()]
    all_ = has(pair.claim.quantifiers, "all") and not has(pair.evidence.quantifiers, "all")
    if only and all_ and not pair.claim.only:
        mark = only[0]
        reason = "the evidence restricts it to some, the claim says all"
        yield Finding("contradicted", "limit", reason, (mark.start, mark.end))
    yield from _lost_focus(pair, only)


_FOCUS_REACH = 4  # tokens between "only" and what it is about


def _lost_focus(pair: Pair, marks: list[Mark]) -> Iterator[Finding]:
    """``only on public holidays``: a claim without the holidays speaks of more."""
    heavy = [(n, w) for n, w in enumerate(pair.evidence.words) if not w.light]
    partners = pair.alignment.partners
    for mark in marks if "|" not in pair.evidence.text else []:
        same = [item for item in heavy if item[1].segment == mark.segment]
        behind = [item for item in same if 0 <= item[1].token - mark.after < _FOCUS_REACH]
        before = [item for item in same if item[1].token < mark.token]
        valued = any(mark.after <= v.first < mark.after + 2 for v in pair.evidence.values)
        focus = behind[:1] or ([] if valued else before[-1:])
        if focus and focus[0][0] not in partners:
            word = focus[0][1]
            yield only_with(word.text, (word.start, word.end))
            return


def _parts(tags: set[str]) -> set[str]:
    """Quantifiers a sentence grants; ``not all`` speaks of some."""
    return tags | ({"some"} if "not_all" in tags else set())


def quantifier_findings(pair: Pair) -> Iterator[Finding]:
    """All, some, none, not all."""
    claim = {mark.tag for mark in pair.claim.quantifiers}
    engaged = pair.engaged()
    marks = [m for m in pair.evidence.quantifiers if m.tag == "all" or m.clause in engaged]
    evidence = {mark.tag for mark in marks}
    mark = marks[0] if marks else None
    span = (mark.start, mark.end) if mark else None
    partly = evidence & {"some", "most", "not_all"}
    if ("all" in claim and "not_all" in evidence) or (
        "not_all" in claim and "all" in evidence and not partly
    ):
        yield Finding("contradicted", "negation", "one side says all, the other not all", span)
    elif "all" in evidence and claim & {"some", "most"} and pair.claim.only and not partly:
        yield Finding("contradicted", "limit", "the claim says only some, the evidence all", span)
    elif "all" in claim and (less := _part_told(pair, marks)):
        yield Finding("contradicted", "limit", "the claim says all, the evidence a part", less)
    elif {"one", "all"} <= claim | evidence and not {"one", "all"} & claim & evidence:
        yield Finding("contradicted", "limit", "one side says all, the other one of them", span)
    elif "none" in claim and evidence & {"all", "not_all", "some", "most"}:
        yield Finding("contradicted", "negation", "the claim says none, the evidence some", span)
    elif "all" in claim and not evidence & {"all", "none"}:
        yield Finding("uncertain", "limit", "the claim says all, the evidence does not", span)
    elif claim & {"some", "most"} and not claim & {"some", "most"} <= _parts(evidence):
        yield Finding("uncertain", "limit", "the claim says some, the evidence does not", span)
    elif evidence & {"some", "most", "not_all"} and not claim & {"some", "most", "not_all"}:
        yield Finding("uncertain", "limit", "the evidence says it of some only", span)
    elif part := _part_of(pair):
        reason = "the evidence says it of some only"
        yield Finding("uncertain", "limit", reason, (part.start, part.end))


def _part_told(pair: Pair, marks: list[Mark]) -> Span | None:
    """Where the evidence says that it is a part of what the claim says all of."""
    share = _fraction_of(pair)
    if share is not None:
        return share.start, share.end
    parted = any(_is_part(pair.evidence, mark) for mark in marks)
    return (marks[0].start, marks[0].end) if parted else None


_BETWEEN = frozenset("of the из".split())


def _fraction_of(pair: Pair) -> Value | None:
    """``half the proceeds``, ``every second filter``, ``two of the four`` of what the claim says all."""
    for mark in pair.claim.quantifiers:
        nouns = [n for n, w in enumerate(pair.claim.words) if w.token >= mark.after and not w.light]
        if mark.tag != "all" or not nouns or nouns[0] not in pair.alignment.pairs:
            continue
        noun = pair.evidence.words[pair.alignment.pairs[nouns[0]]]
        for value, following in pairwise([*pair.evidence.values, None]):
            if value is not None and _is_fraction(value, following, noun, pair.evidence):
                return None if pair.has_value(value) else value
    return None


def _is_fraction(part: Value, whole: Value | None, noun: Word, sentence: Sentence) -> bool:
    """Whether a value right before a noun takes a part of it."""
    texts = [token.text for token in read(sentence.text, sentence.language)]
    counted = whole is not None and whole.whole and part.kind == whole.kind == "count"
    after = whole.after if whole is not None and counted else part.after
    near = after <= noun.token and _BETWEEN.issuperset(texts[after : noun.token])
    less = part.dimension == "percent" and part.high < _WHOLE and part.limit == "eq"
    return near and (less or counted or (part.kind == "ordinal" and part.every > 1))


_WHOLE = 100  # percent


def _part_of(pair: Pair) -> Value | None:
    """``two of the three``, where the claim has the three alone."""
    texts = [token.text for token in read(pair.evidence.text, pair.evidence.language)]
    for part, whole in pairwise(pair.evidence.values):
        between = texts[part.after : whole.first]
        counted = part.kind == whole.kind == "count"
        if counted and between in (["of", "the"], ["из"]) and pair.has_value(whole):
            return None if pair.has_value(part) else part
    return None


def _is_part(sentence: Sentence, mark: Mark) -> bool:
    """``часть книг``: a part is never all."""
    return sentence.text[mark.start : mark.end].casefold().startswith("част")


def connective_findings(pair: Pair) -> Iterator[Finding]:
    """A reason (``because``) must be given as a reason by the evidence too."""
    claim, evidence = pair.claim, pair.evidence
    causal = claim.causal and not claim.conceding, evidence.causal and not evidence.conceding
    conceding = claim.conceding and not claim.causal, evidence.conceding and not evidence.causal
    if (causal[0] and conceding[1]) or (conceding[0] and causal[1]):
        reason = "one side gives a reason, the other something that did not prevent it"
        yield Finding("contradicted", "condition", reason)
    elif claim.causal and not evidence.causal:
        yield Finding("uncertain", "condition", "the evidence does not give it as a reason")

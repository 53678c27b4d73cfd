"""What stands against a claim in one piece of evidence: one small detector for each phenomenon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from harness.support.analysis import Mark, Sentence, Word
from harness.support.comparing import Relation, compare
from harness.support.lexicon import Modal
from harness.support.matching import Alignment, are_opposites
from harness.support.values import Value
from harness.support.verdict import Kind

Level = Literal["contradicted", "uncertain"]
Span = tuple[int, int]

_PREFERRED_BY = 0.25  # how much better another value's surroundings must fit to be the right one
_NEUTRAL_FIT = 0.5  # a value with no words around it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that keeps the evidence from supporting the claim."""

    level: Level
    kind: Kind
    reason: str
    span: Span | None = None
    """In the piece of evidence."""
    word: int | None = None
    """The claim's word that is explained by the finding (an antonym), if one is."""
    value: bool = False
    """Two values differ."""
    absent: bool = False
    """A value of the claim has no counterpart at all."""


@dataclass(frozen=True)
class Pair:
    """A claim and a piece of evidence, taken apart and aligned."""

    claim: Sentence
    evidence: Sentence
    alignment: Alignment

    def matched(self) -> Iterator[tuple[Word, Word]]:
        """Aligned words, claim and evidence."""
        for c, e in self.alignment.pairs.items():
            yield self.claim.words[c], self.evidence.words[e]

    def fit(self, segment: int, leaving: Value | None = None) -> float:
        """Share of what stands in an evidence segment that the claim has too.

        ``leaving`` is the value whose surroundings are meant; it does not count itself.
        """
        found = total = 0.0
        for number, word in enumerate(self.evidence.words):
            if word.segment == segment and (leaving is None or word.start != leaving.start):
                total += word.weight
                found += word.weight * (number in self.alignment.reachable)
        for value in self.values_in(segment):
            if value is not leaving and value.kind != "code":
                total += 1
                found += self.has_value(value)
        return found / total if total else _NEUTRAL_FIT

    def values_in(self, segment: int) -> list[Value]:
        """The values of one evidence segment."""
        pairs = zip(self.evidence.values, self.evidence.value_segments, strict=True)
        return [value for value, place in pairs if place == segment]

    def has_value(self, value: Value) -> bool:
        """Whether the claim has this value of the evidence."""
        language = self.evidence.language
        return any(compare(own, value, language).state == "same" for own in self.claim.values)

    def strangers(self, segment: int) -> int:
        """How many words and values of an evidence segment the claim does not have."""
        words = sum(
            not word.light and word.segment == segment and number not in self.alignment.reachable
            for number, word in enumerate(self.evidence.words)
        )
        values = sum(not self.has_value(v) for v in self.values_in(segment) if v.kind != "code")
        return words + values + (segment in self.evidence.anaphoric)

    def owns(self, segment: int) -> bool:
        """Whether a word of the claim stands in this evidence segment and nowhere else."""
        elsewhere = {w.form.lemma for w in self.evidence.words if w.segment != segment}
        return any(
            e.segment == segment and not e.light and e.form.lemma not in elsewhere
            for _, e in self.matched()
        )

    def held(self) -> set[int]:
        """Evidence segments that hold a word or value of the claim."""
        words = {e.segment for _, e in self.matched() if not e.light}
        pairs = zip(self.evidence.values, self.evidence.value_segments, strict=True)
        return words | {segment for value, segment in pairs if self.has_value(value)}


Detector = Callable[[Pair], Iterator[Finding]]


# -- values --------------------------------------------------------------------------------


def value_findings(pair: Pair) -> Iterator[Finding]:
    """Every value of the claim must stand in the evidence, for the same thing."""
    for value in pair.claim.values:
        finding = _value_finding(pair, value)
        if finding:
            yield finding


@dataclass(frozen=True, slots=True)
class Related:
    """A value of the evidence that can be compared with one of the claim."""

    value: Value
    relation: Relation
    segment: int
    fit: float


def _value_finding(pair: Pair, value: Value) -> Finding | None:
    related = _related(pair, value)
    best = {
        state: max((r for r in related if r.relation.state == state), key=_fit, default=None)
        for state in ("same", "close", "differs")
    }
    same, close, differs = best["same"], best["close"], best["differs"]
    if same is not None:
        rival = _rival(pair, same, related)
        return _differs(value, rival) if rival else None
    if close is not None and (differs is None or differs.fit <= close.fit + _PREFERRED_BY):
        return _close(value, close)
    if differs is None:
        return _absent(value)
    if value.kind == "code" and not _is_version(value):
        return _absent(value, differs.value)
    return _differs(value, differs)


def _related(pair: Pair, value: Value) -> list[Related]:
    found = []
    for other, segment in zip(pair.evidence.values, pair.evidence.value_segments, strict=True):
        relation = compare(value, other, pair.evidence.language)
        taken = relation.state == "differs" and pair.has_value(other)
        if relation.state != "unrelated" and not (taken and value.kind != "code"):
            fit = pair.fit(segment, other)
            if relation.state == "same" and value.limit != "eq":
                fit = (fit + 1) / 2  # the bound itself tells the values apart
            found.append(Related(other, relation, segment, fit))
    return found


def _fit(related: Related) -> float:
    return related.fit


def _rival(pair: Pair, same: Related, related: list[Related]) -> Related | None:
    """Another value of the evidence that stands nearer to what the claim talks about.

    Words before a value may be shared by later ones (``opens on the 8th and closes on the
    26th``), words after the first value belong to the later one.
    """
    for other in related:
        if other.relation.state != "differs" or other.segment == same.segment:
            continue
        if pair.has_value(other.value):
            continue
        later = other.segment > same.segment and pair.owns(other.segment)
        if other.fit > same.fit + _PREFERRED_BY or (later and other.fit >= _NEUTRAL_FIT):
            return other
    return None


def _is_version(value: Value) -> bool:
    return value.text.lstrip("v").replace(".", "").isdigit()


def _kind(value: Value, relation: Relation) -> Kind:
    return "code" if value.kind == "code" else relation.kind


def _absent(value: Value, nearest: Value | None = None) -> Finding | None:
    if value.weak and nearest is None and value.kind != "ordinal":
        return None if value.unit is None else _not_found(value)
    return _not_found(value, nearest)


def _not_found(value: Value, nearest: Value | None = None) -> Finding:
    kind: Kind = "code" if value.kind == "code" else "date" if value.kind == "date" else "number"
    reason = f"the evidence does not have {value.text!r}"
    if nearest is not None:
        reason += f", but {nearest.text!r}"
    span = (nearest.start, nearest.end) if nearest else None
    return Finding("uncertain", kind, reason, span, absent=True)


def _differs(value: Value, other: Related) -> Finding:
    reason = f"the evidence says {_spoken(other.value)}, the claim {_spoken(value)}"
    span = (other.value.start, other.value.end)
    return Finding("contradicted", _kind(value, other.relation), reason, span, value=True)


def _close(value: Value, other: Related) -> Finding:
    reason = (
        f"the evidence says {_spoken(other.value)}, the claim {_spoken(value)}, "
        "which may or may not be the same"
    )
    span = (other.value.start, other.value.end)
    return Finding("uncertain", _kind(value, other.relation), reason, span)


_LIMIT_WORDS = {
    "eq": "",
    "in": "within ",
    "about": "about ",
    "le": "at most ",
    "lt": "less than ",
    "ge": "at least ",
    "gt": "more than ",
}


def _spoken(value: Value) -> str:
    text = value.text.replace(" ° ", " °").replace(" - ", "-").replace(" .", ".")
    return _LIMIT_WORDS[value.limit] + text.replace(" %", "%")


# -- negation and opposites ----------------------------------------------------------------


def negation_findings(pair: Pair) -> Iterator[Finding]:
    """A word denied on one side only; ``not all`` and ``some … not`` say the same."""
    if _some_not(pair.claim) and _has(pair.evidence.quantifiers, "not_all"):
        return
    claim_only = [(c, e) for c, e in pair.matched() if c.negated and not e.negated]
    evidence_only = [(c, e) for c, e in pair.matched() if e.negated and not c.negated]
    loose = _loose_negations(pair) or _uncounted(pair) or _is_ambiguous(pair)
    if pair.evidence.contrast and not pair.claim.contrast:
        yield Finding("uncertain", "negation", "the evidence denies one reason and gives another")
        return
    if not (claim_only or evidence_only or loose):
        return
    if loose or _cancel(claim_only, evidence_only):
        yield Finding("uncertain", "negation", "the negation stands on different words")
        return
    c, e = (claim_only or evidence_only)[0]
    if "unless" in {c.condition, e.condition}:
        return
    finding = _denied(e, by_evidence=not claim_only)
    yield replace(finding, level="uncertain") if c.condition or _is_company(pair, c, e) else finding


def _loose_negations(pair: Pair) -> bool:
    """Whether a denied word has no partner although its clause is about the claim."""
    missing = pair.alignment.missing
    if any(word.negated for n, word in enumerate(pair.claim.words) if n in missing):
        return True
    partners = pair.alignment.partners
    return any(
        word.negated and number not in partners and _is_engaged(pair, word.segment)
        for number, word in enumerate(pair.evidence.words)
    )


def _is_ambiguous(pair: Pair) -> bool:
    """Whether a word stands twice in the evidence, denied once, and the claim takes from both."""
    matched = [(c, e) for c, e in pair.matched() if not e.light]
    for _, e in matched:
        twins = [w for w in pair.evidence.words if w.form.lemma == e.form.lemma]
        if len({w.negated for w in twins}) == 2:
            lemmas = {w.form.lemma for w in twins}
            clauses = {o.clause for _, o in matched if o.form.lemma not in lemmas}
            if clauses - {e.clause}:
                return True
    return False


def _uncounted(pair: Pair) -> bool:
    """Whether one side has a negation that denies no word, or a ``not only`` more than the other."""
    return (
        pair.claim.loose_negators != pair.evidence.loose_negators
        or pair.claim.not_only != pair.evidence.not_only
    )


def _cancel(claim_only: list[tuple[Word, Word]], evidence_only: list[tuple[Word, Word]]) -> bool:
    """``no refunds are given`` and ``refunds are not given``: two marks, one denial."""
    return any(
        a[0].clause == b[0].clause and a[1].clause == b[1].clause
        for a in claim_only
        for b in evidence_only
    )


def _is_company(pair: Pair, claim: Word, evidence: Word) -> bool:
    """``photos without flash`` against ``photos with flash``: a detail of the subject."""
    if not {claim.relation, evidence.relation} & {"with", "without"}:
        return False
    start = pair.evidence.predicates.get(evidence.clause)
    return start is None or evidence.token < start


def _denied(word: Word, *, by_evidence: bool) -> Finding:
    sides = ("the evidence", "the claim") if by_evidence else ("the claim", "the evidence")
    reason = f"{sides[0]} denies {word.text!r}, {sides[1]} does not"
    return Finding("contradicted", "negation", reason, (word.start, word.end))


def _is_engaged(pair: Pair, segment: int) -> bool:
    """Whether a segment of the evidence holds words of the claim."""
    return any(e.segment == segment and not e.light for _, e in pair.matched())


def _some_not(sentence: Sentence) -> bool:
    return _has(sentence.quantifiers, "some") and any(w.negated for w in sentence.words)


def _has(marks: tuple[Mark, ...], tag: str) -> bool:
    return any(mark.tag == tag for mark in marks)


def negated_detail_findings(pair: Pair) -> Iterator[Finding]:
    """Under a negation a dropped detail changes the meaning: ``not sent by post`` is not ``not sent``."""
    partners = pair.alignment.partners
    for c, e in pair.matched():
        if not (c.negated and e.negated):
            continue
        extra = [
            w
            for n, w in enumerate(pair.evidence.words)
            if w.clause == e.clause
            and w.token > e.token
            and n not in partners
            and not w.light
            and w.segment == e.segment
        ]
        if extra:
            yield Finding(
                "uncertain",
                "negation",
                f"the evidence denies it only together with {extra[0].text!r}",
                (extra[0].start, extra[0].end),
            )
            return


def opposite_findings(pair: Pair) -> Iterator[Finding]:
    """A word of the claim whose opposite stands in the evidence instead."""
    partners = pair.alignment.partners
    free = [w for n, w in enumerate(pair.evidence.words) if n not in partners]
    for number in pair.alignment.missing:
        word = pair.claim.words[number]
        for other in free:
            if are_opposites(word.form.lemma, other.form.lemma, pair.evidence.language):
                level: Level = "contradicted" if word.negated == other.negated else "uncertain"
                reason = f"the evidence says {other.text!r}, the claim {word.text!r}"
                yield Finding(level, "negation", reason, (other.start, other.end), number)
                break


# -- modality ------------------------------------------------------------------------------

_NORMAL: tuple[str | None, ...] = (None, "duty", "permission", "advice")
_MODAL_WORDS = {
    "duty": "must",
    "permission": "may",
    "ban": "must not",
    "advice": "is advised",
    "warning": "is advised against",
    "optional": "need not",
    None: "states it as a fact",
}


def modality_findings(pair: Pair) -> Iterator[Finding]:
    """Must, may, must not, should: compared on the verbs they apply to."""
    heads = [(c, e) for c, e in pair.matched() if c.modal_head or e.modal_head]
    modals = [(c.modal, e.modal, bool(c.condition or e.condition)) for c, e in heads]
    if not modals:
        words = list(pair.matched())
        modals = [(_main_modal(c for c, _ in words), _main_modal(e for _, e in words), False)]
    levels: list[tuple[Level | None, Modal | None, Modal | None]] = []
    for claim, evidence, conditional in modals:
        level = _modal_level(claim, evidence, pair)
        levels.append(("uncertain" if level and conditional else level, claim, evidence))
    worst = min(levels, key=lambda item: _LEVELS.index(item[0]))
    if worst[0]:
        reason = (
            f"the evidence says {_MODAL_WORDS[worst[2]]!r}, the claim {_MODAL_WORDS[worst[1]]!r}"
        )
        yield Finding(worst[0], "modality", reason, _modal_span(pair.evidence, worst[2]))
    elif _unmet_modals(pair):
        yield Finding("uncertain", "modality", "the evidence does not have all of its must and may")


def _unmet_modals(pair: Pair) -> bool:
    """Whether the claim has a modal that the evidence has not, or not as often."""
    if _is_bounded(pair.claim):
        return False
    missing = Counter(mark.tag for mark in pair.claim.modals if mark.tag != "permission")
    missing.subtract(mark.tag for mark in pair.evidence.modals)
    return any(count > 0 for count in missing.values())


_LEVELS: tuple[Level | None, ...] = ("contradicted", "uncertain", None)


def _main_modal(words: Iterator[Word]) -> Modal | None:
    """The modal that governs most of the words outside of conditions."""
    counts: Counter[Modal | None] = Counter(w.modal for w in words if not w.condition)
    if not counts:
        return None
    return max(counts, key=lambda modal: (counts[modal], modal or ""))


def _modal_span(sentence: Sentence, modal: str | None) -> Span | None:
    for mark in sentence.modals:
        if mark.tag == modal:
            return mark.start, mark.end
    return None


def _modal_level(claim: str | None, evidence: str | None, pair: Pair) -> Level | None:
    if claim == evidence:
        return None
    tags = {claim, evidence}
    if _is_bounded(pair.claim) and tags <= {None, "duty", "permission"}:
        return None
    if tags in _OPPOSED:
        return "contradicted"
    denied = any(w.negated for w in pair.claim.words) or any(w.negated for w in pair.evidence.words)
    if "ban" in tags and not denied:
        return "contradicted"
    if claim == "permission" and evidence is None:
        return None
    return "uncertain"


def _is_bounded(sentence: Sentence) -> bool:
    """Whether the main statement sets a bound: then ``must be`` and ``may be`` say the same."""
    conditional = {mark.clause for mark in sentence.conditions}
    pairs = zip(sentence.values, sentence.value_clauses, strict=True)
    return any(
        value.limit in ("le", "ge", "lt", "gt") and clause not in conditional
        for value, clause in pairs
    )


_OPPOSED: tuple[set[str | None], ...] = (
    {"ban", "permission"},
    {"ban", "duty"},
    {"ban", "advice"},
    {"ban", "optional"},
    {"duty", "optional"},
    {"permission", "warning"},
    {"advice", "warning"},
    {"duty", "warning"},
)


# -- conditions, exceptions, only, quantifiers -----------------------------------------------


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
    if len(tags) == 1 or (c.light and e.light):
        return None
    if e.condition == "except" and c.condition in ("", "including"):
        plain = _denial(pair.claim) == _denial(pair.evidence) and not _goes_on(pair, e.clause)
        return "contradicted" if plain else "uncertain"
    if tags == {"if", "unless"}:
        return None if _denied_in(pair.claim, c) != _denied_in(pair.evidence, e) else "uncertain"
    return "uncertain" if "" not in tags else None


def _denied_in(sentence: Sentence, word: Word) -> bool:
    """Whether the clause of a word denies: an odd number of negations."""
    denials = sum(w.negated for w in sentence.words if w.clause == word.clause)
    bans = sum(m.tag in ("ban", "optional") for m in sentence.modals if m.clause == word.clause)
    return (denials + bans) % 2 == 1


def _goes_on(pair: Pair, clause: int) -> bool:
    """Whether the evidence says something of the claim after the exception."""
    values = zip(pair.evidence.values, pair.evidence.value_clauses, strict=True)
    return any(place > clause and pair.has_value(value) for value, place in values)


def _denial(sentence: Sentence) -> bool:
    """Whether the sentence as a whole denies."""
    conditional = {mark.clause for mark in sentence.conditions}
    denials = sum(mark.clause not in conditional for mark in sentence.negators)
    bans = sum(mark.tag in ("ban", "optional") for mark in sentence.modals)
    return (denials + bans) % 2 == 1


def _role(tag: str) -> str:
    names = {"": "said outright", "if": "a condition", "unless": "an 'unless'"}
    names |= {"only_if": "the only condition", "except": "an exception", "including": "included"}
    return names[tag]


def _tag(mark: Mark, compared: bool) -> str:
    """The mark's tag; ``unless`` counts as ``if`` where the two were compared word by word."""
    return "if" if compared and mark.tag == "unless" else mark.tag


def _dropped_conditions(pair: Pair) -> Iterator[Finding]:
    compared = any({c.condition, e.condition} == {"if", "unless"} for c, e in pair.matched())
    given = Counter(_tag(mark, compared) for mark in pair.claim.conditions)
    for mark in pair.evidence.conditions:
        if mark.tag == "including":
            continue
        tag = _tag(mark, compared)
        if given[tag]:
            given[tag] -= 1
            continue
        kind: Kind = "exception" if mark.tag == "except" else "condition"
        reason = "the evidence has a condition or exception that the claim leaves out"
        yield Finding("uncertain", kind, reason, (mark.start, mark.end))
        return
    extra = [tag for tag in given.elements() if tag != "including"]
    if extra:
        reason = "the claim has a condition or exception that the evidence does not state"
        yield Finding("uncertain", "condition", reason)


def only_findings(pair: Pair) -> Iterator[Finding]:
    """``only`` in the claim must be in the evidence; ``any`` denies an ``only``."""
    if pair.claim.only and not pair.evidence.only and not _has(pair.evidence.conditions, "only_if"):
        yield Finding(
            "uncertain", "enumeration", "the evidence does not say that it is the only one"
        )
    if pair.evidence.only and _has(pair.claim.quantifiers, "all") and not pair.claim.only:
        mark = pair.evidence.only[0]
        reason = "the evidence restricts it to some, the claim says all"
        yield Finding("contradicted", "limit", reason, (mark.start, mark.end))


def quantifier_findings(pair: Pair) -> Iterator[Finding]:
    """All, some, none, not all."""
    claim = {mark.tag for mark in pair.claim.quantifiers}
    evidence = {mark.tag for mark in pair.evidence.quantifiers}
    mark = pair.evidence.quantifiers[0] if pair.evidence.quantifiers else None
    span = (mark.start, mark.end) if mark else None
    if ("all" in claim and "not_all" in evidence) or ("not_all" in claim and "all" in evidence):
        yield Finding("contradicted", "negation", "one side says all, the other not all", span)
    elif {"one", "all"} <= claim | evidence and not {"one", "all"} & claim & evidence:
        yield Finding("contradicted", "limit", "one side says all, the other one of them", span)
    elif "none" in claim and evidence & {"all", "not_all", "some", "most"}:
        yield Finding("contradicted", "negation", "the claim says none, the evidence some", span)
    elif "all" in claim and not evidence & {"all", "none"}:
        yield Finding("uncertain", "limit", "the claim says all, the evidence does not", span)
    elif claim & {"some", "most"} and not evidence & {"some", "most", "not_all"}:
        yield Finding("uncertain", "limit", "the claim says some, the evidence does not", span)
    elif evidence & {"some", "most", "not_all"} and not claim & {"some", "most", "not_all"}:
        yield Finding("uncertain", "limit", "the evidence says it of some only", span)


# -- order and roles -------------------------------------------------------------------------

_OPPOSED_RELATIONS: tuple[set[str], ...] = (
    {"before", "after"},
    {"above", "below"},
    {"inside", "outside"},
    {"in", "outside"},
    {"despite", "because"},
)


def order_findings(pair: Pair) -> Iterator[Finding]:
    """``before`` against ``after`` on the same word, ``despite`` against ``because``."""
    for c, e in pair.matched():
        tags = {c.relation, e.relation}
        if tags in _OPPOSED_RELATIONS:
            reason = f"the evidence says {e.relation!r} {e.text!r}, the claim {c.relation!r}"
            yield Finding("contradicted", "order", reason, (e.start, e.end))
            return
        if tags == {"from", "to"} or (len(tags) == 2 and tags & _ORDER and not _is_mirrored(pair)):
            yield Finding(
                "uncertain", "order", f"the place of {e.text!r} differs", (e.start, e.end)
            )
            return


_ORDER = frozenset(("before", "after", "instead", "despite", "because"))
_MIRROR = ({"before", "after"}, {"above", "below"})


def _is_mirrored(pair: Pair) -> bool:
    """``A before B`` and ``B after A`` say the same."""
    claim = {c.relation for c, _ in pair.matched()} & _ORDER
    evidence = {e.relation for _, e in pair.matched()} & _ORDER
    return len(claim) == len(evidence) == 1 and claim | evidence in _MIRROR


def role_findings(pair: Pair) -> Iterator[Finding]:
    """Who does it to whom: two words that have changed places."""
    items = [(c, e) for c, e in pair.matched() if not e.light]
    counted = pair.claim.quantifiers or pair.evidence.quantifiers  # "часть сотрудников"
    russian = pair.evidence.language == "ru" and not counted
    changed, half = _swapped_cases(items) if russian else (None, None)
    for number, first in enumerate(items):
        for second in items[number + 1 :]:
            if first[1].form.lemma == second[1].form.lemma:
                continue
            if changed is None and _swapped(pair, first, second):
                changed = first[1], second[1]
    if changed:
        reason = f"{changed[0].text!r} and {changed[1].text!r} have changed places"
        yield Finding("contradicted", "entity", reason, (changed[0].start, changed[0].end))
    elif agent := _misplaced_agent(pair, items):
        reason = f"{agent.text!r} does it in one, and it is done to {agent.text!r} in the other"
        yield Finding("contradicted", "entity", reason, (agent.start, agent.end))
    elif half:
        reason = f"{half.text!r} plays another part in the evidence"
        yield Finding("uncertain", "entity", reason, (half.start, half.end))


def _swapped_cases(
    items: list[tuple[Word, Word]],
) -> tuple[tuple[Word, Word] | None, Word | None]:
    """A Russian noun that was the subject and is not, and one the other way round; or only one."""
    verbs = [(c, e) for c, e in items if c.form.pos == e.form.pos == "VERB"]
    if not verbs or not any(c.form == e.form for c, e in verbs):
        return None, None
    nouns = [(c, e) for c, e in items if c.form.cases and e.form.cases]
    lost = [e for c, e in nouns if c.form.cases == _SUBJECT and "nomn" not in e.form.cases]
    gained = [e for c, e in nouns if e.form.cases == _SUBJECT and "nomn" not in c.form.cases]
    both = (lost[0], gained[0]) if lost and gained else None
    return both, next(iter([*lost, *gained]), None)


_SUBJECT = frozenset(("nomn",))


def _misplaced_agent(pair: Pair, items: list[tuple[Word, Word]]) -> Word | None:
    """The agent of a passive (``warned by the auditor``) that the active side has as its object."""
    for c, e in items:
        for agent, other, passive, active in ((e, c, 1, 0), (c, e, 0, 1)):
            if pair.evidence.language == "ru":
                misplaced = _is_russian_object(agent, other, items, passive)
            else:
                misplaced = _is_english_object(agent, other, items, passive, active)
            if misplaced:
                return e
    return None


def _is_russian_object(
    agent: Word, other: Word, items: list[tuple[Word, Word]], passive: int
) -> bool:
    if agent.form.cases != frozenset(("ablt",)) or not other.form.cases:
        return False
    changed = any(
        _is_passive(pair[passive]) and not _is_passive(pair[1 - passive])
        for pair in items
        if pair[0].form.pos == pair[1].form.pos == "VERB"
    )
    return changed and not other.form.cases & {"nomn", "ablt"}


def _is_passive(word: Word) -> bool:
    return "pssv" in word.form.features or word.form.lemma.endswith("ся")


def _is_english_object(
    agent: Word, other: Word, items: list[tuple[Word, Word]], passive: int, active: int
) -> bool:
    if agent.relation != "by" or other.relation:
        return False
    before = [
        pair
        for pair in items
        if pair[passive].token < agent.token and pair[passive].relation != "by"
    ]
    if len(before) < 2:
        return False
    verb = max(before, key=lambda pair: pair[passive].token)
    return verb[active].token < other.token


_PHRASE = 3  # tokens within which two words may stand in one phrase


def _swapped(pair: Pair, one: tuple[Word, Word], two: tuple[Word, Word]) -> bool:
    (c1, e1), (c2, e2) = one, two
    if (c1.token < c2.token) == (e1.token < e2.token):
        return False
    if c1.relation != c2.relation:
        apart = abs(c1.token - c2.token) > _PHRASE and abs(e1.token - e2.token) > _PHRASE
        ordered = {c1.relation, c2.relation} & _ORDER
        return (c1.relation, c2.relation) == (e2.relation, e1.relation) and (apart or not ordered)
    if _voice_changed(pair):
        return False
    if c1.clause != c2.clause or e1.clause != e2.clause:
        return False
    if pair.evidence.language == "ru" or {w.relation for w in (c1, c2, e1, e2)} != {""}:
        return False
    return _has_between(pair, c1, c2, e1, e2)


def _has_between(pair: Pair, c1: Word, c2: Word, e1: Word, e2: Word) -> bool:
    """Whether one matched word (the verb) stands between the two on both sides."""
    c_low, c_high = sorted((c1.token, c2.token))
    e_low, e_high = sorted((e1.token, e2.token))
    return any(
        c_low < c.token < c_high and e_low < e.token < e_high and not c.proper
        for c, e in pair.matched()
    )


def displaced_findings(pair: Pair) -> Iterator[Finding]:
    """English words torn from their neighbours: word order carries the roles there.

    A phrase may move as a whole (``In 2021 …``) or with its preposition; a single word that
    stands among other words than in the evidence may play another part.
    """
    if pair.evidence.language == "ru" or _voice_changed(pair):
        return
    order = [(c, e) for c, e in pair.matched() if not e.light]
    kept = _rising([e.token for _, e in order])
    ranks = {e.token: rank for rank, e in enumerate(sorted((e for _, e in order), key=_token))}
    for number, (c, e) in enumerate(order):
        if number in kept or (c.relation == e.relation != ""):
            continue
        beside = [order[n][1] for n in (number - 1, number + 1) if 0 <= n < len(order)]
        if not any(abs(ranks[e.token] - ranks[other.token]) == 1 for other in beside):
            reason = f"{e.text!r} stands among other words in the evidence"
            yield Finding("uncertain", "entity", reason, (e.start, e.end))
            return


def _token(word: Word) -> int:
    return word.token


def _voice_changed(pair: Pair) -> bool:
    """Whether one side is passive with its agent named (``by``) and the other is not."""
    sides = [
        any(word.relation == "by" for word in sentence.words)
        for sentence in (pair.claim, pair.evidence)
    ]
    return sides[0] != sides[1]


def _rising(numbers: list[int]) -> set[int]:
    """Places of a longest rising subsequence, the first of equally long ones."""
    best: list[tuple[int, ...]] = []
    for place, number in enumerate(numbers):
        longest: tuple[int, ...] = ()
        for path in best:
            if numbers[path[-1]] < number and len(path) > len(longest):
                longest = path
        best.append((*longest, place))
    return set(max(best, key=len)) if best else set()


# -- pieces of different statements ----------------------------------------------------------


def mixed_findings(pair: Pair) -> Iterator[Finding]:
    """Words taken from two statements of one sentence, each of which is about something else.

    ``The tutor marks the drafts, the examiner marks the papers`` does not say that the tutor
    marks the papers, although every word is there.
    """
    strange = [segment for segment in sorted(pair.held()) if pair.strangers(segment)]
    if len(strange) > 1 or _mixes_groups(pair):
        reason = "the words of the claim belong to different statements of the evidence"
        yield Finding("uncertain", "join", reason)


def _mixes_groups(pair: Pair) -> bool:
    """The same for statements joined by ``and`` or ``but``, relative clauses included."""
    held = pair.held()
    strange = 0
    for group in _groups(pair.evidence):
        strange += bool(held & group) and any(pair.strangers(segment) for segment in group)
    return strange > 1


def _groups(sentence: Sentence) -> list[set[int]]:
    """Segments of each coordinated statement; a comma ends a statement too."""
    groups: list[set[int]] = [set()]
    for segment in range(sentence.segments):
        if segment in sentence.coordinated or segment in sentence.after_comma:
            groups.append(set())
        groups[-1].add(segment)
    return groups


def torn_findings(pair: Pair) -> Iterator[Finding]:
    """A statement left with a hole in it, joined to the next: ``flashes green when charging and
    red when full`` does not say ``flashes red when charging``.
    """
    matched = {e.token for _, e in pair.matched() if not e.light}
    if not matched:
        return
    for start in sorted(pair.evidence.coordinated):
        left = [w for w in pair.evidence.words if w.segment < start and not w.light]
        right = [w for w in pair.evidence.words if w.segment >= start and not w.light]
        if not any(w.token in matched for w in right):
            continue
        own = {w.token for w in left if w.token in matched}
        holes = [w for w in left if w.token not in matched]
        if any(min(own) < w.token < max(own) for w in holes if own):
            reason = "the words of the claim belong to different statements of the evidence"
            yield Finding("uncertain", "join", reason)
            return


def connective_findings(pair: Pair) -> Iterator[Finding]:
    """A reason (``because``) must be given as a reason by the evidence too."""
    claim, evidence = pair.claim.causal, pair.evidence.causal
    if claim and not evidence:
        yield Finding("uncertain", "condition", "the evidence does not give it as a reason")


def narrower_findings(pair: Pair) -> Iterator[Finding]:
    """The evidence holds within a bound the claim leaves out: ``orders above 60 euros``."""
    matched = {e.segment for _, e in pair.matched() if not e.light}
    evidence = pair.evidence
    triples = zip(evidence.values, evidence.value_segments, evidence.value_relations, strict=True)
    for value, segment, relation in triples:
        bounds = value.limit in ("ge", "gt", "le", "lt") or relation == "with"
        if segment in matched and bounds and not _met(pair, value):
            reason = f"the evidence says it only for {_spoken(value)}"
            yield Finding("uncertain", "condition", reason, (value.start, value.end))
            return
    if not _has(pair.claim.quantifiers, "all"):
        return
    partners = pair.alignment.partners
    for number, word in enumerate(pair.evidence.words):
        if number not in partners and number + 1 in partners and not word.light:
            reason = f"the claim says all, the evidence only {word.text!r}"
            yield Finding("uncertain", "limit", reason, (word.start, word.end))
            return


def _met(pair: Pair, value: Value) -> bool:
    """Whether the claim has this value, or one that may be the same."""
    language = pair.evidence.language
    return any(
        compare(own, value, language).state in ("same", "close") for own in pair.claim.values
    )


DETECTORS: tuple[Detector, ...] = (
    value_findings,
    quantifier_findings,
    modality_findings,
    condition_findings,
    negation_findings,
    opposite_findings,
    order_findings,
    role_findings,
    only_findings,
    negated_detail_findings,
    displaced_findings,
    mixed_findings,
    torn_findings,
    connective_findings,
    narrower_findings,
)
"""In the order in which a finding decides."""

"""Must, may, must not, should, need not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from harness.support.clauses import is_verb
from harness.support.detectors.pair import Finding, Level, Pair, Span
from harness.support.lexicon import Modal
from harness.support.rules import told_as_rule
from harness.support.sentence import Sentence, Word

_MODAL_WORDS: dict[Modal | None, str] = {
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
    tail = _is_behind_relative(pair.claim) or _is_behind_relative(pair.evidence)
    mine, its = _modal_of(pair.claim), _modal_of(pair.evidence)
    if tail and mine and its:
        level = _modal_level(mine, its, pair)
        if level:
            yield _modal_finding(level, mine, its, pair)
        return
    heads = [(c, e) for c, e in pair.matched() if c.modal_head or e.modal_head]
    modals = [(c.modal, e.modal, bool(c.condition or e.condition)) for c, e in heads]
    if not modals:
        words = list(pair.matched())
        modals = [(_main_modal(c for c, _ in words), _main_modal(e for _, e in words), False)]
    ordered = _is_told_as_rule(pair)
    levels: list[tuple[Level | None, Modal | None, Modal | None]] = []
    for claim, evidence, conditional in modals:
        told = ordered and claim == "duty" and evidence is None
        level = None if told else _modal_level(claim, evidence, pair)
        doubtful = level and (conditional or tail)
        levels.append(("uncertain" if doubtful else level, claim, evidence))
    worst = min(levels, key=lambda item: _LEVELS.index(item[0]))
    if worst[0]:
        yield _modal_finding(worst[0], worst[1], worst[2], pair)
    elif _unmet_modals(pair, ordered=ordered):
        yield Finding("uncertain", "modality", "the evidence does not have all of its must and may")


_BEING = ("is ", "are ", "isn't ", "aren't ")


def _is_behind_relative(sentence: Sentence) -> bool:
    """``Smoking near patients who sleep is prohibited``: the ban stands behind a relative clause.

    It is read as part of that clause, and is said of the main one.
    """
    return any(
        start + 1 < mark.token < end and sentence.text[mark.start :].casefold().startswith(_BEING)
        for mark in sentence.modals
        for start, end in sentence.relatives
    )


def _modal_of(sentence: Sentence) -> Modal | None:
    """The only modal of a sentence."""
    return cast("Modal", sentence.modals[0].tag) if len(sentence.modals) == 1 else None


def _modal_finding(
    level: Level, claim: Modal | None, evidence: Modal | None, pair: Pair
) -> Finding:
    reason = f"the evidence says {_MODAL_WORDS[evidence]!r}, the claim {_MODAL_WORDS[claim]!r}"
    return Finding(level, "modality", reason, _modal_span(pair.evidence, evidence))


def _unmet_modals(pair: Pair, *, ordered: bool) -> bool:
    """Whether the claim has a modal that the evidence has not, or not as often."""
    if _is_bounded(pair.claim) or (ordered and len(pair.claim.modals) == 1):
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


def _modal_level(claim: Modal | None, evidence: Modal | None, pair: Pair) -> Level | None:
    tags: set[Modal | None] = {claim, evidence}
    if claim == evidence or _says_the_same(claim, evidence, pair):
        return None
    if tags in _OPPOSED:
        unclear = tags == {"ban", "optional"} and pair.claim.language == "ru"
        return "uncertain" if unclear else "contradicted"  # "не должен" may be either
    if tags == {"ban", None} and not (
        pair.alignment.missing or _has_denial(pair) or _is_about_order(pair)
    ):
        return "contradicted"  # but "never open it before …" says in which order
    return "uncertain"


def _says_the_same(claim: Modal | None, evidence: Modal | None, pair: Pair) -> bool:
    tags: set[Modal | None] = {claim, evidence}
    if _is_bounded(pair.claim) and tags <= {None, "duty", "permission"}:
        return True
    if tags == {None, "duty"}:  # "the form must be signed": rules are told as facts too
        return claim is None or _is_command(pair)
    return claim == "permission" and evidence is None


def _is_command(pair: Pair) -> bool:
    """``Report a change on form 7`` where ``changes are reported on form 7``: the claim instructs."""
    commands = {mark.token for mark in pair.claim.modals if mark.after == mark.token}
    heads = [(c, e) for c, e in pair.matched() if c.modal_head and c.modal == "duty"]
    return bool(heads) and all(c.token in commands and e.passive for c, e in heads)


def _is_about_order(pair: Pair) -> bool:
    return any("before" in {c.relation, e.relation} for c, e in pair.matched())


def _is_told_as_rule(pair: Pair) -> bool:
    """Whether the evidence tells as a fact what the claim says must be done."""
    verbs = [(c, e) for c, e in pair.matched() if c.modal_head and is_verb(c.text)]
    return any(c.modal == "duty" and told_as_rule(pair.evidence, e) for c, e in verbs)


def _has_denial(pair: Pair) -> bool:
    return any(word.negated for word in (*pair.claim.words, *pair.evidence.words))


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

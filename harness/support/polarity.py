"""Modals, negation and quantifiers of one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from harness.support.clauses import PREPOSITIONS, predicate
from harness.support.marking import Marked
from harness.support.morphology import form
from harness.support.numerals import is_number_word
from harness.support.sentence import Mark
from harness.support.units import UNITS
from harness.support.verbs_en import EITHER, SURE

_MUST = frozenset(("must", "shall", "должен", "должна", "должно", "должны", "следует", "ought"))

_CONTRASTED = frozenset(
    "because due by from to in on for with из-за потому в на для с по от".split()
)


_NO_MODAL = frozenset(("full", "infn"))
"""``рекомендуемый размер`` advises nothing; ``запрещено допускать`` allows nothing."""


def find_modals(marked: Marked) -> list[Mark]:
    """Every word or phrase of the tables, negation not yet folded in; imperatives are duties."""
    marks = [*_negative_imperative(marked), *marked.marks(marked.tables.modal_phrases)]
    for at, token in enumerate(marked.tokens):
        if token.kind != "word" or marked.used[at]:
            continue
        word = form(token.text)
        tag = marked.tables.modals.get(token.text) or marked.tables.modals.get(word.lemma)
        if tag and not (word.features & _NO_MODAL or _is_attribute(marked, at)):
            marks.append(marked.mark(tag, at, at + 1))
        elif "impr" in word.features or _is_imperative(marked, at):
            marks.append(_command(marked, at))
    return sorted(marks, key=lambda mark: mark.token)


def _command(marked: Marked, at: int) -> Mark:
    """The mark of an imperative, which stays a content word; ``use no soap`` is a ban."""
    denied = marked.texts[at + 1 : at + 2] == ["no"] and not marked.used[at + 1]
    if denied:
        marked.use(at + 1, at + 2)
    mark = replace(marked.mark("ban" if denied else "duty", at, at + 1), after=at)
    marked.used[at] = False
    return mark


_NECESSITY = frozenset(
    "mandatory obligatory compulsory optional voluntary required necessary unnecessary".split()
)
_BEFORE_ATTRIBUTE = frozenset("the a an this its their your our of in on under for".split())


def _is_attribute(marked: Marked, at: int) -> bool:
    """``the voluntary guarantee``: which one it is, not whether something is a duty."""
    if marked.texts[at] not in _NECESSITY or not 0 < at < len(marked.tokens) - 1:
        return False
    before = marked.texts[at - 1] in _BEFORE_ATTRIBUTE
    return before and marked.is_content(at + 1, marked.tokens[at + 1])


def _negative_imperative(marked: Marked) -> list[Mark]:
    """``Do not …``, ``Never …`` at the start of an English sentence: a ban."""
    start = int(marked.texts[:1] == ["please"])
    for length in (2, 1):
        phrase = tuple(marked.texts[start : start + length])
        if phrase in _FORBIDDING and marked.language != "ru":
            return [marked.mark("ban", start, start + len(phrase))]
    return []


_OBJECT_STARTS = frozenset("the a an your all any each every this these those it them no".split())
_LEADING_IN = PREPOSITIONS | {"to", "before", "after", "until"}
_THEN = frozenset(("and", "then", "or"))


def _is_imperative(marked: Marked, at: int) -> bool:
    """``Wash the bottle …``, ``if it is late, call the ward``: a bare verb before its object."""
    if marked.language == "ru" or at + 1 >= len(marked.tokens) or "|" in marked.texts:
        return False
    if not _may_command(marked, at) or not marked.is_content(at, marked.tokens[at]):
        return False
    text, tables = marked.texts[at], marked.tables
    lemma = form(text).lemma
    if lemma != text or text in tables.relations.starts | tables.negators:
        return False
    following = marked.texts[at + 1]
    if following in _OBJECT_STARTS:
        return True
    bare = following in _LEADING_IN - {"of"} or following in ("off", "on", "out", "up", "no")
    known = lemma in SURE and (bare or marked.is_content(at + 1, marked.tokens[at + 1]))
    return (known or (lemma in EITHER and bare)) and not _has_finite(marked, at + 1)


def _may_command(marked: Marked, at: int) -> bool:
    """Whether an imperative may stand here: at the start, or behind the clause that leads in."""
    texts = marked.texts
    start = int(texts[0] == "please")
    if at <= start:
        return at == start
    if texts[at - 1] == ",":
        first = texts.index(",") == at - 1
        return marked.clause[at - 2] < marked.clause[at] or (first and texts[0] in _LEADING_IN)
    return texts[at - 1] in _THEN and _is_imperative(marked, start)


def _has_finite(marked: Marked, start: int) -> bool:
    """Whether a finite verb follows before the clause ends: ``work starts at nine``."""
    ends = (at for at in range(start, len(marked.tokens)) if marked.texts[at] in _CLAUSE_STARTS)
    return predicate(marked.tokens, start, next(ends, len(marked.tokens)), "en")[0] >= 0


_CLAUSE_STARTS = frozenset(
    ", ; : and or but before after until till when while if unless once that which who where as"
    " so because".split()
)


_FORBIDDING = frozenset((("do", "not"), ("don't",), ("never",)))


def find_negators(marked: Marked) -> list[Mark]:
    """Words and phrases that deny, in order; the tag says which word they deny."""
    marks = marked.marks(marked.tables.negator_phrases)
    for at, token in enumerate(marked.tokens):
        if token.kind == "word" and not marked.used[at] and not _is_either_way(marked, at):
            if at == 0 and _is_answer(marked):
                continue
            tag = _negator_tag(marked, at)
            if tag:
                marks.append(marked.mark(tag, at, at + 1))
    return sorted(marks, key=lambda mark: mark.token)


def _is_answer(marked: Marked) -> bool:
    """``No. Packages can …``: the word answers a question and denies nothing of what follows."""
    return marked.texts[0] in ("no", "нет") and marked.texts[1:2] in ([","], ["."])


def _negator_tag(marked: Marked, at: int) -> str:
    """``not`` denies the next word, ``no`` likewise but never a modal, ``back`` the last word."""
    text = marked.texts[at]
    lemma = form(text).lemma
    following = marked.texts[at + 1] if at + 1 < len(marked.texts) else ""
    if (text, following) in _NOUN_NEGATORS or text in ("no", "without", "neither", "без"):
        return "no"
    if text in marked.tables.negators_of_verb and _is_subject(marked, at):
        return "not"
    if text in marked.tables.negators_of_verb or (text == "free" and _glued(marked, at)):
        return "back"
    if text in marked.tables.negators or text.endswith("n't"):
        return "not"
    if lemma in marked.tables.negative_verbs and not _has_verb(marked, at + 1):
        return ""
    return "no" if lemma in marked.tables.negators | marked.tables.negative_verbs else ""


def _is_either_way(marked: Marked, at: int) -> bool:
    """``with food or without it``: both, so nothing is denied."""
    if marked.texts[at] not in ("without", "без") or marked.texts[at - 1] not in ("or", "или"):
        return False
    after = marked.texts[at + 1] if at + 1 < len(marked.texts) else ""
    return not after.isalpha() or after in marked.tables.anaphora


def _is_subject(marked: Marked, at: int) -> bool:
    """Whether an auxiliary or modal follows: ``nobody needs to``, ``nothing is``."""
    if at + 1 >= len(marked.texts):
        return False
    following = marked.texts[at + 1]
    return following in marked.tables.finite or form(following).lemma in marked.tables.modals


_NOUN_NEGATORS = frozenset((("none", "of"), ("not", "one"), ("not", "a")))


def _has_verb(marked: Marked, at: int) -> bool:
    """Whether ``fail`` or ``stop`` is followed by the verb it negates."""
    following = marked.texts[at] if at < len(marked.texts) else ""
    if marked.language == "ru":
        return "infn" in form(following).features
    return following in ("to", "from") or following.endswith("ing")


def _glued(marked: Marked, at: int) -> bool:
    """Whether a hyphen joins the token to the one before: ``claim-free``."""
    return at > 1 and marked.texts[at - 1] == "-" and not marked.tokens[at].space_before


def fold_negators(
    marked: Marked, modals: list[Mark], negators: list[Mark]
) -> tuple[list[Mark], list[Mark]]:
    """Fold a negator beside a modal into it: ``must never`` is a ban."""
    left = list(negators)
    result: list[Mark] = []
    for modal in modals:
        before = [
            n for n in left if _beside(marked, n, modal) or _is_subject_denied(marked, n, modal)
        ]
        behind = [
            n
            for n in left
            if _beside(marked, modal, n) and n.tag == "not" and not _denies_bound(marked, n)
        ]
        if before:
            left.remove(before[-1])
            imperative = modal.after == modal.token
            text = "must" if imperative else marked.texts[modal.token]
            modal = replace(modal, tag=_negated_modal(modal.tag, text))
        elif behind and behind[0].segment == modal.segment and modal.tag != "optional":
            left.remove(behind[0])
            modal = replace(modal, tag=_modal_of_negated(modal.tag, marked.language))
        result.append(modal)
    return _chained(marked, result), left


_BOUNDING = frozenset(
    "later earlier more less fewer longer позднее позже раньше ранее более больше менее меньше чаще"
    " реже дольше".split()
)


def _denies_bound(marked: Marked, negator: Mark) -> bool:
    """``требуется не позднее следующего дня``: the duty is not denied."""
    return not _BOUNDING.isdisjoint(marked.texts[negator.after : negator.after + 1])


def _chained(marked: Marked, modals: list[Mark]) -> list[Mark]:
    """``may not be able to`` is one modal, a ban; ``may have to`` a permission."""
    kept: list[Mark] = []
    for modal in modals:
        if kept and _beside(marked, kept[-1], modal) and modal.after > modal.token:
            kept[-1] = replace(kept[-1], after=modal.after)
        else:
            kept.append(modal)
    return kept


def _beside(marked: Marked, one: Mark, other: Mark) -> bool:
    """Whether ``other`` follows ``one`` with at most an auxiliary or adverb between."""
    if not 0 <= other.token - one.after < 3 or one.clause != other.clause:
        return False
    if one.tag in ("no", "back"):
        return False
    return not any(
        marked.is_content(at, marked.tokens[at]) and not marked.texts[at].endswith("ly")
        for at in range(one.after, other.token)
    )


def _is_subject_denied(marked: Marked, negator: Mark, modal: Mark) -> bool:
    """``no vehicle may cross``: none may, so all must not."""
    if negator.tag != "no" or marked.texts[negator.token] not in ("no", "none"):
        return False
    opens = negator.token == 0 or marked.texts[negator.token - 1] in (",", ";", ":", "and", "but")
    between = marked.texts[negator.after : modal.token]
    if between[-1:] in (["is"], ["are"], ["be"]):
        between = between[:-1]
    stops = marked.tables.finite | {",", ";", "who", "which", "that", "without"}
    return opens and bool(between) and not stops & set(between) and negator.clause == modal.clause


def find_quantifiers(marked: Marked, negators: list[Mark]) -> tuple[list[Mark], list[Mark]]:
    """Quantifiers; ``not all`` and ``не все`` are one mark, and deny no other word."""
    marks = []
    for mark in marked.lemma_marks(marked.tables.quantifiers):
        if mark.tag == "all" and _is_frequency(marked, mark.after):
            continue
        denial = [n for n in negators if _precedes(marked, n, mark)]
        if denial:
            negators = [n for n in negators if n is not denial[0]]
            mark = replace(mark, tag="not_" + mark.tag, token=denial[0].token)
        marks.append(mark)
    return marks, negators


def _precedes(marked: Marked, negator: Mark, mark: Mark) -> bool:
    """``не все``, ``не у всех``: at most a preposition stands between."""
    between = tuple(marked.texts[negator.after : mark.token])
    return negator.after <= mark.token and (not between or between in marked.tables.relations)


_ONES = ("one", "ни", "од")


def find_counted(marked: Marked) -> list[Mark]:
    """``ни один``, ``not one``: none; ``one of``, ``один из``: one."""
    marks = []
    for at in range(len(marked.tokens) - 1):
        if not marked.texts[at].startswith(_ONES):
            continue
        one, two = (form(text).lemma for text in marked.texts[at : at + 2])
        if (one, two) == ("ни", "один"):
            marks.append(marked.mark("none", at, at + 2))
        elif (one, two) in (("one", "of"), ("один", "из")) and _is_free_one(marked, at):
            marks.append(marked.mark("one", at, at + 2))
    return marks


def _is_free_one(marked: Marked, at: int) -> bool:
    return not marked.used[at] and (at == 0 or marked.texts[at - 1] not in ("not", "no", "ни"))


def _is_frequency(marked: Marked, at: int) -> bool:
    """``every 60 min``, ``каждый день``: how often, not of how many."""
    if at >= len(marked.tokens):
        return False
    unit = UNITS.get(form(marked.texts[at]).lemma)
    counted = marked.tokens[at].kind == "number" or is_number_word(marked.texts[at])
    return counted or (unit is not None and unit.dimension == "time")


def is_contrast(marked: Marked, negators: Sequence[Mark]) -> bool:
    """Whether a negation denies one reason or place only to give another."""
    joiner = {"but", "rather"} if marked.language != "ru" else {"а"}
    return any(
        text in joiner
        and any(mark.token < at and mark.tag == "not" for mark in negators)
        and at + 1 < len(marked.texts)
        and marked.texts[at + 1] in _CONTRASTED
        for at, text in enumerate(marked.texts)
    )


def _negated_modal(tag: str, text: str) -> str:
    """``not`` before the modal, or after ``must``: what remains said."""
    if tag == "duty":
        return "ban" if text in _MUST else "optional"
    return {"permission": "ban", "ban": "permission", "advice": "warning", "optional": "duty"}.get(
        tag, tag
    )


def _modal_of_negated(tag: str, language: str) -> str:
    """The modal before ``not`` + verb: ``обязан не разглашать`` is a ban."""
    if tag == "permission":
        return "optional" if language == "ru" else "ban"
    return {"duty": "ban", "advice": "warning", "ban": "duty"}.get(tag, tag)

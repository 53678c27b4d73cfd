"""How one sentence is laid out: predicates, pronouns, joined statements, prepositions."""

from __future__ import annotations

from harness.support.marking import Marked
from harness.support.morphology import form

_RELATION_REACH = 3  # content words a preposition applies to

_JOINERS = frozenset("and or but while whereas ; и или а но тогда".split())


def predicates(marked: Marked) -> dict[int, int]:
    """Clause -> token at which its predicate starts, where that can be told."""
    found: dict[int, int] = {}
    for at, token in enumerate(marked.tokens):
        finite = token.text in marked.tables.finite or form(token.text).pos == "VERB"
        if token.kind == "word" and finite:
            found.setdefault(marked.clause[at], at)
    return found


def anaphoric(marked: Marked) -> frozenset[int]:
    """Segments with a pronoun that is not their subject."""
    return frozenset(
        marked.segment[at]
        for at in range(1, len(marked.tokens))
        if marked.texts[at] in marked.tables.anaphora
        and marked.segment[at] == marked.segment[at - 1]
        and marked.clause[at - 1] == marked.clause[at]
        and _follows_content(marked, at)
    )


def _follows_content(marked: Marked, at: int) -> bool:
    """Whether the pronoun's segment has a content word before it."""
    first = marked.segment.index(marked.segment[at])
    return any(marked.is_content(n, marked.tokens[n]) for n in range(first, at))


def coordinated(marked: Marked) -> frozenset[int]:
    """Segments that start a statement beside another: after ``and``, ``but``, or with a dash."""
    found = set()
    for at, text in enumerate(marked.texts):
        starts = at and marked.segment[at] != marked.segment[at - 1]
        dash = text == "-" and marked.tokens[at].space_before and marked.segment[at]
        if (starts and text in _JOINERS) or dash:
            found.add(marked.segment[at])
    return frozenset(found)


def after_comma(marked: Marked) -> frozenset[int]:
    """Segments that a comma or semicolon starts."""
    return frozenset(
        marked.segment[at]
        for at in range(1, len(marked.texts))
        if marked.texts[at] in (",", ";", "|") and marked.segment[at] != marked.segment[at - 1]
    )


def corrected(marked: Marked) -> dict[int, int]:
    """``не арендатор, а собственник``, ``not the tenant but the owner``: one word for another."""
    joiner = "а" if marked.language == "ru" else "but"
    found = {}
    for at, text in enumerate(marked.texts):
        comma = at > 1 and marked.texts[at - 1] == ","
        last = at - 1 - comma
        if text != joiner or last < 1:
            continue
        if {"не", "not"} & set(marked.texts[max(0, last - 2) : last]):
            found[marked.segment[last]] = marked.segment[at]
    return found


_AND_OR = {"and": "and", "or": "or", "nor": "or", "и": "and", "или": "or", "либо": "or"}


def joins(marked: Marked) -> dict[int, str]:
    """Segment -> the ``and`` or ``or`` it starts with."""
    return {
        marked.segment[at]: _AND_OR[text]
        for at, text in enumerate(marked.texts)
        if text in _AND_OR and at and marked.segment[at] != marked.segment[at - 1]
    }


def hedges(marked: Marked) -> frozenset[str]:
    """Lemmas of words that take back what is said."""
    found = set()
    for at, token in enumerate(marked.tokens):
        lemma = form(token.text).lemma if token.kind == "word" else ""
        if lemma and not marked.used[at] and marked.tables.hedges & {token.text, lemma}:
            found.add(lemma)
    return frozenset(found)


def relatives(marked: Marked) -> tuple[tuple[int, int], ...]:
    """(first token, token after) of each clause that narrows the noun before it.

    A comma before ``which`` makes an English clause a remark; Russian always has the comma.
    """
    found = []
    for at in range(1, len(marked.tokens)):
        lemma = form(marked.texts[at]).lemma
        after_comma = marked.texts[at - 1] == ","
        relative = lemma in marked.tables.relatives and after_comma == (marked.language == "ru")
        if relative or (after_comma and _is_participle(marked, at)):
            found.append((at, _end_of_clause(marked, at)))
    return tuple(found)


def _end_of_clause(marked: Marked, at: int) -> int:
    ends = (n for n in range(at, len(marked.texts)) if marked.texts[n] in (",", ";", ":", "and"))
    return next(ends, len(marked.texts))


def _is_participle(marked: Marked, at: int) -> bool:
    """``сотрудники, прошедшие отбор``: a Russian participle right behind the comma after a noun."""
    word = form(marked.texts[at])
    noun = at > 1 and form(marked.texts[at - 2]).pos == "NOUN"
    return noun and "prtf" in word.features


def relation_tags(marked: Marked) -> dict[int, str]:
    """Token -> relation: each preposition tags the next few words of its segment."""
    tags: dict[int, str] = {}
    for first, after, tag in list(marked.find(marked.tables.relations)):
        reach = 0
        for at in range(after, len(marked.tokens)):
            if marked.segment[at] != marked.segment[first] or reach == _RELATION_REACH:
                break
            if reach and marked.texts[at] in marked.tables.function_words - marked.tables.finite:
                break
            if marked.tokens[at].kind != "symbol":
                tags[at] = tag
                reach += marked.texts[at] not in marked.tables.function_words
            if form(marked.texts[at]).pos == "NOUN":
                break
    return tags

"""How one sentence is laid out: predicates, pronouns, joined statements, prepositions."""

from __future__ import annotations

from harness.support.marking import Marked
from harness.support.morphology import form

_RELATION_REACH = 3  # content words a preposition applies to

_JOINERS = frozenset("and or but while whereas ; и или а но тогда".split())


def predicates(marked: Marked) -> dict[int, int]:
    found: dict[int, int] = {}
    for at, token in enumerate(marked.tokens):
        finite = token.text in marked.tables.finite or form(token.text).pos == "VERB"
        if token.kind == "word" and finite:
            found.setdefault(marked.clause[at], at)
    return found


def anaphoric(marked: Marked) -> frozenset[int]:
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
    found = set()
    for at, text in enumerate(marked.texts):
        starts = at and marked.segment[at] != marked.segment[at - 1]
        dash = text == "-" and marked.tokens[at].space_before and marked.segment[at]
        if (starts and text in _JOINERS) or dash:
            found.add(marked.segment[at])
    return frozenset(found)


def after_comma(marked: Marked) -> frozenset[int]:
    return frozenset(
        marked.segment[at]
        for at in range(1, len(marked.texts))
        if marked.texts[at] in (",", ";", "|") and marked.segment[at] != marked.segment[at - 1]
    )


def relation_tags(marked: Marked) -> dict[int, str]:
    """Token -> relation: each preposition tags the next few words of its segment."""
    tags: dict[int, str] = {}
    for first, after, tag in list(marked.find(marked.tables.relations)):
        reach = 0
        for at in range(after, len(marked.tokens)):
            if marked.segment[at] != marked.segment[first] or reach == _RELATION_REACH:
                break
            if reach and marked.texts[at] in marked.tables.function_words:
                break
            if marked.tokens[at].kind != "symbol":
                tags[at] = tag
                reach += marked.texts[at] not in marked.tables.function_words
    return tags

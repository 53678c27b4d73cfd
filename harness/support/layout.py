"""How one sentence is laid out: predicates, pronouns, joined statements, prepositions."""

from __future__ import annotations

from collections.abc import Sequence

from harness.support.clauses import has_predicate, opens_with_verb, predicate
from harness.support.lexicon import ARTICLES
from harness.support.marking import LIST_JOINS, Marked
from harness.support.morphology import form, readings
from harness.support.numerals import ordinal_of
from harness.support.sentence import Mark

_RELATION_REACH = 3  # content words a preposition applies to

_JOINERS = frozenset("and or but while whereas ; и или а но тогда".split())


def predicates(marked: Marked) -> dict[int, int]:
    """Clause -> token at which its predicate starts, where that can be told."""
    found: dict[int, int] = {}
    for at, token in enumerate(marked.tokens):
        finite = token.text in marked.tables.finite or form(token.text).pos == "VERB"
        if token.text == "may" and (marked.texts[at - 1],) in marked.tables.relations:
            continue  # the month
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


_LONGEST_ITEM = 3  # content words


def listed(marked: Marked) -> frozenset[int]:
    """Segments that only add a thing to a list: ``, milk`` and ``and a cake``.

    Not ``the examiner the papers``, which leaves a verb out and says something of its own.
    """
    places: dict[int, list[int]] = {}
    for at in range(len(marked.tokens)):
        places.setdefault(marked.segment[at], []).append(at)
    return frozenset(
        segment for segment, tokens in places.items() if segment and _is_item(marked, tokens)
    )


def _is_item(marked: Marked, places: list[int]) -> bool:
    texts = [marked.texts[at] for at in places]
    words = [at for at in places if marked.is_content(at, marked.tokens[at])]
    if not 0 < len(words) <= _LONGEST_ITEM or any(marked.used[at] for at in places):
        return False
    plain = texts[0] in LIST_JOINS and not {"-", "|", ":", ";"} & set(texts)
    articles = sum(text in ARTICLES for text in texts)
    return plain and articles < 2 and not _may_say_more(marked, places, words)


def _may_say_more(marked: Marked, places: list[int], words: list[int]) -> bool:
    """Whether there is a verb, or a second noun that is not of the first."""
    if marked.language != "ru":
        prepositions = any((marked.texts[at],) in marked.tables.relations for at in places)
        inner = " ".join(marked.texts[at] for at in places if marked.texts[at] not in LIST_JOINS)
        timed = len(words) > 1 and marked.texts[words[-1]].endswith("ly")  # "the kitchen weekly"
        return prepositions or timed or has_predicate(inner, "en") or opens_with_verb(inner)
    forms = [form(marked.texts[at]) for at in words]
    nouns = [at for at in words if _may_be_noun(marked.texts[at])]
    verbs = any(
        word.pos == "VERB" and "full" not in word.features and at not in nouns
        for at, word in zip(words, forms, strict=True)
    )
    return verbs or not nouns or any(not _depends(marked, at) for at in nouns[1:])


def _may_be_noun(text: str) -> bool:
    return text.isascii() or any(tag.POS == "NOUN" for tag in readings(text))


def _depends(marked: Marked, at: int) -> bool:
    """Whether a Russian noun belongs to the one before: ``копия договора``, ``справка о доходах``."""
    cases = form(marked.texts[at]).cases
    return not cases or "gent" in cases or marked.texts[at - 1] in ("о", "об", "с", "для", "по")


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
        if lemma == "бы" and "ни" in marked.texts:
            continue  # "какой бы срочной ни была"
        hedging = lemma and marked.tables.hedges & {token.text, lemma}
        if hedging and not marked.used[at] and not _is_demand(marked, at):
            found.add(lemma)
    return frozenset(found)


def _is_demand(marked: Marked, at: int) -> bool:
    """``the claims are settled``: what is demanded, where ``claims that`` only says so."""
    following = marked.texts[at + 1] if at + 1 < len(marked.texts) else ""
    return marked.texts[at] == "claims" and following not in ("that", "to", "it", "they")


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
    return noun and "prtf" in word.features and word.lemma not in EMPTY_PARTICIPLES


EMPTY_PARTICIPLES = frozenset(
    "возникнуть иметься связать существовать указать соответствовать являться действовать".split()
)
"""Verbs whose participles make nothing narrower: ``ущерб, возникший …``."""


_AFTER = frozenset(("after", "once", "после"))


def relation_tags(marked: Marked, conditions: Sequence[Mark] = ()) -> dict[int, str]:
    """Token -> relation: each preposition tags the next few words of its segment.

    ``only after`` and ``once`` are conditions, and say what comes first besides.
    """
    tags: dict[int, str] = {}
    for mark in conditions:
        if marked.texts[mark.after - 1] in _AFTER:
            _tag_following(marked, tags, (mark.token, mark.after), "after")
    for first, after, tag in list(marked.find(marked.tables.relations)):
        _tag_following(marked, tags, (first, after), tag)
    return tags


def _tag_following(marked: Marked, tags: dict[int, str], phrase: tuple[int, int], tag: str) -> None:
    first, after = phrase
    reach = 0
    named = [at for at in range(first, after) if form(marked.texts[at]).pos == "NOUN"]
    tags.update(dict.fromkeys(named, tag))  # "по окончании срока": after the end
    for at in range(after, len(marked.tokens)):
        if marked.segment[at] != marked.segment[first] or reach == _RELATION_REACH:
            break
        if reach and marked.texts[at] in marked.tables.function_words - marked.tables.finite:
            break
        if marked.tokens[at].kind != "symbol":
            tags[at] = tag
            ends = marked.used[at] and ordinal_of(marked.tokens[at]) is None
            if ends and not (at + 1 < len(marked.tokens) and marked.used[at + 1]):
                break  # "before noon": the value is all that comes before
            reach += marked.texts[at] not in marked.tables.function_words
        if form(marked.texts[at]).pos == "NOUN":
            break


_UNIVERSAL = frozenset(
    "all every any each no none nobody everyone anyone everybody anybody everything anything".split()
)
_NAMED_ALL = 4  # tokens from ``every`` to the ``but`` that excepts some


def excepting_but(marked: Marked) -> list[Mark]:
    """``every floor but the ground floor``: of two verbs beside ``but`` it would join two statements."""
    marks = []
    for at, text in enumerate(marked.texts):
        near = range(max(0, at - _NAMED_ALL), at)
        starts = [n for n in near if marked.texts[n] in _UNIVERSAL]
        if text != "but" or marked.used[at] or not starts or at + 1 == len(marked.texts):
            continue
        within = set(marked.texts[starts[-1] : at])
        ends = (n for n in range(at, len(marked.texts)) if marked.texts[n] in (",", ";", "."))
        before = predicate(marked.tokens, 0, at, "en")[0] >= 0
        after = predicate(marked.tokens, at + 1, next(ends, len(marked.texts)), "en")[0] >= 0
        named = marked.texts[at + 1] in ARTICLES or marked.is_content(at + 1, marked.tokens[at + 1])
        if named and before != after and not {",", *marked.tables.finite} & within:
            marks.append(marked.mark("except", at, at + 1))
    return marks


def inverted(marked: Marked) -> list[Mark]:
    """``Should the courier find nobody, …``: an English condition told by its word order."""
    opens = marked.texts[:1] == ["should"] and "," in marked.texts and "?" not in marked.texts
    return [marked.mark("if", 0, 1)] if opens and not marked.used[0] else []

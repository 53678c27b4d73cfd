"""One sentence, taken apart: content words with their polarity, modality and conditions; values."""

from __future__ import annotations

from functools import lru_cache

from harness.support.bounds import bind_limit_adjectives, flip_limits
from harness.support.domains import find_domains
from harness.support.layout import (
    after_comma,
    anaphoric,
    coordinated,
    corrected,
    excepting_but,
    hedges,
    inverted,
    joins,
    listed,
    predicates,
    relation_tags,
    relatives,
)
from harness.support.marking import Marked
from harness.support.polarity import (
    find_counted,
    find_modals,
    find_negators,
    find_quantifiers,
    fold_negators,
    is_contrast,
)
from harness.support.sentence import Sentence, index_words
from harness.support.values import read_values
from harness.support.wording import content_words, negated_word

_CACHE = 20_000


@lru_cache(maxsize=_CACHE)
def analyse(text: str, language: str) -> Sentence:
    """Take a sentence apart; the same text is analysed once."""
    return _read(Marked(text, language))


def _read(marked: Marked) -> Sentence:
    values = read_values(marked.tokens, marked.language)
    for value in values:
        marked.use_value(value)
    not_only = marked.use_phrases(marked.tables.not_negation)
    quantifiers = find_counted(marked)
    conditions = marked.marks(marked.tables.even_if)
    conditions += marked.marks(marked.tables.conditions)  # "except where" is no plain exception
    conditions += [*marked.marks(marked.tables.exceptions), *excepting_but(marked)]
    conditions += inverted(marked)
    marked.number_clauses(conditions)
    conditions = [marked.placed(mark) for mark in conditions]
    relations = relation_tags(marked, conditions)
    modals = find_modals(marked)
    negators = find_negators(marked)
    modals, negators = fold_negators(marked, modals, negators)
    values, modals, negators = flip_limits(marked, values, modals, negators)
    only = marked.lemma_marks(dict.fromkeys(marked.tables.only, "only"))
    more, negators = find_quantifiers(marked, negators)
    quantifiers = [marked.placed(mark) for mark in quantifiers] + more
    values = bind_limit_adjectives(marked, values)
    narrowing = relatives(marked)
    values = find_domains(marked, values, conditions, modals, narrowing)
    words = content_words(marked, modals, negators, conditions, relations)
    return Sentence(
        text=marked.text,
        language=marked.language,
        words=tuple(words),
        values=tuple(values),
        value_segments=tuple(marked.segment[value.first] for value in values),
        value_clauses=tuple(marked.clause[value.first] for value in values),
        value_relations=tuple(relations.get(value.first, "") for value in values),
        modals=tuple(modals),
        conditions=tuple(sorted(conditions, key=lambda mark: mark.token)),
        only=tuple(only),
        quantifiers=tuple(quantifiers),
        negators=tuple(negators),
        predicates=predicates(marked),
        anaphoric=anaphoric(marked),
        segments=(marked.segment[-1] + 1) if marked.segment else 0,
        after_comma=after_comma(marked),
        corrected=corrected(marked),
        hedges=hedges(marked),
        relatives=narrowing,
        joins=joins(marked),
        listed=listed(marked),
        causal=any(True for _ in marked.find(marked.tables.causal, used=True)),
        conceding=any(True for _ in marked.find(marked.tables.conceding, used=True)),
        coordinated=coordinated(marked),
        loose_negators=sum(negated_word(mark, words) is None for mark in negators),
        not_only=not_only,
        contrast=is_contrast(marked, negators),
        index=index_words(words),
    )

"""The tokens of one sentence, with what each pass has used of them and their clause numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.support.idioms import read
from harness.support.lexicon import PhraseTable, lexicon
from harness.support.morphology import form
from harness.support.sentence import Mark
from harness.support.surface import Token
from harness.support.values import Value, limit_phrase_before

_WEAK_BREAKS = frozenset((",", "|", "и", "или", "and", "or", "nor"))

LIST_JOINS = _WEAK_BREAKS - {"|"}
"""What stands between the things of a list."""

_STRONG_BREAKS = frozenset(";:()")

_LONGEST_PHRASE = 5

_SWITCHED = frozenset(("on", "off"))
_BEING = frozenset("is are was were be been remain remains stay stays".split())
_AFTER_STATE = frozenset(
    ". , ; : ) by when while if unless until during after before and or".split()
)


def is_letter(token: Token) -> bool:
    """A capital letter by itself names something: ``module A``."""
    return len(token.raw) == 1 and token.raw.isupper() and token.raw not in "IИВСКОУ"


def is_acronym(token: Token) -> bool:
    """Whether a word is written in capitals only."""
    return len(token.raw) > 1 and token.raw.isupper()


class Marked:
    """The tokens of a sentence; each pass marks what it has used."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language
        self.tables = lexicon(language)
        self.tokens = read(text, language)
        self.texts = [token.text for token in self.tokens]
        self.used = [False] * len(self.tokens)
        self.clause = [0] * len(self.tokens)
        self.segment = [0] * len(self.tokens)

    def use(self, first: int, after: int) -> None:
        """Take tokens out of the later passes."""
        self.used[first:after] = [True] * (after - first)

    def use_value(self, value: Value) -> None:
        """Take a value and the words that bound it out of the later passes; codes stay words."""
        if value.kind == "code":
            return
        self.use(value.first, value.after)
        self.use(*value.period)
        dated = value.kind == "date"
        before = limit_phrase_before(self.tokens, value.first, self.tables, dated=dated)
        if before is not None and (value.kind != "ordinal" or before[2] - before[1] > 1):
            self.use(before[1], value.first)
        for length in range(3, 0, -1):
            if tuple(self.texts[value.after : value.after + length]) in self.tables.limits_after:
                self.use(value.after, value.after + length)
                return

    def find(self, table: PhraseTable, *, used: bool = False) -> Iterator[tuple[int, int, Any]]:
        """(first token, token after, tag) of the longest phrases of a table, used ones on demand."""
        at = len(self.tokens) if table.starts.isdisjoint(self.texts) else 0
        while at < len(self.tokens):
            hit = self._longest(table, at, used=used) if self.texts[at] in table.starts else None
            if hit is None:
                at += 1
                continue
            yield at, hit[0], hit[1]
            at = hit[0]

    def _longest(self, table: PhraseTable, at: int, *, used: bool) -> tuple[int, Any] | None:
        for length in range(min(_LONGEST_PHRASE, len(self.tokens) - at), 0, -1):
            phrase = tuple(self.texts[at : at + length])
            if phrase in table and (used or not any(self.used[at : at + length])):
                return at + length, table[phrase]
        return None

    def use_phrases(self, table: PhraseTable) -> int:
        """Mark the phrases of a table as used; how many there are."""
        found = list(self.find(table))
        for first, after, _ in found:
            self.use(first, after)
        return len(found)

    def mark(self, tag: str, first: int, after: int) -> Mark:
        """Mark tokens and take them out of the later passes."""
        self.use(first, after)
        return Mark(
            tag,
            first,
            after,
            self.tokens[first].start,
            self.tokens[after - 1].end,
            self.clause[first],
            self.segment[first],
        )

    def marks(self, table: PhraseTable) -> list[Mark]:
        """A mark for each phrase of the table."""
        return [self.mark(tag, first, after) for first, after, tag in list(self.find(table))]

    def lemma_marks(self, table: Mapping[str, str]) -> list[Mark]:
        """A mark for each word that is in the table as it stands or by its lemma."""
        marks: list[Mark] = []
        for at, token in enumerate(self.tokens):
            if token.kind == "word" and not self.used[at]:
                tag = table.get(token.text) or table.get(form(token.text).lemma)
                if tag:
                    marks.append(self.mark(tag, at, at + 1))
        return marks

    def placed(self, mark: Mark) -> Mark:
        """The mark with clause numbers, which were not known when it was found."""
        return replace(mark, clause=self.clause[mark.token], segment=self.segment[mark.token])

    def number_clauses(self, conditions: Sequence[Mark]) -> None:
        """Number the clauses, and the segments between commas and conjunctions."""
        starts = {mark.token for mark in conditions}
        clause = segment = 0
        in_condition = False
        for at, token in enumerate(self.tokens):
            taken = self.used[at] and at not in starts
            ends_condition = in_condition and token.text == ","
            if at in starts or (not taken and (ends_condition or self._breaks_clause(at, token))):
                clause, segment = clause + 1, segment + 1
                in_condition = at in starts
            elif not taken and token.text in _WEAK_BREAKS:
                segment += 1
            self.clause[at], self.segment[at] = clause, segment

    def _breaks_clause(self, at: int, token: Token) -> bool:
        if token.text in _STRONG_BREAKS:
            return True
        if is_letter(token) and token is not self.tokens[0]:
            return False
        return (
            token.text in self.tables.breaks
            and token.text not in _WEAK_BREAKS
            and not (token.text == "that" and self._is_modal(at - 1))
        )

    def _is_modal(self, at: int) -> bool:
        """``it is recommended that``: the modal governs the clause that follows."""
        return at >= 0 and form(self.texts[at]).lemma in self.tables.modals

    def _is_state(self, at: int) -> bool:
        """``the option is on by default``: no preposition, but what the option is."""
        after = self.texts[at + 1] if at + 1 < len(self.texts) else "."
        return at > 0 and self.texts[at - 1] in _BEING and after in _AFTER_STATE

    def opens_compound(self, at: int) -> bool:
        """Whether a small word is half of what a hyphen makes of two: ``on-site``, ``part-time``."""
        joined = self.tokens[at + 1 : at + 3]
        spaced = any(token.space_before for token in joined)
        return (
            len(joined) == 2 and not spaced and joined[0].text == "-" and joined[1].kind == "word"
        )

    def is_content(self, at: int, token: Token) -> bool:
        """Whether a token is a content word that no pass has used."""
        if self.used[at] or token.kind not in ("word", "code"):
            return False
        if token.kind == "code" or (is_letter(token) and at) or self.opens_compound(at):
            return True
        if token.text in self.tables.function_words:
            return token.text in _SWITCHED and self._is_state(at)
        if token.text in lexicon("en").function_words and not is_acronym(token):
            return False
        return form(token.text).pos != "FUNC"

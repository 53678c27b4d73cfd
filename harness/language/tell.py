"""An English sentence told in another language: its form is found, and its values put into that.

Values stay as they are: paths, quotations, ids, what a model or a user wrote. Only where the
catalogue says what a value is, is it told as well: a sentence within the sentence, one of our own
words, a number. A text of no known form is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache, partial

from harness.language.catalogue import SOURCE_LANGUAGE, messages
from harness.language.forms import Form, Gap, shaped

_WITHHELD = re.compile(r"\[\d+ characters withheld\]")

Tell = Callable[[str], str]
"""From what is written in English to what is shown."""

MAX_CHARS = 4_000
"""Longer texts are no sentences of ours, and looking for their form would take long."""

SOME_WORDS = 3
"""Fixed characters of a form that says something; ``{check}: {reason}`` only lays out."""

MAX_JOINS = 24
"""Signs that may join sentences in one text; with more of them it is a list of something else."""

_JOINERS: Mapping[str, Collection[str]] = {
    "; ": ("left", "right"),
    ". ": (),
    ": ": ("left",),
    ", ": (),
}
"""Signs that sentences are joined with, and which side of each may be no sentence of ours."""

_PLURALS = ("zero", "one", "two", "few", "many", "other")
"""Plural categories of Unicode's CLDR in their order."""


@cache
def teller(language: str) -> Tell:
    """How sentences are told in ``language``; a language without a catalogue keeps English."""
    known = messages(language)
    if language == SOURCE_LANGUAGE or not known:
        return str
    return Tongue(language, known).tell


@cache
def placeholders(language: str) -> Tell:
    """How a text of somebody else is shown: only what stands in place of what is withheld is told."""
    tell = teller(language)
    return lambda text: _WITHHELD.sub(lambda found: tell(found.group()), text)


def in_signs_of(language: str, number: str) -> str:
    """A number as Python writes it, with the decimal and grouping signs of a language."""
    if language == SOURCE_LANGUAGE:
        return number
    from babel.numbers import get_decimal_symbol, get_group_symbol

    group, point = get_group_symbol(language), get_decimal_symbol(language)
    return number.translate({ord(","): group, ord("."): point})


class Tongue:
    """One language's forms, found by the sentence."""

    def __init__(self, language: str, known: dict[str, str]) -> None:
        self._language = language
        self._words = {text: told for text, told in known.items() if "{" not in text}
        self._forms = _heaviest_first(known)
        self._kinds: dict[str, Tell] = {
            "list": self._list,
            "code": self._code,
            "term": self._term,
            "number": self._number,
            "quoted": _guillemets,
        }
        self._known = lru_cache(maxsize=50_000)(self._find)

    def tell(self, text: str) -> str:
        """``text`` in this language, line by line, with the space around each line kept."""
        return _WITHHELD.sub(self._withheld, "\n".join(map(self._line, text.split("\n"))))

    def _withheld(self, found: re.Match[str]) -> str:
        return self._known(found.group()) or found.group()

    def _line(self, line: str) -> str:
        core = line.strip()
        if core == line:
            return self._known(line) or line
        told = self._words.get(line) or self._by_form(line, self._fits)
        return told or line.replace(core, self._known(core) or core, 1)

    def _find(self, text: str) -> str | None:
        """``text`` told, or ``None`` where nothing of it is known."""
        if text in self._words:
            return self._words[text]
        if not text or len(text) > MAX_CHARS:
            return None
        return (
            self._by_form(text, self._fits, least=SOME_WORDS)
            or self._joined(text, _JOINERS)
            or self._by_form(text, self._shaped)
        )

    def _by_form(self, text: str, fits: Callable[[str, str], bool], least: int = 0) -> str | None:
        for source, told in self._forms:
            if source.weight < least:
                return None  # those after it have fewer fixed characters still
            values = source.values(text, fits)
            if values is not None:
                return told.filled(partial(self._value, values))
        return None

    def _joined(self, text: str, signs: Collection[str]) -> str | None:
        """Two texts with a sign between them, both known; what may be unknown says ``_JOINERS``."""
        if sum(map(text.count, signs)) > MAX_JOINS:
            return None
        for sign in signs:
            for at in _places(text, sign):
                left, right = text[:at], text[at + len(sign) :]
                told, rest = self._known(left), self._listed(right)
                loose = _JOINERS[sign]
                if (told or (rest and "left" in loose)) and (rest or "right" in loose):
                    return f"{told or left}{sign}{rest or right}"
        return None

    def _listed(self, text: str) -> str | None:
        """Sentences with commas between them, or one sentence."""
        return self._joined(text, (", ",)) or self._known(text)

    def _fits(self, kind: str, value: str) -> bool:
        """Whether a value is of a kind, and what should be known is."""
        if kind == "said":
            return not value or self._known(value) is not None
        if kind == "list":
            return self._listed(value) is not None
        if kind in {"", "code"} and ("; " in value or ": " in value):
            return False  # sentences are joined so: what stands before is not part of a value
        return self._shaped(kind, value)

    def _shaped(self, kind: str, value: str) -> bool:
        """Whether a value is of a kind, by its looks alone."""
        return value in self._words if kind == "word" else shaped(kind, value)

    def _value(self, values: Mapping[str, str], gap: Gap) -> str:
        """What stands in a gap of the translation; ``one|few|many`` is the word for a count."""
        value = values[gap.name]
        if gap.kind in {"said", "told", "word"}:
            return self._known(value) or value
        show = self._kinds.get(gap.kind)
        if show is not None:
            return show(value)
        return self._agreeing(gap.kind, value) if gap.kind else value

    def _list(self, value: str) -> str:
        return self._listed(value) or value

    def _code(self, value: str) -> str:
        return self._words.get(value, value)

    def _term(self, value: str) -> str:
        """A word of ours in quotation marks."""
        inner = value[1:-1]
        return _guillemets(value.replace(inner, self._code(inner)))

    def _agreeing(self, words: str, value: str) -> str:
        """Of ``one|few|many``, the word that goes with a count."""
        from babel import Locale

        rule = Locale.parse(self._language).plural_form
        order = [name for name in _PLURALS if name in rule.tags] or ["other"]
        category = rule(int(value.partition(" ")[0].replace(",", "")))
        choices = words.split("|")
        return choices[order.index(category) if category in order else -1]

    def _number(self, value: str) -> str:
        """A number with the signs of the language and the digits it has, without what it counts."""
        return in_signs_of(self._language, value.partition(" ")[0])


def _heaviest_first(known: dict[str, str]) -> list[tuple[Form, Form]]:
    """Both forms of each message with gaps; kinds that the translation tells hold for both.

    Among forms with as many fixed characters, one that begins with some goes before.
    """
    pairs = []
    for text, told in known.items():
        if "{" in text:
            target = Form.of(told)
            kinds = {gap.name: gap.kind for gap in target.gaps if gap.kind and "|" not in gap.kind}
            counted = {gap.name for gap in target.gaps if "|" in gap.kind}
            source = Form.of(text)
            gaps = tuple(
                g
                if g.kind.startswith("counted")
                else Gap(g.name, kinds.get(g.name) or ("number" if g.name in counted else g.kind))
                for g in source.gaps
            )
            pairs.append((Form(source.words, gaps), target))
    return sorted(pairs, key=lambda pair: (-pair[0].weight, not pair[0].words[0], pair[0].words))


def _places(text: str, sign: str) -> Iterator[int]:
    at = text.find(sign)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1)


def _guillemets(value: str) -> str:
    """A quotation in the quotation marks of the language, where they can stand around it."""
    inner = value[1:-1]
    plain = value[0] == value[-1] and value[0] in "'\"" and not set(inner) & set("«»\\")
    return f"«{inner}»" if plain else value

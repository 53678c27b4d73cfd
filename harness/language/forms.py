"""Forms of sentences: fixed words with gaps for values.

A room writes ``f"{path} was edited: {shown}; {rest}"``; its form is the same text with the names
of the gaps. A sentence is of a form when the fixed words stand in it in their order and every
value is of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import Formatter

Fits = Callable[[str, str], bool]
"""Whether a value is of a kind."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place for a value."""

    name: str
    kind: str = ""


@dataclass(frozen=True)
class Form:
    """``words[0]``, a value, ``words[1]``, a value, … ``words[-1]``."""

    words: tuple[str, ...]
    gaps: tuple[Gap, ...]

    @staticmethod
    def of(template: str) -> Form:
        """The form that ``template`` writes; ``{name:kind}`` is a gap, ``{{`` a brace."""
        words, gaps = [""], []
        for literal, name, kind, conversion in Formatter().parse(template):
            words[-1] += literal
            if name is not None:
                gaps.append(Gap(name, "quoted" if conversion == "r" else kind or ""))
                words.append("")
        return Form(tuple(words), tuple(gaps))

    @cached_property
    def longest(self) -> str:
        """The longest stretch of fixed words: a text without it is of another form."""
        return max(self.words, key=len)

    @cached_property
    def weight(self) -> int:
        """How many characters are fixed; more of them say more."""
        return sum(map(len, self.words))

    def values(self, text: str, fits: Fits) -> dict[str, str] | None:
        """The values of ``text`` by name, the earliest split that fits; ``None``: of another form."""
        if self.longest not in text or not text.startswith(self.words[0]):
            return None
        if not self.words[0] and text[:1].isspace():
            return None  # layout is ours, and no value begins with it
        found = self._split(text, 0, len(self.words[0]), fits, set())
        return None if found is None else self._named(found)

    def filled(self, fill: Callable[[Gap], str]) -> str:
        """The sentence with every gap filled."""
        rest = (fill(gap) + word for gap, word in zip(self.gaps, self.words[1:], strict=True))
        return self.words[0] + "".join(rest)

    def _named(self, found: Sequence[str]) -> dict[str, str] | None:
        """By name; a name that stands twice must have one value."""
        named: dict[str, str] = {}
        for gap, value in zip(self.gaps, found, strict=True):
            if named.setdefault(gap.name, value) != value:
                return None
        return named

    def _split(
        self, text: str, number: int, start: int, fits: Fits, dead: set[tuple[int, int]]
    ) -> list[str] | None:
        """Values from gap ``number`` on; ``dead`` remembers where nothing fits, so no work repeats."""
        if number == len(self.gaps):
            return [] if start == len(text) else None
        if (number, start) in dead:
            return None
        word = self.words[number + 1]
        for end in self._ends(text, number, start):
            value = text[start:end]
            if fits(self.gaps[number].kind, value):
                rest = self._split(text, number + 1, end + len(word), fits, dead)
                if rest is not None:
                    return [value, *rest]
        dead.add((number, start))
        return None

    def _ends(self, text: str, number: int, start: int) -> Iterator[int]:
        """Where the value of a gap may end: before each next place of the words after it."""
        word = self.words[number + 1]
        if number + 1 == len(self.gaps):
            end = len(text) - len(word)
            if end >= start and text.endswith(word):
                yield end
            return
        end = text.find(word, start)
        while end >= 0:
            yield end
            end = text.find(word, end + 1) if end < len(text) else -1


_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?%?")
_QUOTED = re.compile(r"'.*'|\".*\"|\[\d+ characters withheld\]", re.DOTALL)

_COUNTED = re.compile(r"\d[\d,]* (?P<noun>[a-z][a-z -]*)")

SHAPES: Mapping[str, re.Pattern[str]] = {
    "number": _NUMBER,
    "counted": _COUNTED,
    "quoted": _QUOTED,
    "term": _QUOTED,
}
"""What a value of a kind looks like."""


def shaped(kind: str, value: str) -> bool:
    """Whether a value looks like one of a kind; ``counted case`` is ``1 case`` and ``2 cases``."""
    name, _, noun = kind.partition(" ")
    shape = SHAPES.get(name)
    if shape is None:
        return True
    found = shape.fullmatch(value)
    if found is None or not noun:
        return found is not None
    return found["noun"] in (noun, f"{noun}s")

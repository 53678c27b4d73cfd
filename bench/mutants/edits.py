"""What all mutations are made of: files to write, and changes of words in running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from bench.mutants.target import Target
from harness.model.document import Block, Document
from harness.text import stems

Expect = Literal["found", "stale_label", "nothing"]
Files = dict[str, bytes | None]
"""Path -> new content; ``None`` removes the file."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One mutation, carried out."""

    files: Files
    blame: frozenset[str]
    """Paths a perfect diagnosis names."""
    override: Mapping[str, object] | None = None
    """The case's ``candidate``, where the mutation is an intended change."""


Apply = Callable[[Target], Edit | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of mutation."""

    name: str
    expect: Expect
    apply: Apply
    everywhere: bool = False
    """Damage even where the fact is stated twice: the harm is not in what is taken away."""


def edited(target: Target, text: str, override: Mapping[str, object] | None = None) -> Edit | None:
    """The target's document with another text; ``None`` where nothing changed."""
    if text == target.document.text:
        return None
    path = target.document.path
    return Edit({path: text.encode("utf-8")}, frozenset([path]), override)


def resentenced(target: Target, sentence: str | None) -> Edit | None:
    """The target's document with its sentence reworded; ``None`` means it cannot be."""
    if sentence is None or sentence == target.sentence:
        return None
    text = target.document.text
    return edited(target, text[: target.start] + sentence + text[target.end :])


def line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Just behind the line feed that ends the line ``at`` stands in."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def without_lines(text: str, block: Block) -> str:
    """The text without the lines of a block."""
    end = line_end(text, max(block.start, block.end - 1))
    return text[: line_start(text, block.start)] + text[end:]


def section_span(document: Document, block: Block) -> tuple[int, int] | None:
    """From the heading above a block to the next one that is not below it."""
    headings = [b for b in document.blocks if b.kind == "heading" and b.level > 1]
    above = [b for b in headings if b.start <= block.start]
    if not above:
        return None
    own = above[-1]
    after = (b.start for b in headings if b.start > own.start and b.level <= own.level)
    return own.start, next(after, len(document.text))


def bearing(target: Target, word: str) -> bool:
    """Whether a word of the passage is a word of the fact."""
    return bool(set(stems(word, target.document.language)) & target.stems)


def visible(sentence: str, start: int, end: int) -> bool:
    """Whether a place is outside of link targets, tags and template marks."""
    before = sentence[:start]
    in_target = before.rfind("](") > before.rfind(")")
    in_tag = before.rfind("<") > before.rfind(">")
    in_mark = before.rfind("{%") > before.rfind("%}")
    return not (in_target or in_tag or in_mark) and end <= len(sentence)


def matches(pattern: str, sentence: str) -> Iterator[re.Match[str]]:
    """Visible whole-word matches, case ignored."""
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", sentence, re.IGNORECASE):
        if visible(sentence, *match.span()):
            yield match


def swap_word(sentence: str, pairs: Mapping[str, str]) -> str | None:
    """The sentence with the first of ``pairs`` that it holds replaced, capitals kept."""
    for old, new in pairs.items():
        match = next(matches(re.escape(old), sentence), None)
        if match:
            given = new[:1].upper() + new[1:] if match[0][:1].isupper() else new
            return sentence[: match.start()] + given + sentence[match.end() :]
    return None


def both_ways(pairs: Mapping[str, str]) -> dict[str, str]:
    return {**pairs, **{new: old for old, new in pairs.items()}}


def new_document(name: str, title: str, body: str) -> Edit:
    """A document that the baseline has not."""
    data = f"---\ntitle: {title!r}\n---\n\n# {title}\n\n{body}\n".encode()
    return Edit({name: data}, frozenset([name]))


def beside(target: Target, suffix: str) -> str:
    """A free path in the folder of the target's document."""
    stem, _, ending = target.document.path.rpartition(".")
    return f"{stem}-{suffix}.{ending}"


def reworded(target: Target, match: re.Match[str], new: str) -> Edit | None:
    """The target's document with a match in its sentence replaced."""
    sentence = target.sentence
    return resentenced(target, sentence[: match.start()] + new + sentence[match.end() :])


def in_words(sentence: str, change: Callable[[str], str]) -> str:
    """The sentence with every visible word of four letters or more changed."""

    def put(match: re.Match[str]) -> str:
        return change(match[0]) if visible(sentence, *match.span()) else match[0]

    return re.sub(r"[^\W\d_]{4,}", put, sentence)

"""What an edit did to a passage, in one sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from harness.model.changes import DocumentDiff, SentenceChange
from harness.model.counted import counted
from harness.text import fold

Hide = Callable[[str], str]
"""A text without what nobody may read; whole texts are asked, for a part of a number is not known."""

_SHOWN_CHARS = 120
_SHOWN_CHANGES = 3
_DONE: dict[str, str] = {
    "added": "{text} was added",
    "removed": "{text} was taken out",
    "moved": "{text} was moved within the document",
    "hidden": "{text} was hidden from the reader",
    "revealed": "{text} was shown to the reader",
}


def edit_sentence(change: DocumentDiff, wording: Sequence[str], hide: Hide = str) -> str:
    """``returns.md was edited: '30 days' became '60 days'; nothing else changed``.

    ``wording`` is the passage the case rests on; empty when no sentence of the passage is among
    the changes.
    """
    touched = [sentence for sentence in change.sentences if _concerns(sentence, wording)]
    if touched and change.kind == "removed":
        lost = ", ".join(_quoted(hide(sentence.old)) for sentence in touched[:_SHOWN_CHANGES])
        return f"{change.path} was removed, and with it {lost}"
    phrases = list(dict.fromkeys(p for sentence in touched for p in _phrases(sentence, hide)))
    if not phrases:
        return ""
    shown = ", ".join(phrases[:_SHOWN_CHANGES])
    return f"{change.path} was edited: {shown}; {_rest(change, len(touched))}"


def metadata_sentences(change: DocumentDiff, hide: Hide = str) -> Iterator[str]:
    """One sentence for each front-matter key that differs."""
    for key in change.metadata:
        what = "access list" if key.access else "front matter"
        old, new = _value(key.old, hide), _value(key.new, hide)
        yield f"{what} of {change.path}: {key.key} was {old}, is {new}"


def _concerns(sentence: SentenceChange, wording: Iterable[str]) -> bool:
    old = fold(sentence.old)
    return bool(old) and any(old in text or text in old for text in map(fold, wording) if text)


def _phrases(sentence: SentenceChange, hide: Hide) -> Iterator[str]:
    old, new = hide(sentence.old), hide(sentence.new)
    if sentence.kind != "modified":
        yield _DONE[sentence.kind].format(text=_quoted(old or new))
        return
    hidden = (old, new) != (sentence.old, sentence.new)
    small = [(change.old, change.new) for change in sentence.values]
    small += [(change.old, change.new) for change in sentence.signs]
    differing = [
        (before, after)
        for before, after in small
        if fold(before) != fold(after) and not (hidden and (before not in old or after not in new))
    ]
    for before, after in differing or [(old, new)]:
        yield _became(before, after)


def _became(old: str, new: str) -> str:
    if old == new:
        return f"what is hidden in {_quoted(old)} was edited"
    if old and new:
        return f"{_quoted(old)} became {_quoted(new)}"
    return f"{_quoted(old)} was taken out" if old else f"{_quoted(new)} was added"


def _rest(change: DocumentDiff, touched: int) -> str:
    others = len(change.sentences) - touched
    if others:
        return f"{counted(others, 'other change')} in the document"
    return "its front matter changed too" if change.metadata else "nothing else changed"


def _quoted(text: str) -> str:
    short = text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1].rstrip() + "…"
    return f"'{short}'"


def _value(value: object, hide: Hide) -> str:
    if value is None:
        return "absent"
    # The quotation marks around a list's own would end each other.
    return _quoted(hide(", ".join(map(str, value)) if isinstance(value, list) else str(value)))

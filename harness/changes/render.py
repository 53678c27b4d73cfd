"""A corpus difference as lines for a terminal, and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal, TypeVar

from harness.language import Tell
from harness.model.changes import (
    RISKS,
    Conflict,
    CorpusDiff,
    DocumentDiff,
    Duplicate,
    MetadataChange,
    Place,
    SentenceChange,
)
from harness.model.counted import counted
from harness.store import canonical_json

T = TypeVar("T")

Style = Literal["title", "high", "old", "new", "note", "plain"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is shown: what most hangs on comes first, and what is left out is counted."""

    documents: int | None = 100
    """Documents, duplicates and conflicts each; ``None`` for all."""
    sentences: int | None = 12
    """Sentences of one document; ``None`` for all."""


DEFAULT_LIMITS = Limits()
EVERYTHING = Limits(None, None)


@dataclass(frozen=True, slots=True)
class Line:
    """One line and what it is; a terminal colours it, Markdown marks it."""

    style: Style
    text: str
    quoted: bool = False
    """The corpus says it, and not we."""


def lines(diff: CorpusDiff, limits: Limits = DEFAULT_LIMITS, tell: Tell = str) -> Iterator[Line]:
    """The difference, document by document, as much as ``limits`` allows.

    ``tell`` puts our words; the text of the corpus stays as it is.
    """
    for line in _lines(diff, limits):
        yield line if line.quoted else Line(line.style, tell(line.text))


def _lines(diff: CorpusDiff, limits: Limits) -> Iterator[Line]:
    yield Line("title", summary(diff))
    documents, more = _riskiest(diff.documents, _risk_of, limits.documents)
    for document in documents:
        yield Line("plain", "")
        yield from _document(document, limits.sentences)
    if more:
        yield Line("plain", "")
        yield Line("note", f"… and {counted(more, 'more document')}; --all shows everything")
    if diff.duplicates:
        yield from (Line("plain", ""), Line("title", "Nearly equal documents"))
        shown = diff.duplicates[: limits.documents]
        yield from (Line("plain", f"  {_duplicate(found)}") for found in shown)
        left = len(diff.duplicates) - len(shown)
        if left:
            yield Line("note", f"… and {counted(left, 'more pair')}; --all shows everything")
    if diff.conflicts:
        yield from (Line("plain", ""), Line("title", "Conflicting values"))
        conflicts = diff.conflicts[: limits.documents]
        for conflict in conflicts:
            yield from _conflict(conflict)
        left = len(diff.conflicts) - len(conflicts)
        if left:
            yield Line("note", f"… and {counted(left, 'more conflict')}; --all shows everything")


def _risk_of(document: DocumentDiff) -> int:
    """Place among the risks of the worst that hangs on a document; who may read it is of the first."""
    risks = [RISKS.index(change.risk) for change in document.sentences]
    risks += [0 for change in document.metadata if change.access]
    return min(risks, default=len(RISKS))


def summary(diff: CorpusDiff) -> str:
    """One sentence: how many documents of each kind, and how much hangs on the sentences."""
    if not (diff.documents or diff.duplicates or diff.conflicts):
        return "The two versions are the same."
    kinds = Counter(document.kind for document in diff.documents)
    risks = Counter(change.risk for document in diff.documents for change in document.sentences)
    documents = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    sentences = ", ".join(f"{risks[risk]} {risk}" for risk in RISKS)
    return f"Documents: {documents or 'none differ'}. Sentences by risk: {sentences}."


def ranked(document: DocumentDiff, shown: int | None) -> tuple[list[SentenceChange], int]:
    """(the sentences to show, in the order of reading; how many are left out)."""
    return _riskiest(document.sentences, lambda change: RISKS.index(change.risk), shown)


def _riskiest(
    items: Sequence[T], risk: Callable[[T], int], shown: int | None
) -> tuple[list[T], int]:
    """(the items to show, in their order; how many are left out)."""
    best = sorted(range(len(items)), key=lambda n: (risk(items[n]), n))[:shown]
    return [items[n] for n in sorted(best)], len(items) - len(best)


def _document(document: DocumentDiff, shown: int | None) -> Iterator[Line]:
    old = f"{document.old_path} -> " if document.old_path else ""
    yield Line("title", f"{document.kind}  {old}{document.path}")
    for change in document.metadata:
        yield Line("high" if change.access else "note", f"  {metadata_text(change)}")
    if not document.sentences and not document.metadata:
        yield Line("note", f"  {_nothing_visible(document)}")
    sentences, more = ranked(document, shown)
    section = ""
    for sentence, following in zip_longest(sentences, sentences[1:]):
        place = sentence.new_place or sentence.old_place
        if place and place.section != section:
            section = place.section
            yield Line("note", f"  {section}", quoted=True)
        yield from _sentence(sentence, following)
    if more:
        yield Line("note", f"  … and {more} more of less risk")


def _nothing_visible(document: DocumentDiff) -> str:
    return {
        "reordered": "the same text in another order",
        "renamed": "the same text",
    }.get(document.kind, "no visible text differs")


def metadata_text(change: MetadataChange) -> str:
    """``acl: ["staff"] -> ["all"]``."""
    mark = " (who may read it)" if change.access else ""
    return f"{change.key}{mark}: {_json(change.old)} -> {_json(change.new)}"


def _json(value: Any) -> str:
    return "none" if value is None else canonical_json(value)


def _sentence(change: SentenceChange, following: SentenceChange | None) -> Iterator[Line]:
    """The forms of a sentence and what to know; what holds for the next one too is said there."""
    if change.old:
        yield Line("old", f"  - {change.old}", quoted=True)
    if change.new:
        yield Line("new", f"  + {change.new}", quoted=True)
    notes = notes_of(change)
    if notes and (following is None or notes_of(following) != notes):
        yield Line("high" if change.risk == "high" else "note", f"      {'; '.join(notes)}")


def notes_of(change: SentenceChange) -> list[str]:
    """What to know about a changed sentence, a phrase each."""
    notes = [_note_of_kind(change)] if _note_of_kind(change) else []
    if change.kind == "modified":
        notes += [f"value {_arrow(v.old, v.new)}" for v in change.values]
        notes += [f"{sign.aspect} {_arrow(sign.old, sign.new)}" for sign in change.signs]
    return notes


def _note_of_kind(change: SentenceChange) -> str:
    if change.kind in ("hidden", "revealed"):
        now = "in the file still, but no reader sees it"
        return now if change.kind == "hidden" else "was in the file, where no reader saw it"
    if change.kind == "moved" and change.old_place and change.new_place:
        return f"moved from {change.old_place.section!r} to {change.new_place.section!r}"
    if change.elsewhere:
        verb = "stands now" if change.kind == "removed" else "stood"
        return f"{verb} in {_where(change.elsewhere)}"
    return "no reader sees it" if change.invisible else ""


def _where(place: Place) -> str:
    return f"{place.path}, {place.section}" if place.section else place.path


def _arrow(old: str, new: str) -> str:
    return f"{old or 'none'} -> {new or 'none'}"


def _duplicate(found: Duplicate) -> str:
    gone = "" if found.side == "candidate" else " (of the baseline, no longer so)"
    return f"{found.path} and {found.other}: {found.share:.0%} of the sentences{gone}"


def _conflict(found: Conflict) -> Iterator[Line]:
    style: Style = "high" if found.side == "candidate" else "note"
    gone = "" if found.side == "candidate" else " (of the baseline, no longer so)"
    yield Line(style, f"  in {_where(found.place)} and in {_where(found.other_place)}{gone}")
    yield Line("plain", f"    {found.sentence}", quoted=True)
    yield Line("plain", f"    {found.other_sentence}", quoted=True)


def markdown(diff: CorpusDiff, limits: Limits = DEFAULT_LIMITS, tell: Tell = str) -> str:
    """The difference as Markdown; nothing in it is read as markup of its own."""
    parts: list[str] = []
    for line in lines(diff, limits, tell):
        parts += _markdown_line(line)
    return "\n".join(parts).strip("\n") + "\n"


def _markdown_line(line: Line) -> Sequence[str]:
    text = escaped(line.text.strip())
    if not text:
        return ()
    if line.style == "title":
        return ("", f"### {text}", "")
    return (f"- **{text}**",) if line.style == "high" else (f"- {text}",)


_MARKUP = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>#|!~@&"})


def escaped(text: str) -> str:
    """``text`` as Markdown shows it, links, mentions and HTML included as plain words."""
    return " ".join(text.split()).translate(_MARKUP)

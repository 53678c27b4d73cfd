"""What changed in the text of a document, sentence by sentence, as far as a report may show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from harness.changes.render import notes_of, ranked
from harness.model.changes import DocumentDiff, SentenceChange
from harness.report.context import DiffPiece, DocumentRef, SentencePart, TextDiffPart
from harness.report.wording import TextPolicy, word_diff
from harness.text.redact import redact

DOCUMENT_SENTENCES = 40
"""Sentences shown of one changed document among the changes of the corpus."""

CASE_SENTENCES = 5
"""Sentences shown of one blamed document in a case; the rest is one link away."""


def by_path(changes: Sequence[DocumentDiff]) -> dict[str, DocumentDiff]:
    """Differences by the path of either side."""
    found = {change.path: change for change in changes}
    return {c.old_path: c for c in changes if c.old_path} | found


def fragments(changes: Iterable[DocumentDiff]) -> frozenset[str]:
    """Values that were read out of what a report hides, such as the groups of a phone number.

    Apart from the rest they match no pattern, so sentences of other rooms must not repeat them.
    """
    return frozenset(
        value for change in changes for sentence in change.sentences for value in _hidden(sentence)
    )


def _hidden(sentence: SentenceChange) -> Iterator[str]:
    old, new = redact(sentence.old), redact(sentence.new)
    if (old, new) == (sentence.old, sentence.new):
        return
    for value in sentence.values:
        yield from (text for text, kept in ((value.old, old), (value.new, new)) if text not in kept)


def text_diff(
    change: DocumentDiff,
    refer: Callable[[str], DocumentRef],
    policy: TextPolicy,
    shown: int = DOCUMENT_SENTENCES,
) -> TextDiffPart | None:
    """The sentences most hangs on, in the order of reading; ``None`` where no text may be shown."""
    if policy.mode == "none" or not change.sentences:
        return None
    sentences, left_out = ranked(change, shown)
    parts = tuple(_sentence(sentence, policy) for sentence in sentences)
    return TextDiffPart(refer(change.path), parts, left_out)


def blamed_texts(
    paths: Sequence[str],
    changes: Mapping[str, DocumentDiff],
    refer: Callable[[str], DocumentRef],
    policy: TextPolicy,
) -> tuple[TextDiffPart, ...]:
    """The same for each of some blamed documents, once each, and shorter."""
    found = {change.path: change for path in paths if (change := changes.get(path))}
    parts = (text_diff(c, refer, policy, CASE_SENTENCES) for _, c in sorted(found.items()))
    return tuple(part for part in parts if part)


def _sentence(change: SentenceChange, policy: TextPolicy) -> SentencePart:
    place = change.new_place or change.old_place
    before, after = _marked(change, policy)
    return SentencePart(
        risk=change.risk,
        section=place.section if place else "",
        old=before,
        new=after,
        notes=tuple(notes_of(_without_hidden(change))),
    )


def _without_hidden(change: SentenceChange) -> SentenceChange:
    hidden = set(_hidden(change))
    values = (value for value in change.values if hidden.isdisjoint((value.old, value.new)))
    return change.model_copy(update={"values": tuple(values)})


def _marked(
    change: SentenceChange, policy: TextPolicy
) -> tuple[tuple[DiffPiece, ...], tuple[DiffPiece, ...]]:
    """Both forms, marked where they differ; a form that stands alone needs no marks."""
    if change.old and change.new:
        return word_diff(*policy.show_pair(change.old, change.new))
    alone = tuple(policy.show(text).text for text in (change.old, change.new))
    before, after = ((DiffPiece("same", text),) if text else () for text in alone)
    return before, after

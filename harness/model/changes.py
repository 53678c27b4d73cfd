"""What changed from one corpus version to the next, sentence by sentence, for a person to read."""

from __future__ import annotations

from typing import Any, Literal

from harness.model.corpus import ChangeKind
from harness.model.wire import Side, Wire

Aspect = Literal["modality", "negation", "condition", "quantity"]
"""What the little words of a sentence decide: must/may, not, if/unless, all/some."""

Risk = Literal["high", "medium", "low"]
"""high: a value, a duty, a ban or a negation changed, or text was hidden or revealed;
medium: a condition changed, or text with a value or a duty came, went or moved; low: wording."""

RISKS: tuple[Risk, ...] = ("high", "medium", "low")

SentenceKind = Literal["added", "removed", "modified", "moved", "hidden", "revealed"]


class ValueChange(Wire):
    """A number, amount, date or code; empty on the side that does not have it."""

    old: str
    new: str


class SignChange(Wire):
    """Words of one aspect that differ; empty on the side that has none."""

    aspect: Aspect
    """What the words are about."""
    old: str
    new: str


class Place(Wire):
    """Where a sentence stands in one version."""

    path: str
    source_id: str
    section_id: str
    section: str
    """Title of the innermost section, or of the document."""
    start: int
    """Span in the document's normalised text of the block the sentence stands in."""
    end: int


class SentenceChange(Wire):
    """One sentence, list item, table row or line of code that differs."""

    kind: SentenceKind
    risk: Risk
    old: str = ""
    new: str = ""
    old_place: Place | None = None
    """For ``revealed``, where the hidden text stood is not a place a reader knows: ``None``."""
    new_place: Place | None = None
    """Where it stands in the candidate; ``None`` where it does not."""
    values: tuple[ValueChange, ...] = ()
    """Numbers, amounts, dates and codes that differ."""
    signs: tuple[SignChange, ...] = ()
    """Negations, duties and conditions that differ."""
    elsewhere: Place | None = None
    """Of a removed sentence, another document where it was added; of an added one, where it was."""
    invisible: bool = False
    """Added or removed text that a reader of the rendered document does not see."""


class MetadataChange(Wire):
    """A front-matter key whose value differs; ``None`` where it is absent."""

    key: str
    """The key."""
    old: Any = None
    new: Any = None
    access: bool = False
    """The key that lists who may read the document."""


class DocumentDiff(Wire):
    """What changed in one document; an unchanged document has none."""

    kind: ChangeKind
    path: str
    """In the candidate; in the baseline for a removed document."""
    source_id: str
    title: str
    old_path: str | None = None
    """Where it differs from ``path``."""
    old_source_id: str | None = None
    """Source id in the baseline where it differs."""
    old_title: str | None = None
    """Title in the baseline where it differs."""
    metadata: tuple[MetadataChange, ...] = ()
    """Front-matter keys whose value differs."""
    sentences: tuple[SentenceChange, ...] = ()
    """In the order of reading."""


class Duplicate(Wire):
    """A document that is new or changed on ``side`` and nearly equal to another one there."""

    side: Side
    """``candidate``: came with this change. ``baseline``: goes with it."""
    path: str
    other: str
    """Path of the other document."""
    share: float
    """Share (0..1) of the sentences of the shorter one that the other has, values aside."""


class Conflict(Wire):
    """Two documents of one version that say the same with another value."""

    side: Side
    """``candidate``: came with this change. ``baseline``: goes with it."""
    sentence: str
    """What the one says."""
    place: Place
    """Where that stands."""
    other_sentence: str
    """What the other says."""
    other_place: Place
    """Where that stands."""
    reason: str
    """For example ``the evidence says 60 days, the claim 30 days``."""


class CorpusDiff(Wire):
    """The output of ``corpusgate diff --json``. Nothing differs when every list is empty."""

    schema_version: int = 1
    baseline: str
    """Corpus digest."""
    candidate: str
    documents: tuple[DocumentDiff, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    """Documents that are nearly equal to others."""
    conflicts: tuple[Conflict, ...] = ()
    """Documents that say otherwise than others."""

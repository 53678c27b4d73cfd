"""One sentence in two forms, or in one: what changed in it, and how much hangs on that."""

from __future__ import annotations

from harness.changes.units import Unit
from harness.model.changes import (
    Aspect,
    Risk,
    SentenceChange,
    SentenceKind,
    SignChange,
    ValueChange,
)
from harness.support.differences import Differences, differences
from harness.text import detect_language

_LEAST_WORDS = 3
"""Fewer words (``Allows:``, ``Learn more``) state no rule by themselves."""

_ASPECTS: tuple[Aspect, ...] = ("modality", "negation", "condition", "quantity")


def sentence_change(
    kind: SentenceKind,
    old: Unit | None,
    new: Unit | None,
    *,
    invisible: bool = False,
) -> SentenceChange:
    """What happened to one sentence; at least one of ``old`` and ``new`` is given."""
    before, after = old.text if old else "", new.text if new else ""
    found = _differences(old, new)
    return SentenceChange(
        kind=kind,
        risk=_risk(kind, found, old or new, invisible=invisible),
        old=before,
        new=after,
        old_place=old.place if old else None,
        new_place=new.place if new else None,
        values=tuple(ValueChange(old=v.old, new=v.new) for v in found.values),
        signs=_signs(found),
        invisible=invisible,
    )


def _differences(old: Unit | None, new: Unit | None) -> Differences:
    """Code has values, but its words are no modals and deny nothing."""
    units = [unit for unit in (old, new) if unit is not None]
    before, after = old.text if old else "", new.text if new else ""
    languages = {unit.language for unit in units}
    language = languages.pop() if len(languages) == 1 else detect_language(f"{before} {after}")
    found = differences(before, after, language)
    code = any(unit.sort == "code" for unit in units)
    return Differences(values=found.values) if code else found


def _signs(found: Differences) -> tuple[SignChange, ...]:
    pairs = ((aspect, getattr(found, aspect)) for aspect in _ASPECTS)
    return tuple(
        SignChange(aspect=aspect, old=pair.old, new=pair.new)
        for aspect, pair in pairs
        if pair is not None
    )


def _risk(kind: SentenceKind, found: Differences, unit: Unit | None, *, invisible: bool) -> Risk:
    if kind in ("hidden", "revealed"):
        return "high"
    telling = bool(found.values or found.modality or found.negation)
    if kind == "modified":
        bound = found.condition or found.quantity
        return "high" if telling else "medium" if bound else "low"
    if invisible:
        return "medium"
    if unit is None or unit.length < _LEAST_WORDS:
        return "low"
    lost: Risk = "high" if kind == "removed" else "medium"
    return lost if telling else "medium" if kind == "moved" else "low"

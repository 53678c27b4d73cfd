"""Cases proposed from the text itself. Extractive: every fact is a sentence of the corpus.

A draft is tagged ``draft`` and has no part in a verdict until a person takes the tag away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from harness.changes.units import Unit, units
from harness.model.case import DRAFT, Case, Override
from harness.model.changes import RISKS, DocumentDiff, Place, SentenceChange
from harness.model.coverage import Coverage
from harness.model.document import Document
from harness.proposals.questions import interest, question
from harness.store import digest_text
from harness.text import words

REASON = "DRAFT: say why this change is intended, or take candidate away."
"""Stands where a person has to give the reason of a change."""
_LEAST_WORDS = 4
_LONGEST = 600
"""Characters of a sentence that can be one fact."""
_FOR_A_DOCUMENT = 2
"""Drafts of one document in a first set of cases."""


def draft_changes(
    changes: Sequence[DocumentDiff], coverage: Coverage, languages: Mapping[str, str]
) -> Iterator[Case]:
    """A case for each changed section that no case touches, the riskiest first.

    Args:
        changes: what changed.
        coverage: which of it is touched.
        languages: source id -> language of its document, of either version.
    """
    by_section: dict[tuple[str, str], list[SentenceChange]] = {}
    for document in changes:
        for change in document.sentences:
            place = change.new_place or change.old_place
            if place is not None and _usable(change):
                by_section.setdefault((place.source_id, place.section_id), []).append(change)
    for section in coverage.uncovered:
        found = by_section.get((section.source_id, section.section_id), [])
        language = languages.get(section.source_id, "en")
        ranked = sorted(found, key=lambda c: (RISKS.index(c.risk), -_interest(c, language)))
        if ranked:
            yield _case_of_change(ranked[0], language)


def draft_folder(documents: Iterable[Document], limit: int = 10) -> list[Case]:
    """The first cases of a folder: its most telling sentences, a few of each document."""
    ranked: list[tuple[int, int, str, int, Unit]] = []
    for document in sorted(documents, key=lambda document: document.source_id):
        telling = [
            (-interest(unit.text, unit.language), number, unit)
            for number, unit in enumerate(units(document))
            if _sayable(unit.text) and unit.sort == "prose" and " | " not in unit.text
        ]
        best = sorted(telling, key=lambda item: item[:2])[:_FOR_A_DOCUMENT]
        ranked += [
            (order, score, document.source_id, number, unit)
            for order, (score, number, unit) in enumerate(best)
            if score < 0
        ]
    ranked.sort(key=lambda item: item[:4])
    return [_case_of_sentence(unit) for *_, unit in ranked[:limit]]


def _sayable(text: str) -> bool:
    """Whether a sentence can stand as a fact by itself."""
    told = sum(word.isalpha() for word in words(text))
    return told >= _LEAST_WORDS and len(text) <= _LONGEST and text[-1:] != ":"


def _usable(change: SentenceChange) -> bool:
    if change.invisible or change.kind in ("moved", "revealed"):
        return False
    return all(_sayable(text) for text in (change.old, change.new) if text)


def _interest(change: SentenceChange, language: str) -> int:
    return interest(change.new or change.old, language)


def _case_of_sentence(unit: Unit) -> Case:
    return Case(
        id=_id(unit.place, unit.text),
        query=question(unit.place.section, unit.text, unit.language),
        expected_source_ids=(_label(unit.place),),
        required_facts=(unit.text,),
        tags=(DRAFT,),
    )


def _case_of_change(change: SentenceChange, language: str) -> Case:
    """Old sentence and new one as the facts of the two sides; a side without one has no answer."""
    place = change.new_place or change.old_place
    if place is None:
        raise ValueError("a changed sentence stands somewhere")
    text = change.new or change.old
    old, new = _side(change.old, change.old_place), _side(change.new, change.new_place)
    return Case(
        id=_id(place, change.old + change.new),
        query=question(place.section, text, language),
        **old,
        tags=(DRAFT,),
        candidate=Override(
            reason=REASON, **{key: value for key, value in new.items() if value != old[key]}
        ),
    )


def _side(text: str, place: Place | None) -> dict[str, Any]:
    if not text or place is None:
        return {"answerable": False, "expected_source_ids": (), "required_facts": ()}
    return {
        "answerable": True,
        "expected_source_ids": (_label(place),),
        "required_facts": (text,),
    }


def _label(place: Place) -> str:
    return f"{place.source_id}#{place.section_id}" if place.section_id else place.source_id


def _id(place: Place, text: str) -> str:
    """Stable: the same sentence of the same document gives the same draft."""
    digits = digest_text(f"{place.source_id}\n{text}").removeprefix("sha256:")[:10]
    return f"draft-{digits}"

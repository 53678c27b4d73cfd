"""Changed documents and sections against the cases that touch them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harness.coverage.groups import group_shares
from harness.coverage.touch import Reach, reach_of
from harness.model.case import Case
from harness.model.changes import RISKS, DocumentDiff, Place, Risk, SentenceChange
from harness.model.comparison import Comparison
from harness.model.coverage import Coverage, DocumentCoverage, SectionCoverage
from harness.model.document import Chunk
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What the cases of a run looked at. Empty before any run."""

    records: Mapping[Side, Sequence[RunRecord]] = field(default_factory=dict)
    chunks: Mapping[Side, Mapping[str, Chunk]] = field(default_factory=dict)
    comparison: Comparison | None = None


def cover(
    changes: Sequence[DocumentDiff], cases: Sequence[Case], asked: Asked | None = None
) -> Coverage:
    """Which cases touch which change.

    A case touches a sentence when its evidence or context holds it, when its label names the
    section, or when one of its facts is about it. A label that names a whole document touches
    the document, not each of its sections. Drafts count: they ask, though they do not gate.
    """
    reaches = _reaches(cases, asked or Asked())
    sections = [section for document in changes for section in _sections(document, reaches)]
    documents = [_document(document, sections, reaches) for document in changes]
    return Coverage(
        cases=len(cases),
        documents=tuple(sorted(documents, key=_document_order)),
        sections=tuple(sorted(sections, key=_section_order)),
        groups=group_shares(cases, documents, sections),
    )


def _reaches(cases: Sequence[Case], asked: Asked) -> list[Reach]:
    compared = {c.case_id: c for c in asked.comparison.cases} if asked.comparison else {}
    records: dict[str, dict[Side, list[RunRecord]]] = defaultdict(lambda: defaultdict(list))
    for side in SIDES:
        for record in asked.records.get(side, ()):
            records[record.case_id][side].append(record)
    chunks = {side: asked.chunks.get(side, {}) for side in SIDES}
    return [
        reach_of(case, records.get(case.id, {}), chunks, compared.get(case.id))
        for case in sorted(cases, key=lambda case: case.id)
    ]


def _sections(document: DocumentDiff, reaches: Sequence[Reach]) -> list[SectionCoverage]:
    groups: dict[tuple[Side, str], list[tuple[Place, SentenceChange]]] = defaultdict(list)
    for change in document.sentences:
        side: Side = "candidate" if change.new_place else "baseline"
        place = change.new_place or change.old_place
        if place is not None:
            groups[side, place.section_id].append((place, change))
    return [_section(side, found, reaches) for (side, _), found in groups.items()]


def _section(
    side: Side, found: Sequence[tuple[Place, SentenceChange]], reaches: Sequence[Reach]
) -> SectionCoverage:
    place = found[0][0]
    changes = sorted((change for _, change in found), key=lambda c: RISKS.index(c.risk))
    return SectionCoverage(
        path=place.path,
        source_id=place.source_id,
        section_id=place.section_id,
        section=place.section,
        side=side,
        risk=changes[0].risk,
        changes=len(changes),
        high=sum(change.risk == "high" for change in changes),
        examples=tuple(_example(change) for change in changes[:_EXAMPLES]),
        case_ids=tuple(
            reach.case.id for reach in reaches if any(reach.touches(c) for c in changes)
        ),
    )


def _example(change: SentenceChange) -> str:
    """The values and words that changed, or else the sentence."""
    pairs = [(value.old, value.new) for value in change.values]
    pairs += [(sign.old, sign.new) for sign in change.signs]
    pairs = pairs if change.kind == "modified" else []
    told = "; ".join(f"{old or 'none'} -> {new or 'none'}" for old, new in pairs)
    return told or f"{change.kind}: {change.new or change.old}"


def _document(
    document: DocumentDiff, sections: Sequence[SectionCoverage], reaches: Sequence[Reach]
) -> DocumentCoverage:
    names = {document.source_id, document.old_source_id or document.source_id}
    mine = [section for section in sections if section.source_id in names]
    touched = {case_id for section in mine for case_id in section.case_ids}
    touched |= {reach.case.id for reach in reaches if reach.expects(names)}
    access = any(change.access for change in document.metadata)
    risks: list[Risk] = [section.risk for section in mine]
    return DocumentCoverage(
        path=document.path,
        source_id=document.source_id,
        kind=document.kind,
        risk="high" if access else min(risks, key=RISKS.index, default="low"),
        access_changed=access,
        case_ids=tuple(sorted(touched)),
    )


def _section_order(section: SectionCoverage) -> tuple[int, bool, int, int, str, str, str]:
    return (
        RISKS.index(section.risk),
        bool(section.case_ids),
        -section.high,
        -section.changes,
        section.path,
        section.section_id,
        section.side,
    )


def _document_order(document: DocumentCoverage) -> tuple[int, bool, str]:
    return RISKS.index(document.risk), bool(document.case_ids), document.path

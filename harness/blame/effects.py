"""The reverse view: for each changed document, what it did to the cases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.access import OPEN, groups
from harness.blame.complaint import BLAMED
from harness.blame.replay import Replay
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison
from harness.model.corpus import DocumentChange, ManifestDiff
from harness.model.diagnosis import Diagnosis
from harness.model.document import Document
from harness.model.effects import EVERYONE, DocumentEffect, Effects, Entry
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side

HUB_CASES = 5
"""Unrelated cases that a document must enter to be a hub …"""
HUB_SHARE = 0.1
"""… and their least share of all cases."""


def effects(
    diff: ManifestDiff,
    cases: Sequence[Case],
    comparison: Comparison,
    diagnoses: Iterable[Diagnosis],
    replay: Replay,
    *,
    acl_field: str = "acl",
) -> Effects:
    """The effect of every changed document, sorted by path."""
    status = {case.case_id: case.status for case in comparison.cases}
    known = {case.id: case for case in cases}
    found = _Found(
        cases=known,
        blamed=[d for d in diagnoses if status.get(d.case_id) in BLAMED],
        helped=list(_helped(known, comparison.cases, replay)),
        entries=[_entries(case, replay) for case in cases if _asked(case, replay)],
    )
    return Effects(
        documents=tuple(
            _effect(change, found, replay, acl_field)
            for change in sorted(diff.changes, key=lambda change: change.path)
            if change.kind != "unchanged"
        )
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of the cases."""

    cases: Mapping[str, Case]
    blamed: Sequence[Diagnosis]
    helped: Sequence[tuple[str, frozenset[str]]]
    """(case, paths of a change it owes its improvement to)"""
    entries: Sequence[Mapping[str, Entry]]
    """Of each case, path -> entry."""


def _effect(
    change: DocumentChange, found: _Found, replay: Replay, acl_field: str
) -> DocumentEffect:
    paths = {change.path, change.old_path or change.path}
    entered = [entries[change.path] for entries in found.entries if change.path in entries]
    cases = [found.cases[entry.case_id] for entry in entered]
    return DocumentEffect(
        path=change.path,
        kind=change.kind,
        helped=tuple(sorted({case_id for case_id, by in found.helped if paths & by})),
        hurt=tuple(sorted(d.case_id for d in found.blamed if not paths.isdisjoint(d.documents))),
        entered=tuple(sorted(entered, key=lambda entry: entry.case_id)),
        altered=tuple(sorted(e.case_id for e in entered if _altered(e.case_id, replay))),
        hub=_is_hub(change.source_id, cases, len(found.cases)),
        new_readers=_new_readers(change, replay, acl_field),
    )


def _helped(
    cases: Mapping[str, Case], compared: Sequence[CaseComparison], replay: Replay
) -> Iterator[tuple[str, frozenset[str]]]:
    """(case, paths) for each change whose undoing alone takes an improvement back."""
    for comparison in compared:
        if comparison.status != "improved":
            continue
        case = cases[comparison.case_id]
        for number in _seen_units(case, replay):
            if replay.compare(case, frozenset((number,))).status != "improved":
                yield case.id, frozenset(replay.worlds.units[number].paths)


def _seen_units(case: Case, replay: Replay) -> list[int]:
    """Units with text in a context of the case or among its expected sources."""
    sources = {s.partition("#")[0] for side in SIDES for s in case.on(side).expected_source_ids}
    sources |= {hit.source_id for side in SIDES for hit in _record(side, case, replay).context}
    units = replay.worlds.units
    return [n for n, unit in enumerate(units) if not sources.isdisjoint(unit.old | unit.new)]


def _asked(case: Case, replay: Replay) -> bool:
    return all(replay.records[side].get(case.id) for side in SIDES)


def _record(side: Side, case: Case, replay: Replay) -> RunRecord:
    """Retrieval has no dice, so the first trial speaks for all."""
    return replay.records[side][case.id][0]


def _entries(case: Case, replay: Replay) -> dict[str, Entry]:
    """Path -> how a document entered the context of a case."""
    old, new = (_record(side, case, replay) for side in SIDES)
    before, after = ({hit.text_hash for hit in record.context} for record in (old, new))
    documents = {side: replay.worlds.texts[side].documents for side in SIDES}
    gone = {
        documents["baseline"][hit.source_id].path
        for hit in old.context
        if hit.text_hash not in after and hit.source_id in documents["baseline"]
    }
    labels = {s.partition("#")[0] for s in case.on("candidate").expected_source_ids}
    expected = min((hit.rank for hit in new.retrieved if hit.source_id in labels), default=None)
    found: dict[str, Entry] = {}
    for hit in new.context:
        if hit.text_hash in before or hit.source_id not in documents["candidate"]:
            continue
        path = documents["candidate"][hit.source_id].path
        above = bool(labels) and hit.source_id not in labels
        found.setdefault(
            path,
            Entry(
                case_id=case.id,
                rank=hit.rank,
                displaced=tuple(sorted(gone - {path})),
                above_expected=above and (expected is None or hit.rank < expected),
            ),
        )
    return found


def _altered(case_id: str, replay: Replay) -> bool:
    old, new = (replay.records[side][case_id][0] for side in SIDES)
    return (old.answer, old.refused) != (new.answer, new.refused)


def _is_hub(source_id: str, entered: Sequence[Case], all_cases: int) -> bool:
    """Whether a document entered many cases that expect neither it nor what another one expects."""
    taken: set[str] = set()
    unrelated = 0
    for case in entered:
        labels = {s.partition("#")[0] for s in case.on("candidate").expected_source_ids}
        if source_id not in labels and taken.isdisjoint(labels):
            taken |= labels
            unrelated += 1
    return unrelated >= max(HUB_CASES, HUB_SHARE * all_cases)


def _new_readers(change: DocumentChange, replay: Replay, acl_field: str) -> tuple[str, ...]:
    texts = replay.worlds.texts
    new = texts["candidate"].documents.get(change.source_id)
    old = texts["baseline"].documents.get(change.old_source_id or change.source_id)
    before, after = _readers(old, acl_field), _readers(new, acl_field)
    return () if EVERYONE in before else tuple(sorted(after - before))


def _readers(document: Document | None, acl_field: str) -> frozenset[str]:
    if document is None:
        return frozenset()
    words = groups(document.metadata, acl_field)
    return frozenset(
        EVERYONE if word == OPEN else json.loads(word.removeprefix("group:")) for word in words
    )

"""What changed in the corpus, by effect: which documents hurt or helped which cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from harness.model.changes import DocumentDiff
from harness.model.corpus import ChangeKind, DocumentChange
from harness.model.effects import EVERYONE, DocumentEffect
from harness.report.cases import GOOD, Lookups
from harness.report.changes import by_path, text_diff
from harness.report.context import CaseRef, CorpusPart, DocumentPart, KindCount, RunArtefacts

CHANGES: tuple[ChangeKind, ...] = get_args(ChangeKind)

NO_EFFECT = DocumentEffect(path="", kind="unchanged")


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the changed documents, by path."""

    anchors: Mapping[str, str]
    effects: Mapping[str, DocumentEffect] | None
    """``None`` where nobody replayed the cases: then the diagnoses speak."""
    diagnosed: Mapping[str, Sequence[CaseRef]]
    """Cases whose diagnosis names the document."""
    changes: Mapping[str, DocumentDiff]
    look: Lookups


def corpus_part(artefacts: RunArtefacts, look: Lookups, rows: Mapping[str, str]) -> CorpusPart:
    """Documents with an effect first, those that hurt most at the top.

    Args:
        artefacts: of the run.
        look: what is known of cases and documents.
        rows: path -> element id of each changed document.
    """
    changes = artefacts.manifest_diff.changes
    counts = Counter(change.kind for change in changes)
    found = artefacts.effects
    known = _Known(
        anchors=rows,
        effects=None if found is None else {effect.path: effect for effect in found.documents},
        diagnosed=_diagnosed(artefacts, look),
        changes=by_path(artefacts.changes),
        look=look,
    )
    parts = [_document(change, known) for change in changes if change.path in rows]
    parts.sort(key=_effect_order)
    return CorpusPart(
        baseline=artefacts.manifest_diff.baseline,
        candidate=artefacts.manifest_diff.candidate,
        counts=tuple(KindCount(kind, counts[kind]) for kind in CHANGES if counts[kind]),
        with_effect=tuple(part for part in parts if _has_effect(part)),
        without_effect=tuple(part for part in parts if not _has_effect(part)),
    )


def _diagnosed(artefacts: RunArtefacts, look: Lookups) -> dict[str, list[CaseRef]]:
    """Path -> cases whose diagnosis names it, in the order of the comparison."""
    touched: dict[str, list[CaseRef]] = {}
    for case in artefacts.comparison.cases:
        diagnosis = look.diagnoses.get(case.case_id)
        for path in diagnosis.documents if diagnosis else ():
            touched.setdefault(path, []).append(look.refs[case.case_id])
    return touched


def _document(change: DocumentChange, known: _Known) -> DocumentPart:
    look = known.look
    paths = dict.fromkeys([change.path, change.old_path or change.path])
    named = list(dict.fromkeys(ref for path in paths for ref in known.diagnosed.get(path, ())))
    good = [ref for ref in named if ref.status in GOOD]
    if known.effects is None:
        effect, hurt = NO_EFFECT, [ref for ref in named if ref.status not in GOOD]
    else:
        effect = known.effects.get(change.path, NO_EFFECT)
        hurt = _refs(effect.hurt, look)
    helped = list(dict.fromkeys([*_refs(effect.helped, look), *good]))
    entered = _refs([entry.case_id for entry in effect.entered], look)
    text = known.changes.get(change.path)
    return DocumentPart(
        anchor=known.anchors[change.path],
        kind=change.kind,
        path=change.path,
        old_path=change.old_path or "",
        url=look.document(change.path).url,
        baseline_sha256=change.sha256.get("baseline") or "",
        candidate_sha256=change.sha256.get("candidate") or "",
        metadata_changed=change.metadata_changed,
        only_metadata=change.kind == "modified" and not change.body_changed,
        hurt=tuple(hurt),
        helped=tuple(helped),
        entered=tuple(ref for ref in entered if ref not in hurt and ref not in helped),
        above=tuple(_refs(effect.to_review, look)),
        hub=effect.hub,
        # That everyone can read a new document of an open corpus is no news.
        new_readers=() if _as_expected(change, effect) else effect.new_readers,
        sentences=len(text.sentences) if text else 0,
        risky=sum(sentence.risk == "high" for sentence in text.sentences) if text else 0,
        text=text_diff(text, look.document, look.policy) if text else None,
    )


def _as_expected(change: DocumentChange, effect: DocumentEffect) -> bool:
    return change.kind == "added" and effect.new_readers == (EVERYONE,)


def _refs(case_ids: Sequence[str], look: Lookups) -> list[CaseRef]:
    return [look.refs[case_id] for case_id in case_ids if case_id in look.refs]


def _has_effect(part: DocumentPart) -> bool:
    return bool(part.hurt or part.helped or part.above or part.hub or part.new_readers)


def _effect_order(part: DocumentPart) -> tuple[int, int, bool, int, int, str]:
    """Most harm first, then what a person should look at, then most good."""
    return (
        -len(part.hurt),
        -len(part.above),
        not (part.hub or part.new_readers),
        -len(part.helped),
        -len(part.entered),
        part.path,
    )

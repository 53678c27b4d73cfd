"""What a diagnosis looks at: both corpora, what changed between them, and both records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.changes import diff_documents
from harness.diagnosis.edits import Hide
from harness.diagnosis.expected import Carrier, block_texts, carrier
from harness.model.case import Case
from harness.model.changes import DocumentDiff
from harness.model.comparison import Evidence, PairedCheck
from harness.model.corpus import DocumentChange, ManifestDiff
from harness.model.diagnosis import Kind
from harness.model.document import Document
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.text import fold, words

_FEWEST_WORDS = 3
"""Fewer words are found in any comment."""


@dataclass(frozen=True, slots=True)
class Loss:
    """How a passage was lost at the source."""

    kind: Kind
    documents: tuple[str, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How documents are read for people."""

    acl_field: str = "acl"
    """Key of the front matter that holds the access list."""
    hide: Hide = str
    """Takes secrets and personal data out of a whole text, before parts of it are quoted."""


PLAIN = Reading()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything at hand, indexed."""

    cases: Mapping[str, Case]
    texts: Mapping[Side, CorpusText]
    records: Mapping[Side, Mapping[str, RunRecord]]
    changes: Mapping[str, DocumentChange]
    """By candidate path, and by baseline path where that differs."""
    edits: Mapping[str, DocumentDiff]
    """What was changed in each document, by the same paths."""
    hide: Hide
    """What sentences about edits say of a text."""

    @staticmethod
    def of(
        cases: Sequence[Case],
        diff: ManifestDiff,
        texts: Mapping[Side, CorpusText],
        records: Mapping[Side, Sequence[RunRecord]],
        reading: Reading = PLAIN,
    ) -> Scene:
        changes: dict[str, DocumentChange] = {}
        for change in diff.changes:
            changes[change.path] = change
            if change.old_path:
                changes.setdefault(change.old_path, change)
        edits = diff_documents(
            diff,
            texts["baseline"].documents,
            texts["candidate"].documents,
            acl_field=reading.acl_field,
        )
        return Scene(
            cases={case.id: case for case in cases},
            texts=texts,
            records={side: {r.case_id: r for r in reversed(records[side])} for side in SIDES},
            changes=changes,
            edits={path: edit for edit in edits for path in (edit.old_path, edit.path) if path},
            hide=reading.hide,
        )

    def carrier(self, case_id: str, check: PairedCheck, side: Side) -> Carrier | None:
        """The chunk that carries what a case expects on a side."""
        record = self.records[side][case_id]
        return carrier(self.cases[case_id], check, side, self.texts, record)

    def age(self, chunk_id: str) -> str:
        """What became of the document of a candidate's chunk, for people."""
        chunk = self.texts["candidate"].chunks.get(chunk_id)
        return f"{chunk.path}, {self.age_of(chunk.path)}" if chunk else "not in the index"

    def age_of(self, path: str) -> str:
        """``new``, ``changed`` or ``old``."""
        change = self.changes.get(path)
        if change is None or change.kind == "unchanged":
            return "old"
        return "new" if change.kind == "added" else "changed"

    def asking(self, case_id: str) -> str:
        """Who asks a case, and with which filters."""
        case = self.cases[case_id]
        who = f"asked by {', '.join(case.principal) or 'no group'}"
        return f"{who}, with filters {case.filters}" if case.filters else who

    def wording(self, check: PairedCheck) -> list[str]:
        """The text that supported a check on the baseline, block by block."""
        text = self.texts["baseline"]
        return [t for evidence in check.baseline_evidence for t in block_texts(evidence, text)]

    def reordered(self, case_id: str) -> bool:
        """Whether both contexts hold the same text, each in its own order."""
        old, new = ([h.text_hash for h in self.records[s][case_id].context] for s in SIDES)
        return old != new and sorted(old) == sorted(new)

    def changed(self, path: str) -> bool:
        """Whether the document at a path differs between the versions."""
        change = self.changes.get(path)
        return change is not None and change.kind != "unchanged"

    def paths(self, side: Side, evidence: Iterable[Evidence]) -> tuple[str, ...]:
        """Paths of the documents some evidence stands in, sorted."""
        documents = self.texts[side].documents
        found = {documents[e.source_id].path for e in evidence if e.source_id in documents}
        return tuple(sorted(found))

    def changed_labels(self, case_id: str) -> tuple[str, ...]:
        """Paths of the expected documents of either side that differ between the versions."""
        case = self.cases[case_id]
        found: set[str] = set()
        for side in SIDES:
            for label in case.on(side).expected_source_ids:
                document = self.texts[side].documents.get(label.partition("#")[0])
                if document is not None and self.changed(document.path):
                    found.add(document.path)
        return tuple(sorted(found))

    def newcomers(self, case_id: str) -> tuple[str, ...]:
        """Changed documents in the candidate's context with text that the baseline's had not."""
        old = {hit.text_hash for hit in self.records["baseline"][case_id].context}
        documents = self.texts["candidate"].documents
        found = {
            documents[hit.source_id].path
            for hit in self.records["candidate"][case_id].context
            if hit.text_hash not in old and hit.source_id in documents
        }
        return tuple(sorted(path for path in found if self.changed(path)))

    def same_prompt(self, case_id: str) -> bool:
        """Whether the generator was given the same request on both sides."""
        old, new = (self.records[side][case_id].runtime.prompt_hash for side in SIDES)
        return bool(old) and old == new

    def loss(self, check: PairedCheck) -> Loss:
        """How the passage that supported a fact on the baseline was lost."""
        sources = self.paths("baseline", check.baseline_evidence)
        reason = check.candidate_reason
        if check.check == "fact_in_force":  # the passage stands; text was put around it
            around = self.paths("candidate", check.candidate_evidence)
            return Loss("content_edited", around or sources, reason)
        if check.state == "moved":
            found = self.paths("candidate", check.candidate_evidence)
            # A document that always held the same words received nothing.
            targets = [path for path in found if self.changed(path)]
            both = tuple(sorted({*sources, *targets}))
            return Loss("content_moved", both, reason)
        closed = tuple(path for path in sources if self._closed(path, check))
        if closed:
            return Loss("filtered_out", closed, reason)
        text = self.texts["baseline"]
        wording = [" ".join(block_texts(piece, text)) for piece in check.baseline_evidence]
        hidden = self._hidden_in(sources, wording)
        if hidden:
            explanation = f"the passage is hidden in {', '.join(hidden)}: a reader does not see it"
            return Loss("content_hidden", hidden, explanation)
        torn = self._torn_into(sources, wording)
        if torn:
            both = tuple(sorted({*sources, *torn}))
            explanation = (
                f"part of the passage stands in {', '.join(torn)} without what gave it its meaning"
            )
            return Loss("content_moved", both, explanation)
        kind: Kind = "content_edited" if check.state == "edited" else "content_removed"
        return Loss(kind, sources, reason)

    def _closed(self, path: str, check: PairedCheck) -> bool:
        """The same words still stand there, so it is the access to them that is gone."""
        if check.state != "gone":
            return False
        before = {evidence.text_hash for evidence in check.baseline_evidence}
        after = self.paths("candidate", check.candidate_evidence)
        same = {evidence.text_hash for evidence in check.candidate_evidence} == before
        return same and path in after

    def _hidden_in(self, paths: Sequence[str], wording: Sequence[str]) -> tuple[str, ...]:
        found = []
        for path in paths:
            document = self._candidate_at(path)
            if document is None:
                continue
            hidden = [words(part.text) for part in document.hidden]
            if any(_in_order(words(text), piece) for text in wording for piece in hidden):
                found.append(path)
        return tuple(found)

    def _torn_into(self, paths: Sequence[str], wording: Sequence[str]) -> tuple[str, ...]:
        """Other changed documents that hold the bare words of a passage."""
        wanted = {fold(text) for text in wording if text}
        return tuple(
            sorted(
                document.path
                for document in self.texts["candidate"].documents.values()
                if document.path not in paths
                and self.changed(document.path)
                and any(fold(block.text) in wanted for block in document.blocks)
            )
        )

    def _candidate_at(self, path: str) -> Document | None:
        documents = self.texts["candidate"].documents.values()
        return next((document for document in documents if document.path == path), None)


def _in_order(wanted: Sequence[str], held: Sequence[str]) -> bool:
    """Whether words stand in others in this order; hidden text has markup and links in between."""
    rest = iter(held)
    return len(wanted) >= _FEWEST_WORDS and all(word in rest for word in wanted)

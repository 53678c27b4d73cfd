"""The second half of the job: records compared, explained and judged. Runs no stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.blame import Evidence
from harness.changes import diff_documents
from harness.checks.library import Stock
from harness.comparison import SideInput, compare
from harness.coverage import Asked, cover
from harness.diagnosis import Reading, diagnose
from harness.gate import decide
from harness.job.inputs import Inputs
from harness.model.changes import DocumentDiff
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.coverage import Coverage
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import Finding, GateResult
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.pipeline.versions import Version
from harness.report import redact
from harness.review import Found, settle

Records = Mapping[Side, Sequence[RunRecord]]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that records are judged by."""

    inputs: Inputs
    diff: ManifestDiff
    versions: Mapping[Side, Version]
    stock: Stock
    records: Records

    @property
    def texts(self) -> dict[Side, CorpusText]:
        """The text of both corpus versions."""
        return {side: self.versions[side].text for side in SIDES}

    def compared(self, outside: Outside = NOTHING_OUTSIDE) -> Comparison:
        """The comparison, given what others (a judge, commands, ragas) say of the answers."""
        old, new = (SideInput(self.records[side], self.texts[side], outside) for side in SIDES)
        return compare(
            self.inputs.cases,
            old,
            new,
            ks=self.inputs.release.metrics.k,
            stock=self.stock,
            scopes=self.inputs.policy.scopes,
        )

    def diagnoses(self, comparison: Comparison) -> tuple[Diagnosis, ...]:
        """Why each case that is not simply unchanged differs, by what the two texts show."""
        return diagnose(
            comparison,
            self.inputs.cases,
            self.diff,
            self.texts,
            self.records,
            Reading(self.inputs.release.corpus.acl_field, hide=redact),
        )

    def evidence(self, comparison: Comparison, outside: Outside) -> Evidence:
        """What blame replays cases with."""
        return Evidence(
            cases=self.inputs.cases,
            diff=self.diff,
            indexes={side: self.versions[side].index for side in SIDES},
            texts=self.texts,
            stock=self.stock,
            records=self.records,
            comparison=comparison,
            ks=self.inputs.release.metrics.k,
            outside=outside,
        )

    def verdict(
        self,
        comparison: Comparison,
        diagnoses: Sequence[Diagnosis],
        beside: Sequence[Finding] = (),
        effects: Effects | None = None,
    ) -> GateResult:
        """The policy applied, and the decisions of people on top of it."""
        gate = decide(self.inputs.policy, comparison, diagnoses, beside, effects)
        found = Found(comparison, self.inputs.cases, self.records)
        return settle(gate, self.inputs.policy, found, self.inputs.decisions, self.inputs.commits)

    def changes(self) -> tuple[DocumentDiff, ...]:
        """What changed, document by document, as a person reads it."""
        texts = self.texts
        return diff_documents(
            self.diff,
            texts["baseline"].documents,
            texts["candidate"].documents,
            acl_field=self.inputs.release.corpus.acl_field,
        )

    def coverage(self, changes: Sequence[DocumentDiff], comparison: Comparison) -> Coverage:
        """Which of the changes the cases ask about."""
        texts = self.texts
        chunks = {side: texts[side].chunks for side in SIDES}
        return cover(changes, self.inputs.cases, Asked(self.records, chunks, comparison))

"""A case asked again in a corpus that never was, and compared with the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harness.blame.heard import Heard, Records
from harness.blame.worlds import Worlds
from harness.checks.view import SideView
from harness.comparison import compare_views
from harness.generation.base import Generator
from harness.llm.provider import LlmProvider
from harness.model.case import Case
from harness.model.comparison import CaseComparison
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.record import RunRecord
from harness.model.search import Answer, Embed, Hit, IndexReader, Query, Role
from harness.pipeline.ask import Question, Stages, ask

if TYPE_CHECKING:
    from harness.model.search import Vector, Vectors

NOT_REPLAYED = "not_replayed"
"""Kind of the error in a replay whose context no known answer was made from."""

Context = tuple[int, tuple[tuple[str, str], ...]]
"""Trial, and (chunk id, text hash) of what the generator was given."""


class MemoEmbed:
    """An embedder that keeps in memory what it was asked: replays ask the same again and again."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[tuple[str, Role], Vector] = {}

    def __call__(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dim) float32, rows L2-normalised, in the order of ``texts``."""
        import numpy as np

        missing = list(dict.fromkeys(text for text in texts if (text, role) not in self._known))
        if missing or not texts:
            rows = self._embed(missing, role)
            if not texts:
                return rows
            self._known.update({(t, role): row for t, row in zip(missing, rows, strict=True)})
        return np.stack([self._known[text, role] for text in texts])


class _Silent(Generator):
    """Stands in for a generator that costs money or time."""

    def run(self, query: Query, context: Sequence[Hit], embed: Embed, trial: int) -> Answer:  # noqa: ARG002 - says nothing
        """No answer."""
        message = "this context was not given to the model again"
        return Answer("", (), False, "", error_kind=NOT_REPLAYED, error_message=message)  # noqa: FBT003


@dataclass
class Allowance:
    """Calls to a model that blame may still make."""

    generations: int = 0


class Replay:
    """Asks cases of mixtures of the two versions.

    A generator without a model is run again. The answers of a model are taken from the records
    where the context is the same, chunk by chunk; for another context it is asked as long as
    the allowance lasts, and after that there is no answer: then only mixtures that bring an
    old context back can restore an answer.
    """

    def __init__(
        self,
        worlds: Worlds,
        stages: Stages,
        records: Records,
        ks: Sequence[int],
        allowance: Allowance | None = None,
        outside: Outside = NOTHING_OUTSIDE,
    ) -> None:
        self.worlds = worlds
        self.stages = replace(stages, embed=MemoEmbed(stages.embed))
        self.records = records
        self._ks = ks
        self._allowance = allowance or Allowance()
        self._heard = Heard(outside, records)
        self._paid = isinstance(stages.generator, LlmProvider)
        self._everything = frozenset(range(len(worlds.units)))
        self._answers: dict[str, dict[Context, RunRecord]] = {}
        self._baselines: dict[str, SideView] = {}

    @property
    def paid(self) -> bool:
        """Whether answers come from a model that is called."""
        return self._paid

    def compare(self, case: Case, returned: frozenset[int]) -> CaseComparison:
        """The case's comparison with a mixture as the candidate."""
        with self.worlds.reader(returned) as index:
            return self.compare_on(case, index, returned)

    def compare_on(
        self, case: Case, index: IndexReader, returned: frozenset[int]
    ) -> CaseComparison:
        """The same on an index of the mixture that is at hand."""
        trials = self.records["candidate"][case.id]
        asked = trials if self._paid else trials[:1]
        records = tuple(self._record(Question(case, "candidate", r.trial), index) for r in asked)
        heard = self._heard.of(case.id, records)
        view = SideView("candidate", case, records, self.worlds.library(returned), heard)
        return compare_views(self._baseline(case), view, self._ks)

    def _baseline(self, case: Case) -> SideView:
        if case.id not in self._baselines:
            library = self.worlds.library(self._everything)
            records = self.records["baseline"][case.id]
            self._baselines[case.id] = SideView(
                "baseline", case, records, library, self._heard.outside
            )
        return self._baselines[case.id]

    def _record(self, question: Question, index: IndexReader) -> RunRecord:
        if not self._paid:
            return ask(question, index, self.stages)[0]
        record, _ = ask(question, index, replace(self.stages, generator=_Silent()))
        known = self._known(question.case.id)
        key = _context(record)
        if key not in known and self._allowance.generations > 0:
            self._allowance.generations -= 1
            known[key], _ = ask(question, index, self.stages)
        return _answered(record, known[key]) if key in known else record

    def _known(self, case_id: str) -> dict[Context, RunRecord]:
        if case_id not in self._answers:
            both = (*self.records["candidate"][case_id], *self.records["baseline"][case_id])
            self._answers[case_id] = {_context(record): record for record in both}
        return self._answers[case_id]


def _context(record: RunRecord) -> Context:
    return record.trial, tuple((hit.chunk_id, hit.text_hash) for hit in record.context)


def _answered(record: RunRecord, known: RunRecord) -> RunRecord:
    """``record`` with the answer of another one with the same context."""
    taken = ("answer", "citations", "refused", "error", "runtime")
    return record.model_copy(update={name: getattr(known, name) for name in taken})

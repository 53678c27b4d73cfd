"""The first half of the job: both corpora made ready, every case asked on both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from harness import aside
from harness.checks.library import Stock
from harness.job.inputs import Inputs, Order
from harness.job.judging import Records, Scene
from harness.model.case import Case
from harness.model.corpus import ManifestDiff
from harness.model.gate import GateResult
from harness.model.measurement import Measurement
from harness.model.noise import Noise
from harness.model.outside import Outside
from harness.model.progress import Progress
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import Stages, stages
from harness.pipeline.execute import Ledger, execute
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.versions import Version, prepare
from harness.registry import expect
from harness.vectors.base import Embedder
from harness.vectors.cache import CachedEmbedder


@dataclass(frozen=True, slots=True)
class OpenRun:
    """The folder of a run and what is written down in it, read once."""

    folder: RunFolder
    ledgers: Mapping[Side, Ledger]

    @staticmethod
    def of(folder: RunFolder) -> OpenRun:
        """The run in ``folder``; HarnessError where its records are not those that were sealed."""
        return OpenRun(folder, {side: Ledger.of(folder, side) for side in SIDES})

    @property
    def finished(self) -> int:
        """Records that are there."""
        return sum(ledger.log.count for ledger in self.ledgers.values())


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking."""

    scene: Scene
    noise: Noise
    measurements: Mapping[tuple[Side, str], tuple[Measurement, ...]]
    """By side and case id."""
    embedded: int
    """Texts given to the embedding model."""
    reused: int
    """Texts whose vectors were there."""


def ask_all(
    inputs: Inputs,
    diff: ManifestDiff,
    opened: OpenRun,
    places: Places,
    order: Order | None,
    progress: Progress,
) -> Asked:
    """Ask every case (or those of ``order``, batch by batch) on both corpus versions."""
    release = inputs.release
    embed = CachedEmbedder(expect(release.pipeline.embedding, Embedder), places.vectors, progress)
    try:
        versions: dict[Side, Version] = {
            side: prepare(side, inputs.manifests[side], release, embed, places.indexes, progress)
            for side in SIDES
        }
        work = _Work(
            inputs=inputs,
            diff=diff,
            opened=opened,
            versions=versions,
            stock=Stock(*(versions[side].text for side in SIDES)),
            ready=stages(release, embed.quiet),
            ragas=aside.Measuring(
                release, versions, opened.folder, embed.quiet, progress, inputs.kept.measurements
            ),
            progress=progress,
        )
        records = _in_turn(inputs.cases, order, work.ask, work.look)
        return Asked(
            scene=work.scene(inputs, records),
            noise=work.noise(records),
            measurements=work.ragas.measured(inputs.cases, records),
            embedded=embed.embedded,
            reused=embed.reused,
        )
    finally:
        embed.close()


@dataclass(frozen=True, slots=True)
class _Work:
    """What asking needs at hand."""

    inputs: Inputs
    diff: ManifestDiff
    opened: OpenRun
    versions: Mapping[Side, Version]
    stock: Stock
    ready: Stages
    ragas: aside.Measuring
    progress: Progress

    def ask(self, cases: Sequence[Case]) -> Records:
        """The records of some cases on both sides."""
        trials = range(self.inputs.release.trials)
        return {
            side: execute(cases, self.versions[side], ledger, self.ready, trials, self.progress)
            for side, ledger in self.opened.ledgers.items()
        }

    def look(self, cases: Sequence[Case], records: Records) -> GateResult:
        """The verdict on some cases, before the others are asked."""
        some = replace(self.inputs, cases=tuple(cases), exam=())
        scene = self.scene(some, records)
        measured = Outside(measurements=self.ragas.measured(cases, records))
        comparison = scene.compared(measured)
        return scene.verdict(comparison, scene.diagnoses(comparison))

    def scene(self, inputs: Inputs, records: Records) -> Scene:
        """All that the records of these inputs are judged by."""
        return Scene(inputs, self.diff, self.versions, self.stock, records)

    def noise(self, records: Records) -> Noise:
        """How often a case flips on the baseline against itself, where that is asked for."""
        asking = aside.Asking(
            self.versions["baseline"], self.opened.folder, self.ready, self.progress
        )
        cases = self.inputs.cases
        return aside.measured_noise(self.inputs.release, cases, records["baseline"], asking)


def _in_turn(
    cases: Sequence[Case],
    order: Order | None,
    ask: Callable[[Sequence[Case]], Records],
    look: Callable[[Sequence[Case], Records], GateResult],
) -> Records:
    """Ask batch by batch, and look at what came of each before the next."""
    if order is None or not order.batches:
        return ask(cases if order is None else ())
    by_id = {case.id: case for case in cases}
    *others, last = ([by_id[case_id] for case_id in batch] for batch in order.batches)
    for batch in others:
        records = ask(batch)
        if not order.go_on(look(batch, records)):
            return records
    return ask(last)

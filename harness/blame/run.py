"""Blame for every case of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from harness.blame.blame import Blamer
from harness.blame.confirm import building
from harness.blame.effects import effects
from harness.blame.heard import Records
from harness.blame.ranks import with_ranks
from harness.blame.replay import Allowance, Replay
from harness.blame.units import units
from harness.blame.worlds import Worlds
from harness.checks.library import Stock
from harness.config import Release
from harness.config.release import BlameSettings
from harness.index.base import IndexProvider, OpenIndex
from harness.model.case import Case
from harness.model.comparison import Comparison
from harness.model.corpus import ManifestDiff
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.outside import NOTHING_OUTSIDE, Outside
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import Stages, stages
from harness.pipeline.places import Places
from harness.registry import expect
from harness.vectors.base import Embedder
from harness.vectors.cache import CachedEmbedder


@dataclass(frozen=True, slots=True)
class Evidence:
    """A finished run: what was asked, what came out, and the open indexes."""

    cases: Sequence[Case]
    diff: ManifestDiff
    indexes: Mapping[Side, OpenIndex]
    texts: Mapping[Side, CorpusText]
    stock: Stock
    records: Mapping[Side, Sequence[RunRecord]]
    comparison: Comparison
    ks: Sequence[int]
    outside: Outside = NOTHING_OUTSIDE
    """What a judge and users' programs said of the answers."""

    def replay(self, provider: IndexProvider, stages: Stages, generations: int) -> Replay:
        """Cases of this run, ready to be asked of mixtures of its two corpora."""
        worlds = Worlds(
            units=units(self.diff),
            texts=self.texts,
            contents={side: self.indexes[side].content for side in SIDES},
            provider=provider,
            stock=self.stock,
        )
        return Replay(
            worlds,
            stages,
            _by_case(self.records),
            self.ks,
            Allowance(generations),
            self.outside,
        )


@dataclass(frozen=True, slots=True)
class Explained:
    """Why cases got worse, by case and by document."""

    diagnoses: tuple[Diagnosis, ...]
    effects: Effects


def explain(
    diagnoses: Sequence[Diagnosis],
    evidence: Evidence,
    release: Release,
    places: Places,
    progress: Progress,
) -> Explained:
    """Blame for every diagnosis, and the effect of every changed document."""
    embed = CachedEmbedder(expect(release.pipeline.embedding, Embedder), places.vectors, progress)
    provider = expect(release.pipeline.index, IndexProvider).of_counterfactuals()
    settings = release.blame
    try:
        replay = evidence.replay(provider, stages(release, embed.quiet), settings.generations)
        blamed = blame_all(diagnoses, evidence, replay, settings, places.counterfactuals, progress)
        found = effects(
            evidence.diff,
            evidence.cases,
            evidence.comparison,
            blamed,
            replay,
            acl_field=release.corpus.acl_field,
        )
    finally:
        embed.close()
    return Explained(blamed, found)


def blame_all(
    diagnoses: Sequence[Diagnosis],
    evidence: Evidence,
    replay: Replay,
    settings: BlameSettings,
    folder: Path,
    progress: Progress,
) -> tuple[Diagnosis, ...]:
    """The diagnoses with full ranks and what their cases are blamed on.

    Counterfactual indexes are built in ``folder`` and removed again.
    """
    cases = {case.id: case for case in evidence.cases}
    compared = {case.case_id: case for case in evidence.comparison.cases}
    build = building(folder, replay.worlds, evidence.diff, replay.stages.embed)
    progress.start("Finding the documents behind it", len(diagnoses))
    try:
        with build if settings.confirm else nullcontext() as builder:
            blamer = Blamer(replay, builder, settings.replays)
            found = []
            for diagnosis in diagnoses:
                case_id = diagnosis.case_id
                case, comparison = cases[case_id], compared[case_id]
                ranked = with_ranks(diagnosis, case, comparison, replay)
                found.append(blamer.blame(case, comparison, ranked))
                progress.advance()
    finally:
        progress.finish()
    return tuple(found)


def _by_case(records: Mapping[Side, Sequence[RunRecord]]) -> Records:
    found: dict[Side, dict[str, tuple[RunRecord, ...]]] = {}
    for side in SIDES:
        table: dict[str, list[RunRecord]] = defaultdict(list)
        for record in records[side]:
            table[record.case_id].append(record)
        found[side] = {
            case_id: tuple(sorted(mine, key=lambda record: record.trial))
            for case_id, mine in table.items()
        }
    return found

"""Where the expected chunk stands in each branch, beyond the ranks that a run keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from harness.blame.replay import Replay
from harness.blame.units import Unit
from harness.diagnosis import carrier, first_difference
from harness.model.case import Case
from harness.model.comparison import CaseComparison, PairedCheck
from harness.model.diagnosis import Diagnosis
from harness.model.search import IndexReader
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import make_query
from harness.retrieval.base import Ranked
from harness.retrieval.hybrid import reciprocal_rank_fusion

_RRF_K = 60
"""For retrievers of plugins that fuse without telling their constant."""
_SHOWN = 5
"""Overtaking chunks named in each branch."""
_RETRIEVED = ("outranked", "context_cut", "rechunked")
"""Kinds that say the text is in the corpus but did not reach the context."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Every chunk that the question may see, ranked in every branch of retrieval."""

    chunk_id: str
    """The expected one."""
    branches: Mapping[str, tuple[str, ...]]
    """Branch -> chunk ids, best first."""
    visible: bool
    """Whether access rules and filters let the expected chunk through."""

    def rank(self, branch: str) -> int | None:
        """Rank of the expected chunk, from 1."""
        ranked = self.branches.get(branch, ())
        return ranked.index(self.chunk_id) + 1 if self.chunk_id in ranked else None

    def above(self, branch: str) -> tuple[str, ...]:
        """The chunks above the expected one, all of them where it is not ranked."""
        rank = self.rank(branch)
        ranked = self.branches.get(branch, ())
        return ranked if rank is None else ranked[: rank - 1]


def with_ranks(
    diagnosis: Diagnosis, case: Case, comparison: CaseComparison, replay: Replay
) -> Diagnosis:
    """The diagnosis with full ranks; ``filtered_out`` where a filter hides the expected chunk now."""
    check = first_difference(comparison)
    if check is None or diagnosis.kind not in _RETRIEVED or check.layer != "retrieval":
        return diagnosis
    ladders = {side: _ladder(side, case, check, replay) for side in SIDES}
    old, new = ladders["baseline"], ladders["candidate"]
    if old is None or new is None:
        return diagnosis
    ages = {source: "new" for unit in replay.worlds.units for source in unit.new - unit.old}
    ages |= {source: "changed" for unit in replay.worlds.units for source in unit.new & unit.old}
    found = diagnosis.model_copy(
        update={"evidence": (*diagnosis.evidence, *_sentences(old, new, ages, replay))}
    )
    return _filtered(found, new, case, replay.worlds.units) if old.visible > new.visible else found


def _filtered(diagnosis: Diagnosis, new: Ladder, case: Case, units: Collection[Unit]) -> Diagnosis:
    source = new.chunk_id.partition("#")[0]
    paths = sorted(path for unit in units if source in unit.new for path in unit.paths)
    asking = f"principal {list(case.principal)}, filters {dict(case.filters)}"
    text = f"{new.chunk_id} is in the index, but hidden from this question: {asking}"
    update = {"kind": "filtered_out", "stage": "filter", "explanation": text}
    return diagnosis.model_copy(update={**update, "documents": tuple(paths or diagnosis.documents)})


def _ladder(side: Side, case: Case, check: PairedCheck, replay: Replay) -> Ladder | None:
    worlds = replay.worlds
    expected = carrier(case, check, side, worlds.texts, replay.records[side][case.id][0])
    if expected is None:
        return None
    chunk_id = expected.chunk.chunk_id
    returned = frozenset(range(len(worlds.units))) if side == "baseline" else frozenset[int]()
    with worlds.reader(returned) as index:
        branches = _branches(case, index, replay)
    # Every chunk has a cosine, so one that the dense branch leaves out was filtered.
    visible = any(found == chunk_id for found, _ in branches["dense"])
    return Ladder(
        chunk_id=chunk_id,
        branches={
            name: tuple(found for found, _ in ranked)
            for name, ranked in branches.items()
            if name in _used(case, replay)
        },
        visible=visible,
    )


def _branches(case: Case, index: IndexReader, replay: Replay) -> dict[str, Ranked]:
    """Both branches to their end, and their fusion."""
    query, limit = make_query(case), len(index.chunks)
    dense = index.dense(replay.stages.embed([query.text], "query")[0], limit, query)
    sparse = index.sparse(query, limit)
    k = getattr(replay.stages.retriever, "rrf_k", _RRF_K)
    return {"dense": dense, "sparse": sparse, "fused": reciprocal_rank_fusion([dense, sparse], k)}


def _used(case: Case, replay: Replay) -> set[str]:
    """The branches that the run's own retrieval went through."""
    records = [replay.records[side][case.id][0] for side in SIDES]
    return {stage for record in records for hit in record.retrieved for stage in hit.stages}


def _sentences(old: Ladder, new: Ladder, ages: Mapping[str, str], replay: Replay) -> Iterator[str]:
    chunks = replay.worlds.texts["candidate"].chunks
    for branch in sorted(old.branches.keys() | new.branches.keys()):
        before, after = old.rank(branch), new.rank(branch)
        yield f"{branch}, full ranking: {_shown(before)} before, {_shown(after)} now"
        if after is None or (before is not None and after <= before):
            continue
        risen = [c for c in new.above(branch) if c not in set(old.above(branch))]
        named = [f"{c} ({chunks[c].path}, {ages.get(chunks[c].source_id, 'old')})" for c in risen]
        if named:
            more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
            yield f"{branch}: overtaken by {', '.join(named[:_SHOWN])}{more}"


def _shown(rank: int | None) -> str:
    return "not ranked" if rank is None else str(rank)

"""Ranked lists of both sides, aligned by chunk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from harness.checks.metrics import falls_under, section_of
from harness.model.record import Retrieved
from harness.model.wire import Side
from harness.report.context import BranchRank, Move, Prose, RankingPart, RankRow, Slope
from harness.report.links import Link, no_link

SHOWN_RANKS = 8
"""Ranks shown beside the chunks that reached the context; stages often keep many more."""

STAGES = ("dense", "sparse", "fused", "rerank")


@dataclass(frozen=True, slots=True)
class Marks:
    """Which chunks a reader should notice."""

    expected: Collection[str]
    """Source ids, ``document`` or ``document#section``."""
    blamed: Collection[str]
    """Source ids of documents."""
    link: Link = no_link
    """Addresses of sections."""


Show = Callable[[Side, str], Prose | None]
"""(side, chunk id) -> the chunk's text as far as the report may show it."""


def align(
    baseline: tuple[Retrieved, ...],
    candidate: tuple[Retrieved, ...],
    marks: Marks,
    show: Show,
) -> RankingPart | None:
    """One row a chunk: candidate order first, then what went, in baseline order."""
    before = {hit.chunk_id: hit for hit in baseline}
    after = {hit.chunk_id: hit for hit in candidate}
    order = [hit.chunk_id for hit in sorted(candidate, key=_by_rank)]
    order += [hit.chunk_id for hit in sorted(baseline, key=_by_rank) if hit.chunk_id not in after]
    kept = [chunk for chunk in order if _worth_showing(before.get(chunk), after.get(chunk))]
    if not kept:
        return None
    stages = _stages([*baseline, *candidate])
    rows = tuple(_row(before.get(chunk), after.get(chunk), stages, marks, show) for chunk in kept)
    return RankingPart(
        rows=rows, slopes=_slopes(rows), left_out=len(order) - len(kept), stages=stages
    )


def _stages(hits: Iterable[Retrieved]) -> tuple[str, ...]:
    return tuple(sorted({stage for hit in hits for stage in hit.stages}, key=_stage_order))


def _by_rank(hit: Retrieved) -> tuple[int, str]:
    return hit.rank, hit.chunk_id


def _worth_showing(*hits: Retrieved | None) -> bool:
    return any(hit is not None and (hit.in_context or hit.rank <= SHOWN_RANKS) for hit in hits)


def _row(
    before: Retrieved | None,
    after: Retrieved | None,
    stages: tuple[str, ...],
    marks: Marks,
    show: Show,
) -> RankRow:
    hit = after or before
    if hit is None:
        raise ValueError("a row needs the chunk on one side at least")
    old = before.rank if before else None
    new = after.rank if after else None
    return RankRow(
        source_id=hit.source_id,
        place=hit.chunk_id.removeprefix(hit.source_id),
        url=marks.link(
            "candidate" if after else "baseline", hit.source_id, section_of(hit.chunk_id)
        ),
        baseline=old,
        candidate=new,
        move=_move(old, new),
        steps=abs(old - new) if old is not None and new is not None else 0,
        in_baseline_context=bool(before and before.in_context),
        in_candidate_context=bool(after and after.in_context),
        expected=any(_belongs(hit, source) for source in marks.expected),
        blamed=hit.source_id in marks.blamed,
        text_changed=bool(before and after and before.text_hash != after.text_hash),
        text_hash=hit.text_hash,
        text=show("candidate" if after else "baseline", hit.chunk_id),
        branches=_branches(before, after, stages),
    )


def _move(old: int | None, new: int | None) -> Move:
    if old is None:
        return "came"
    if new is None:
        return "went"
    return "same" if old == new else "rose" if new < old else "fell"


def _belongs(hit: Retrieved, source: str) -> bool:
    """Whether the chunk lies in an expected ``document`` or ``document#section``."""
    return falls_under(hit.source_id, section_of(hit.chunk_id), source)


def _branches(
    before: Retrieved | None, after: Retrieved | None, stages: tuple[str, ...]
) -> tuple[BranchRank, ...]:
    return tuple(BranchRank(stage, _rank(before, stage), _rank(after, stage)) for stage in stages)


def _rank(hit: Retrieved | None, stage: str) -> int | None:
    standing = hit.stages.get(stage) if hit else None
    return standing.rank if standing else None


def _stage_order(stage: str) -> tuple[int, str]:
    return (STAGES.index(stage) if stage in STAGES else len(STAGES)), stage


def _slopes(rows: tuple[RankRow, ...]) -> tuple[Slope, ...]:
    """Lines on a picture as high as the table, one unit a row."""
    return tuple(
        Slope(y1=min(row.baseline, len(rows)) - 0.5, y2=place + 0.5, move=row.move)
        for place, row in enumerate(rows)
        if row.baseline is not None
    )

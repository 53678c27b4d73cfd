"""Both ranked lists side by side."""

from __future__ import annotations

from harness.model.record import Retrieved, Stage
from harness.report.context import BranchRank, RankRow
from harness.report.ranking import Marks, align

NONE = Marks((), ())


def hit(
    chunk: str, rank: int, *, context: bool = True, text: str = "t", **stages: int
) -> Retrieved:
    return Retrieved(
        rank=rank,
        source_id=chunk.partition("#")[0],
        chunk_id=chunk,
        score=1 / rank,
        text_hash=text,
        in_context=context,
        stages={name: Stage(rank=place, score=0.0) for name, place in stages.items()},
    )


def rows(
    before: list[Retrieved], after: list[Retrieved], marks: Marks = NONE
) -> tuple[RankRow, ...]:
    part = align(tuple(before), tuple(after), marks, lambda _side, _chunk: None)
    return part.rows if part else ()


def test_what_rose_fell_came_and_went_is_named() -> None:
    found = rows(
        [hit("a#s:p1", 1), hit("b#s:p1", 2), hit("c#s:p1", 3), hit("d#s:p1", 4)],
        [hit("b#s:p1", 1), hit("e#s:p1", 2), hit("c#s:p1", 3), hit("a#s:p1", 4)],
    )
    assert [(r.source_id, r.move, r.steps) for r in found] == [
        ("b", "rose", 1),
        ("e", "came", 0),
        ("c", "same", 0),
        ("a", "fell", 3),
        ("d", "went", 0),
    ]


def test_chunks_far_down_and_out_of_context_are_counted_not_listed() -> None:
    many = [hit(f"d{rank:02d}#s:p1", rank, context=rank == 14) for rank in range(1, 21)]
    part = align(tuple(many), (), Marks((), ()), lambda _side, _chunk: None)
    assert part
    assert [row.baseline for row in part.rows] == [*range(1, 9), 14]
    assert part.left_out == 11


def test_every_row_has_every_stage_so_that_columns_line_up() -> None:
    found = rows(
        [hit("a#s:p1", 1, dense=3), hit("b#s:p1", 2, rerank=1)], [hit("a#s:p1", 1, sparse=2)]
    )
    assert found[0].branches == (
        BranchRank("dense", 3, None),
        BranchRank("sparse", None, 2),
        BranchRank("rerank", None, None),
    )
    assert [branch.stage for branch in found[1].branches] == ["dense", "sparse", "rerank"]


def test_expected_sections_include_what_lies_below_them() -> None:
    marks = Marks({"a#top", "b"}, {"c"})
    found = rows(
        [],
        [hit("a#top/sub:p1", 1), hit("a#topmost:p1", 2), hit("b#x:p1", 3), hit("c#x:p1", 4)],
        marks,
    )
    assert [row.expected for row in found] == [True, False, True, False]
    assert [row.blamed for row in found] == [False, False, False, True]


def test_edited_text_under_the_same_chunk_id_is_marked() -> None:
    found = rows([hit("a#s:p1", 1, text="old")], [hit("a#s:p1", 1, text="new")])
    assert found[0].text_changed


def test_slope_ends_at_the_row_of_its_chunk() -> None:
    part = align(
        (hit("a#s:p1", 1), hit("b#s:p1", 2)),
        (hit("b#s:p1", 1),),
        Marks((), ()),
        lambda _s, _c: None,
    )
    assert part
    assert [(line.y1, line.y2, line.move) for line in part.slopes] == [
        (1.5, 0.5, "rose"),
        (0.5, 1.5, "went"),
    ]


def test_no_picture_when_nothing_was_retrieved() -> None:
    assert rows([], []) == ()

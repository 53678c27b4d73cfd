"""How documents are cut, whatever is in them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from harness.chunks.base import Chunker
from harness.chunks.builtins import BUILTINS
from harness.chunks.paragraph import Paragraph
from harness.chunks.recursive import Recursive
from harness.chunks.structure import Structure
from harness.documents import read_document
from harness.model.corpus import ManifestEntry
from harness.model.document import Chunk, Document

SIZE = 40


GIVEN: dict[str, dict[str, int]] = {
    "structure": {"size_tokens": SIZE, "overlap_tokens": 10},
    "recursive": {"size_tokens": SIZE, "overlap_tokens": 10},
    "paragraph": {"size_tokens": SIZE},
}


def count(text: str) -> int:
    """Words, and two special tokens around every text, as embedding models count."""
    return len(text.split()) + 2


def document(source: str) -> Document:
    data = source.encode()
    return read_document(
        ManifestEntry(
            path="doc.md",
            source_id="doc",
            sha256="0",
            bytes=len(data),
            media_type="text/markdown",
            title="Doc",
        ),
        data,
    )


def cut(source: str, **given: Any) -> list[Chunk]:
    return Structure(**{"size_tokens": SIZE, "overlap_tokens": 10, **given}).run(
        document(source), count
    )


def test_ids_name_the_section_and_an_edit_elsewhere_renumbers_nothing() -> None:
    before = "# A\n\nx\n\n# B\n\n" + "One two three four five six. " * 20
    ids = {chunk.chunk_id for chunk in cut(before)}
    assert {"doc#a:p1", "doc#b:p1", "doc#b:p2"} <= ids
    edited = cut(before.replace("x\n", "y " * 100 + "\n"))
    assert [(c.chunk_id, c.text_hash) for c in edited if c.section_id == "b"] == [
        (c.chunk_id, c.text_hash) for c in cut(before) if c.section_id == "b"
    ]


def test_no_chunk_crosses_a_section() -> None:
    assert [chunk.text for chunk in cut("# A\n\nx\n\n# B\n\ny\n")] == ["x", "y"]


def test_a_section_of_a_heading_alone_gives_no_chunk() -> None:
    assert [chunk.text for chunk in cut("# A\n\n## B\n\ny\n")] == ["y"]
    assert [chunk.text for chunk in cut("# A\n")] == ["A"]
    assert cut("<!-- nothing -->") == []


def test_a_long_table_is_cut_between_rows_and_repeats_its_header() -> None:
    rows = "".join(f"| row {n} | value {n} |\n" for n in range(30))
    chunks = cut("# T\n\n| Name | Value |\n|---|---|\n" + rows)
    assert len(chunks) > 2
    assert all(chunk.text.startswith("Name | Value\nrow ") for chunk in chunks)
    lines = [line for chunk in chunks for line in chunk.text.split("\n")[1:]]
    assert lines == [f"row {n} | value {n}" for n in range(30)]


def test_a_repeated_header_is_outside_of_the_span() -> None:
    rows = "".join(f"| row {n} | value {n} |\n" for n in range(30))
    source = document("| Name | Value |\n|---|---|\n" + rows)
    last = Structure(size_tokens=SIZE, overlap_tokens=0).run(source, count)[-1]
    assert "Name" not in source.text[last.start : last.end]
    assert last.blocks == ((last.blocks[0][0], len(source.blocks)),)


def test_a_chunk_that_starts_inside_a_list_says_what_the_list_is_about() -> None:
    items = "".join(f"- item number {n} of the list\n" for n in range(30))
    chunks = cut("# T\n\nYou must not do this:\n\n" + items)
    assert len(chunks) > 2
    assert all(chunk.text.startswith("You must not do this:\n") for chunk in chunks)
    assert sum(chunk.text.count("item number") for chunk in chunks) == 30


def test_running_text_overlaps_by_whole_sentences_of_its_section() -> None:
    text = " ".join(f"Sentence number {n} stands here." for n in range(20))
    chunks = cut(f"# T\n\n{text}\n")
    for before, after in pairwise(chunks):
        overlap = after.text.split("\n")[0]
        assert before.text.endswith(overlap)
        assert overlap.startswith("Sentence number")
        assert 0 < count(overlap) - 2 <= 10


def test_code_keeps_its_indentation_where_it_is_cut() -> None:
    code = "\n".join(f"    step {n} of this" for n in range(40))
    chunks = cut(f"# T\n\n```\nrun:\n{code}\n```\n")
    assert len(chunks) > 1
    assert "\n".join(chunk.text for chunk in chunks) == f"run:\n{code}"


def test_a_paragraph_strategy_chunk_is_one_paragraph_or_one_list() -> None:
    chunks = Paragraph(size_tokens=SIZE).run(document("a\n\nb\n\n- c\n- d\n"), count)
    assert [chunk.text for chunk in chunks] == ["a", "b", "c\nd"]


def test_recursive_chunks_may_cross_sections() -> None:
    chunks = Recursive(size_tokens=SIZE).run(document("# A\n\nx\n\n# B\n\ny\n"), count)
    assert [chunk.text for chunk in chunks] == ["A\nx\nB\ny"]


def test_overlap_larger_than_half_a_chunk_is_refused() -> None:
    with pytest.raises(ValidationError, match="at most half"):
        Structure(size_tokens=32, overlap_tokens=17)


def test_the_counter_is_called_in_proportion_to_the_text() -> None:
    seen = 0

    def counter(text: str) -> int:
        nonlocal seen
        seen += len(text)
        return count(text)

    source = document("# T\n\n" + "A sentence of five words. " * 4_000)
    Structure(size_tokens=256, overlap_tokens=32).run(source, counter)
    assert seen < 6 * len(source.text)


PARTS = ["# Head\n\n", "## Sub head\n\n", "Short one.\n\n", "- item\n- other\n\n", "    code\n\n"]
PARTS += [
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n",
    "> quote\n\n",
    "Intro:\n\n",
    "слово " * 70,
]
PARTS += [
    "A long sentence follows here. " * 12 + "\n\n",
    "x" * 300 + "\n\n",
    "- " + "item. " * 60 + "\n\n",
]
sources = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map("".join)


@pytest.mark.parametrize("strategy", BUILTINS)
@settings(max_examples=40, deadline=None)
@given(sources)
def test_nothing_is_lost_and_every_chunk_is_sound(strategy: type[Chunker], source: str) -> None:
    doc = document(source)
    provider = strategy.model_validate(GIVEN[strategy.name])
    chunks = provider.run(doc, count)
    assert chunks == provider.run(doc, count)
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    together = "".join("".join(chunk.text.split()) for chunk in chunks)
    covered = {
        number for chunk in chunks for first, end in chunk.blocks for number in range(first, end)
    }
    for number, block in enumerate(doc.blocks):
        if block.kind != "heading":
            assert number in covered
            assert all(word in together for word in block.text.split() if len(word) < 200)
    starts = [chunk.start for chunk in chunks]
    assert starts == sorted(starts)
    for chunk in chunks:
        assert 0 <= chunk.start < chunk.end <= len(doc.text)
        blocks = [doc.blocks[n] for first, end in chunk.blocks for n in range(first, end)]
        assert chunk.start == min(block.start for block in blocks)
        assert chunk.end == max(block.end for block in blocks)
        assert count(f"{chunk.heading}\n{chunk.text}") <= SIZE

"""What is returned together."""

from __future__ import annotations

from harness.blame.units import units
from tests.blame.stage import Corpus, diff_of


def paths(old: Corpus, new: Corpus) -> list[tuple[str, ...]]:
    return [unit.paths for unit in units(diff_of(old, new))]


def test_each_changed_document_is_a_unit() -> None:
    old = {"a.md": "One.", "b.md": "Two.", "c.md": "Three."}
    assert paths(old, {"a.md": "Other.", "b.md": "Two.", "d.md": "Four."}) == [
        ("a.md",), ("c.md",), ("d.md",),
    ]  # fmt: skip


def test_rename_is_one_unit() -> None:
    assert paths({"a.md": "One."}, {"b.md": "One."}) == [("a.md", "b.md")]


def test_document_that_takes_the_path_of_a_renamed_one_goes_with_it() -> None:
    old = {"a.md": "One.", "z.md": "Same."}
    assert paths(old, {"b.md": "One.", "a.md": "Another.", "z.md": "Same."}) == [
        ("a.md",),
        ("b.md",),
    ]


def test_source_id_that_changes_hands_ties_its_documents() -> None:
    old = {"a.md": "---\nsource_id: x\n---\nOne.\n"}
    new = {
        "a.md": "---\nsource_id: y\n---\nOne.\n",
        "b.md": "---\nsource_id: x\n---\nTwo.\n",
    }
    assert paths(old, new) == [("a.md", "b.md")]

"""Corpus folders, their manifests, and what differs between them."""

from __future__ import annotations

import os
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.corpus import (
    Scan,
    build_manifest,
    diff_manifests,
    folder_bodies,
    read_source,
    scan_folder,
    write_sha256sums,
)
from harness.errors import ExitCode, HarnessError
from harness.model.corpus import DocumentChange, Manifest, ManifestDiff, ManifestEntry
from harness.store import sha256_bytes


def scan(root: Path, **given: Any) -> Manifest:
    return scan_all(root, **given).manifest


def scan_all(root: Path, **given: Any) -> Scan:
    settings = {
        "include": ["*.md", "*.txt"],
        "exclude": [],
        "max_file_bytes": 1_000,
        "max_files": 9,
    }
    return scan_folder(root, **{**settings, **given})


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def faults(root: Path, **given: Any) -> dict[str, str]:
    with pytest.raises(HarnessError) as caught:
        scan(root, **given)
    return {fault.where: fault.found for fault in caught.value.faults}


def test_entries_carry_id_title_and_metadata(tmp_path: Path) -> None:
    front = "---\ntitle: Given\ndate: 2024-05-01\ntags: [a]\nsource_id: own/id\n---\n# Not this\n"
    fence = "```\n# no\n```\n\n# A **b** [c](d) {#x}\n"
    root = write(tmp_path, {"a/x.md": front, "b.v2.md": fence, "c.txt": "text"})
    entries = scan(root).entries
    assert [(e.path, e.source_id, e.title) for e in entries] == [
        ("a/x.md", "own/id", "Given"),
        ("b.v2.md", "b.v2", "A b c"),
        ("c.txt", "c", "c"),
    ]
    assert entries[0].metadata["date"] == "2024-05-01"
    assert read_source(root, entries[1]) == fence.encode()


def test_files_outside_of_include_are_counted_and_litter_is_not(tmp_path: Path) -> None:
    root = write(tmp_path, {"a.md": "a", "b.png": b"\x89", "skip/c.md": "c", ".git/d.md": "d"})
    result = scan_all(root, exclude=["skip/"])
    assert [entry.path for entry in result.manifest.entries] == ["a.md"]
    assert result.ignored == ("b.png", "skip/c.md")


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    root = write(
        tmp_path / "corpus",
        {
            "big.md": "x" * 2_000,
            "bytes.md": b"\xff\xfb",
            "front.md": "---\na: [\n---\n",
            "same.md": "a",
            "same.txt": "b",
            "hash#tag.md": "a",
        },
    )
    (tmp_path / "outside.md").write_text("x")
    (root / "out.md").symlink_to(tmp_path / "outside.md")
    (root / "gone.md").symlink_to(root / "nothing.md")
    (root / "loop").symlink_to(root)
    os.mkfifo(root / "pipe.md")
    found = faults(root)
    assert sorted(found) == [
        "big.md",
        "bytes.md",
        "front.md",
        "gone.md",
        "hash#tag.md",
        "loop",
        "out.md",
        "pipe.md",
        "same.txt",
    ]
    assert found["bytes.md"] == "not UTF-8 at byte 0"
    assert found["out.md"] == "link leads out of the corpus"


def test_a_link_inside_the_corpus_is_followed(tmp_path: Path) -> None:
    root = write(tmp_path, {"a/x.md": "x"})
    (root / "b").symlink_to(root / "a")
    assert [entry.source_id for entry in scan(root).entries] == ["a/x", "b/x"]


@pytest.mark.parametrize(
    "front",
    [
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
            for old, new in zip("abcdefg", "bcdefgh", strict=True)
        ),
        "a: " + "[" * 5_000,
        "a: !!python/object/apply:os.system [id]",
        "a: .nan",
        "a: &a [*a]",
        "a: " + "x" * 70_000,
    ],
)
def test_hostile_front_matter_is_a_fault(tmp_path: Path, front: str) -> None:
    root = write(tmp_path, {"a.md": f"---\n{front}\n---\nbody\n"})
    assert list(faults(root, max_file_bytes=100_000)) == ["a.md"]


def test_limits_and_a_missing_folder(tmp_path: Path) -> None:
    root = write(tmp_path, {f"{n}.md": "x" for n in range(3)})
    with pytest.raises(HarnessError, match="3 documents, but the limit is 2"):
        scan(root, max_files=2)
    with pytest.raises(HarnessError) as caught:
        scan(tmp_path / "none", missing=ExitCode.NOTHING)
    assert caught.value.exit_code == ExitCode.NOTHING


def test_decomposed_names_give_the_same_digest_and_ids(tmp_path: Path) -> None:
    name = "Ёжик é 😀.md"
    composed = scan(write(tmp_path / "c", {unicodedata.normalize("NFC", name): "x"}))
    decomposed = scan(write(tmp_path / "d", {unicodedata.normalize("NFD", name): "x"}))
    assert composed.digest == decomposed.digest
    assert composed.entries[0].source_id == decomposed.entries[0].source_id
    changes = diff_manifests(composed, decomposed, bodies=lambda _, __: b"").changes
    assert [change.kind for change in changes] == ["unchanged"]


def test_a_document_changed_after_the_scan_is_refused(tmp_path: Path) -> None:
    entry = scan(write(tmp_path, {"a.md": "x"})).entries[0]
    write(tmp_path, {"a.md": "y"})
    with pytest.raises(HarnessError, match="changed since"):
        read_source(tmp_path, entry)


@pytest.mark.parametrize("name", ["plain name.md", "back\\slash.md", "line\nfeed.md", "Имя 😀.md"])
def test_sha256sum_accepts_the_list(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "content"})
    digest = sha256_bytes(b"content")
    entry = ManifestEntry(path=name, source_id="a", sha256=digest, bytes=7, media_type="text/plain")
    write_sha256sums(build_manifest([entry]), tmp_path / "sums")
    done = subprocess.run(["sha256sum", "--strict", "-c", "sums"], cwd=tmp_path, check=False)
    assert done.returncode == 0


def compare(tmp_path: Path, old: dict[str, str], new: dict[str, str]) -> dict[str, DocumentChange]:
    left, right = write(tmp_path / "old", dict(old)), write(tmp_path / "new", dict(new))
    diff = diff_manifests(scan(left), scan(right), bodies=folder_bodies(left, right))
    return {change.path: change for change in diff.changes}


def test_kinds_of_change(tmp_path: Path) -> None:
    changes = compare(
        tmp_path,
        {"same.md": "s", "edit.md": "e", "gone.md": "g", "order.md": "a\n\nb", "old/m.md": "m"},
        {"same.md": "s", "edit.md": "E", "new.md": "n", "order.md": "b\n\na\n", "new/m.md": "m"},
    )
    assert {path: change.kind for path, change in changes.items()} == {
        "same.md": "unchanged",
        "edit.md": "modified",
        "gone.md": "removed",
        "new.md": "added",
        "order.md": "reordered",
        "new/m.md": "renamed",
    }
    assert changes["new/m.md"].old_path == "old/m.md"
    assert changes["new/m.md"].old_source_id == "old/m"


def test_an_edit_of_front_matter_alone_leaves_the_body_unchanged(tmp_path: Path) -> None:
    changes = compare(tmp_path, {"a.md": "---\nx: 1\ny: 2\n---\nb"}, {"a.md": "---\nx: 2\n---\nb"})
    assert changes["a.md"].metadata_changed == ("x", "y")
    assert not changes["a.md"].body_changed


def test_of_several_copies_the_one_with_the_same_name_is_the_renamed_one(tmp_path: Path) -> None:
    changes = compare(tmp_path, {"a/x.md": "c", "a/y.md": "c"}, {"b/y.md": "c", "b/a.md": "c"})
    assert changes["b/y.md"].old_path == "a/y.md"
    assert changes["b/a.md"].old_path == "a/x.md"


TEXTS = ["a\n\nb", "b\n\na", "c", "---\nk: 1\n---\nc", ""]
PATHS = ["a.md", "d/a.md", "d/b.md", "e/a.md", "f.md"]
corpora = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(TEXTS))
MIRROR = {"added": "removed", "removed": "added"}


def in_memory(corpus: dict[str, str]) -> Manifest:
    return build_manifest(
        ManifestEntry(
            path=path,
            source_id=path.removesuffix(".md"),
            sha256=sha256_bytes(text.encode()),
            bytes=len(text),
            media_type="text/markdown",
        )
        for path, text in corpus.items()
    )


def diff(old: dict[str, str], new: dict[str, str]) -> ManifestDiff:
    sides = {"baseline": old, "candidate": new}
    return diff_manifests(
        in_memory(old), in_memory(new), bodies=lambda side, entry: sides[side][entry.path].encode()
    )


@given(corpora)
def test_a_corpus_differs_from_itself_in_nothing(corpus: dict[str, str]) -> None:
    assert {change.kind for change in diff(corpus, corpus).changes} <= {"unchanged"}


@settings(max_examples=200)
@given(corpora, corpora)
def test_the_diff_the_other_way_round_is_the_mirror(
    old: dict[str, str], new: dict[str, str]
) -> None:
    def keys(changes: ManifestDiff, *, mirrored: bool) -> set[tuple[str, str, str, bool]]:
        found = set()
        for change in changes.changes:
            path, other = change.path, change.old_path or change.path
            kind = MIRROR.get(change.kind, change.kind) if mirrored else change.kind
            ends = (other, path) if mirrored else (path, other)
            found.add((kind, *ends, change.body_changed))
        return found

    assert keys(diff(old, new), mirrored=False) == keys(diff(new, old), mirrored=True)


def test_lfs_pointer_in_the_place_of_a_document_is_no_document(tmp_path: Path) -> None:
    """Read as text it would look like a document whose content was removed."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n"
    root = write(tmp_path, {"a.md": pointer, "b.md": f"# About pointers\n\n{pointer}"})
    assert set(faults(root)) == {"a.md"}
    assert "git lfs pull" in faults(root)["a.md"]

"""A folder of a commit: whole, as git has it, and without a touch of the work tree."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import ExitCode, HarnessError
from harness.git import (
    find_repository,
    left_out_by_sparse_checkout,
    materialise,
    parse_spec,
    submodules_left_empty,
)
from tests.repositories import commit, git, put, start

INCLUDE = ("**/*.md", "**/*.txt")

Read = Callable[..., Path]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Materialise a specification of the repository ``tmp_path/r``."""

    def read(text: str, exclude: tuple[str, ...] = ()) -> Path:
        repository = find_repository(tmp_path / "r")
        spec = parse_spec(text)
        found = repository.commit(spec.ref)
        return materialise(repository, spec, found, tmp_path / "trees", INCLUDE, exclude)

    return read


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_documents_of_a_commit_are_read_and_the_work_tree_is_left_alone(
    tmp_path: Path, read: Read
) -> None:
    files = {
        "docs/a.md": "old\n",
        "docs/deep/ж 🙂.md": "текст\n",
        "docs/picture.png": "binary",
        "other.md": "no",
    }
    top = start(tmp_path / "r", files)
    put(top, {"docs/a.md": "new\n"})
    before = git(top, "status", "--porcelain")
    index = (top / ".git" / "index").read_bytes()
    assert contents(read("git:main:docs")) == {"a.md": "old\n", "deep/ж 🙂.md": "текст\n"}
    assert git(top, "status", "--porcelain") == before
    assert (top / ".git" / "index").read_bytes() == index
    assert (top / "docs" / "a.md").read_text() == "new\n"


def test_equal_trees_share_one_folder(tmp_path: Path, read: Read) -> None:
    top = start(tmp_path / "r", {"docs/a.md": "one"})
    first = read("git:main:docs")
    commit(top, "elsewhere", {"other.txt": "x"})
    assert read("git:main:docs") == first
    assert read("git:main:docs", exclude=("b.md",)) != first
    assert read("git:main:docs/") == first


@pytest.mark.parametrize("damage", ["edit", "add", "remove", "link"])
def test_folder_that_was_tampered_with_is_set_aside_and_read_again(
    tmp_path: Path, read: Read, damage: str
) -> None:
    start(tmp_path / "r", {"docs/a.md": "one", "docs/b.md": "two"})
    folder = read("git:main:docs")
    if damage == "edit":
        (folder / "a.md").write_text("weakened")
    elif damage == "add":
        (folder / "c.md").write_text("planted")
    elif damage == "remove":
        (folder / "b.md").unlink()
    else:
        (folder / "b.md").unlink()
        (folder / "b.md").symlink_to("a.md")
    assert contents(read("git:main:docs")) == {"a.md": "one", "b.md": "two"}
    assert len(list(folder.parent.glob("*.refused-1"))) == 1


def test_unknown_ref_says_how_to_get_it(tmp_path: Path, read: Read) -> None:
    top = start(tmp_path / "r", {"docs/a.md": "one"})
    with pytest.raises(HarnessError, match=r"no such commit here.*git fetch --all --tags"):
        read("git:nowhere:docs")
    git(top, "remote", "add", "origin", str(tmp_path / "none"))
    with pytest.raises(HarnessError, match=r"git fetch origin '\+refs/heads/release/2:"):
        read("git:origin/release/2:docs")


def test_path_that_is_not_in_the_commit_is_nothing_to_compare(tmp_path: Path, read: Read) -> None:
    start(tmp_path / "r", {"docs/a.md": "one"})
    with pytest.raises(HarnessError, match="the commit has no 'handbook'") as caught:
        read("git:main:handbook")
    assert caught.value.exit_code == ExitCode.NOTHING
    with pytest.raises(HarnessError, match="is not a folder") as caught:
        read("git:main:docs/a.md")
    assert caught.value.exit_code == ExitCode.USAGE


def test_submodules_and_lfs_pointers_among_the_documents_are_named_at_once(
    tmp_path: Path, read: Read
) -> None:
    start(tmp_path / "inner", {"x.md": "x"})
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    top = start(tmp_path / "r", {"docs/a.md": "one", "docs/big.md": pointer, "docs/p.png": pointer})
    git(top, "submodule", "add", "--quiet", str(tmp_path / "inner"), "docs/shared")
    commit(top)
    with pytest.raises(HarnessError) as caught:
        read("git:main:docs")
    assert "git:main:docs/shared: a submodule" in str(caught.value)
    assert "git:main:docs/big.md: a Git LFS pointer" in str(caught.value)
    assert "p.png" not in str(caught.value)
    assert contents(read("git:main:docs", exclude=("shared/", "big.md"))) == {"a.md": "one"}


def test_links_stay_links_and_nothing_is_written_through_them(tmp_path: Path, read: Read) -> None:
    top = start(tmp_path / "r", {"docs/a.md": "one"})
    (top / "docs" / "b.md").symlink_to("a.md")
    (top / "docs" / "out").symlink_to(tmp_path)
    commit(top)
    folder = read("git:main:docs")
    assert (folder / "b.md").is_symlink()
    assert (folder / "b.md").read_text() == "one"


def test_commit_with_a_path_that_leads_out_is_refused(tmp_path: Path, read: Read) -> None:
    """Git does not make such a commit; somebody else may."""
    top = start(tmp_path / "r", {"docs/a.md": "one"})
    blob = git(top, "rev-parse", "main:docs/a.md")
    tree = make_tree(top, f"100644 blob {blob}\tx.md")
    outside = make_tree(top, f"040000 tree {tree}\t..")
    docs = make_tree(top, f"040000 tree {outside}\tdocs")
    evil = git(top, "commit-tree", docs, "-m", "evil")
    git(top, "update-ref", "refs/heads/evil", evil)
    with pytest.raises(HarnessError, match="not a path a corpus may have"):
        read("git:evil:docs")
    assert not (tmp_path / "trees" / "x.md").exists()


def test_commit_with_a_link_in_the_place_of_a_folder_is_refused(tmp_path: Path, read: Read) -> None:
    top = start(tmp_path / "r", {"docs/a.md": str(tmp_path)})
    blob = git(top, "rev-parse", "main:docs/a.md")
    inner = make_tree(top, f"100644 blob {blob}\tx.md")
    docs = make_tree(top, f"120000 blob {blob}\ta\n040000 tree {inner}\ta")
    root = make_tree(top, f"040000 tree {docs}\tdocs")
    git(top, "update-ref", "refs/heads/evil", git(top, "commit-tree", root, "-m", "evil"))
    with pytest.raises(HarnessError, match="cannot be written"):
        read("git:evil:docs")
    assert not (tmp_path / "x.md").exists()
    assert list((tmp_path / "trees").iterdir()) == []


def test_large_corpora_are_read_in_parts(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"docs/{number}.md": "x" * number for number in range(1, 20)}
    start(tmp_path / "r", files)
    monkeypatch.setattr("harness.git.objects._BATCH_BYTES", 30)
    assert contents(read("git:main:docs")) == {n.removeprefix("docs/"): t for n, t in files.items()}


def make_tree(top: Path, line: str) -> str:
    made = subprocess.run(
        ["git", "-C", str(top), "mktree", "--missing"],
        input=line.encode() + b"\n",
        check=True,
        capture_output=True,
    )
    return made.stdout.decode().strip()


def test_missing_object_of_a_partial_clone_is_told_and_nothing_is_fetched(
    tmp_path: Path, read: Read
) -> None:
    origin = start(tmp_path / "origin", {"docs/a.md": "one"})
    git(origin, "config", "uploadpack.allowFilter", "true")
    commit(origin, "two", {"docs/a.md": "two"})
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", f"file://{origin}", "r")
    with pytest.raises(HarnessError):
        read("git:HEAD~1:docs")
    assert contents(read("git:HEAD:docs")) == {"a.md": "two"}


def test_sparse_checkout_names_the_documents_it_leaves_out(tmp_path: Path) -> None:
    files = {"docs/a.md": "one", "docs/deep/b.md": "two", "docs/deep/c.png": "x", "other/d.md": "x"}
    top = start(tmp_path / "r", files)
    repository = find_repository(top)
    assert left_out_by_sparse_checkout(repository, top / "docs", INCLUDE, ()) == []
    git(top, "sparse-checkout", "set", "other")
    assert left_out_by_sparse_checkout(repository, top / "docs", INCLUDE, ()) == [
        "docs/a.md",
        "docs/deep/b.md",
    ]
    assert left_out_by_sparse_checkout(repository, top / "docs", INCLUDE, ("deep/",)) == [
        "docs/a.md"
    ]


def test_submodules_that_are_not_checked_out_are_named(tmp_path: Path) -> None:
    start(tmp_path / "inner", {"x.md": "x"})
    top = start(tmp_path / "r", {"docs/a.md": "one"})
    for place in ("docs/shared", "other/shared"):
        git(top, "submodule", "add", "--quiet", str(tmp_path / "inner"), place)
    repository = find_repository(top)
    assert submodules_left_empty(repository, top / "docs", INCLUDE, ()) == []
    git(top, "submodule", "deinit", "--quiet", "--force", "--all")
    assert submodules_left_empty(repository, top / "docs", INCLUDE, ()) == ["docs/shared"]
    assert submodules_left_empty(repository, top, ("**/*.pdf",), ("other/",)) == ["docs/shared"]
    assert submodules_left_empty(repository, top / "docs", INCLUDE, ("shared/",)) == []


def test_no_repository_is_told(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="not in a git repository"):
        find_repository(tmp_path)


def test_environment_of_a_hook_does_not_lead_to_another_repository(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = start(tmp_path / "other", {"docs/a.md": "other"})
    start(tmp_path / "r", {"docs/a.md": "one"})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert contents(read("git:main:docs")) == {"a.md": "one"}

"""Where a branch's own changes begin: at the merge base, after squash merges, in shallow clones."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import ExitCode, HarnessError
from harness.git import deepen, find_repository, own_base
from tests.repositories import commit, git, start


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return start(tmp_path / "r", {"docs/a.md": "a\n", "docs/b.md": "b\n"})


def base(top: Path, path: str = "docs") -> str:
    return own_base(find_repository(top), "main", path)


def test_folder_outside_of_git_is_told_by_its_path_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HarnessError) as caught:
        find_repository(Path())
    assert str(caught.value) == (
        f"{tmp_path}: not in a git repository, so no commit can be read. "
        "Call the command in a clone, or name folders in place of git:… and no --base."
    )


def test_target_that_moved_on_is_not_charged_to_the_branch(top: Path) -> None:
    fork = git(top, "rev-parse", "HEAD")
    git(top, "checkout", "-q", "-b", "feature")
    commit(top, "mine", {"docs/a.md": "mine\n"})
    git(top, "checkout", "-q", "main")
    commit(top, "theirs", {"docs/b.md": "theirs\n"})
    git(top, "checkout", "-q", "feature")
    assert base(top) == fork


def test_follow_up_of_a_squashed_branch_begins_where_that_branch_ended(top: Path) -> None:
    git(top, "checkout", "-q", "-b", "first")
    commit(top, "1", {"docs/a.md": "one\n"})
    landed = commit(top, "2", {"docs/a.md": "two\n"})
    git(top, "checkout", "-q", "-b", "second")
    commit(top, "3", {"docs/b.md": "three\n"})
    git(top, "checkout", "-q", "main")
    commit(top, "unrelated", {"docs/c.md": "c\n"})
    git(top, "merge", "--quiet", "--squash", "first")
    commit(top, "first, squashed")
    git(top, "checkout", "-q", "second")
    assert base(top) == landed


def test_two_squashed_branches_below_are_both_recognised(top: Path) -> None:
    git(top, "checkout", "-q", "-b", "first")
    commit(top, "1", {"docs/a.md": "one\n"})
    git(top, "checkout", "-q", "-b", "second")
    landed = commit(top, "2", {"docs/b.md": "two\n"})
    git(top, "checkout", "-q", "-b", "third")
    commit(top, "3", {"docs/c.md": "three\n"})
    git(top, "checkout", "-q", "main")
    for branch in ("first", "second"):
        git(
            top,
            "merge",
            "--quiet",
            "--squash",
            branch,
            "-X",
            "theirs",
            "--allow-unrelated-histories",
        )
        commit(top, f"{branch}, squashed")
    git(top, "checkout", "-q", "third")
    assert base(top) == landed


def test_other_change_of_the_same_file_is_no_squash_merge(top: Path) -> None:
    fork = git(top, "rev-parse", "HEAD")
    git(top, "checkout", "-q", "-b", "other")
    commit(top, "1", {"docs/a.md": "one\n"})
    git(top, "checkout", "-q", "main")
    commit(top, "another change", {"docs/a.md": "another\n"})
    git(top, "checkout", "-q", "other")
    assert base(top) == fork


def test_no_history_in_common_is_nothing_to_compare(top: Path) -> None:
    git(top, "checkout", "-q", "--orphan", "lonely")
    commit(top, "alone", {"docs/a.md": "alone\n"})
    with pytest.raises(HarnessError, match="no history in common") as caught:
        base(top)
    assert caught.value.exit_code == ExitCode.NOTHING


@pytest.fixture
def clone(tmp_path: Path, top: Path) -> Path:
    """A clone of the newest commit of ``feature`` alone, with ``main`` as shallow."""
    git(top, "checkout", "-q", "-b", "feature")
    for number in range(4):
        commit(top, f"mine {number}", {"docs/a.md": f"mine {number}\n"})
    git(top, "checkout", "-q", "main")
    for number in range(4):
        commit(top, f"theirs {number}", {"docs/b.md": f"theirs {number}\n"})
    git(tmp_path, "clone", "-q", "--depth=1", "--branch=feature", f"file://{top}", "clone")
    return tmp_path / "clone"


def test_shallow_clone_is_refused_with_the_command_that_mends_it(top: Path, clone: Path) -> None:
    repository = find_repository(clone)
    with pytest.raises(HarnessError, match=r"git fetch --depth=1 origin '\+refs/heads/main:"):
        own_base(repository, "origin/main", "docs")
    git(clone, "fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
    with pytest.raises(HarnessError, match="git fetch --unshallow origin"):
        own_base(repository, "origin/main", "docs")
    git(clone, "fetch", "-q", "--unshallow", "origin")
    assert own_base(repository, "origin/main", "docs") == git(top, "merge-base", "main", "feature")


def test_deepen_fetches_what_the_merge_base_needs(top: Path, clone: Path) -> None:
    repository = find_repository(clone)
    deepen(repository, "origin/main")
    assert own_base(repository, "origin/main", "docs") == git(top, "merge-base", "main", "feature")
    assert git(clone, "status", "--porcelain") == ""
    with pytest.raises(HarnessError, match="which remote"):
        deepen(repository, "main")

"""Clones that lack something: told with the command that gets it, and never judged by the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import ExitCode
from tests.check.conftest import Check
from tests.repositories import DOCUMENTS, RELEASE, commit, git, start

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"


def edited(name: str, old: str, new: str) -> dict[str, str]:
    return {name: DOCUMENTS[name].replace(old, new)}


WELCOME = edited("docs/support.md", "4 hours.", "4 hours. Welcome.")


def test_follow_up_of_a_squashed_branch_is_not_charged_with_what_that_branch_did(
    top: Path, check: Check
) -> None:
    git(top, "checkout", "-q", "-b", "first")
    commit(top, "released by a person", edited("docs/returns.md", "30 days", "60 days"))
    git(top, "checkout", "-q", "-b", "second")
    commit(top, "mine", WELCOME)
    git(top, "checkout", "-q", "main")
    git(top, "merge", "--quiet", "--squash", "first")
    commit(top, "first, squashed")
    git(top, "checkout", "-q", "second")
    done = check("--base", "main")
    assert done.code == ExitCode.PASS
    assert done.result["corpus"] == {"modified": 1, "unchanged": 2}


def test_shallow_clone_is_refused_with_the_fix_and_deepened_when_asked(
    top: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = RELEASE.replace("merge-base:main", "merge-base:origin/main")
    commit(top, "name the remote", {"configs/release.yaml": release})
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "mine", WELCOME)
    git(top, "checkout", "-q", "main")
    commit(top, "theirs", edited("docs/warranty.md", "24 months", "36 months"))
    git(top.parent, "clone", "-q", "--depth=1", "--branch=change", f"file://{top}", "clone")
    monkeypatch.chdir(top.parent / "clone")
    fetch = "git fetch --depth=1 origin '+refs/heads/main:refs/remotes/origin/main'"
    done = check("--base", "origin/main")
    assert done.code == ExitCode.USAGE
    assert fetch in done.err
    git(
        Path.cwd(),
        "fetch",
        "-q",
        "--depth=1",
        "origin",
        "+refs/heads/main:refs/remotes/origin/main",
    )
    done = check("--base", "origin/main")
    assert done.code == ExitCode.USAGE
    assert "git fetch --unshallow origin" in done.err
    assert "--deepen" in done.err
    done = check("--base", "origin/main", "--deepen")
    assert done.code == ExitCode.PASS
    assert done.result["corpus"] == {"modified": 1, "unchanged": 2}


def test_documents_that_are_not_on_the_disk_are_not_judged_as_removed(
    top: Path, check: Check
) -> None:
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "pointer", {"docs/large.md": POINTER})
    done = check("--base", "main")
    assert done.code == ExitCode.USAGE
    assert "large.md: a Git LFS pointer" in done.err
    assert "git lfs pull" in done.err
    git(top, "reset", "-q", "--hard", "main")
    git(top, "sparse-checkout", "set", "configs", "fixtures")
    done = check("--base", "main")
    assert done.code == ExitCode.USAGE
    assert "a sparse checkout leaves out 3 documents" in done.err
    assert "git sparse-checkout disable" in done.err


def test_submodule_among_the_documents_is_read_once_it_is_checked_out(
    top: Path, check: Check
) -> None:
    start(top.parent / "inner", {"shared.md": "# Shared\n\nShared by two handbooks.\n"})
    git(top, "checkout", "-q", "-b", "change")
    git(top, "submodule", "add", "--quiet", str(top.parent / "inner"), "docs/inner")
    commit(top, "share")
    assert check("--base", "main").result["corpus"] == {"added": 1, "unchanged": 3}
    git(top, "submodule", "deinit", "--quiet", "--force", "--all")
    done = check("--base", "main")
    assert done.code == ExitCode.USAGE
    assert "docs/inner: a submodule without its documents" in done.err
    assert "git submodule update --init" in done.err
    git(top, "checkout", "-q", "-b", "next")
    done = check("--base", "change")
    assert done.code == ExitCode.USAGE
    assert "docs/inner: a submodule, whose documents are in another repository" in done.err

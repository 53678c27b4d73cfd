"""Where the work at hand left a branch, right after squash merges and in shallow clones too.

After a squash merge git's merge base is too old: the branch's commits are on the target under
another id, and comparing from the merge base would charge a follow-up branch with changes that
were released already. So changes are recognised by what they do to the corpus (``git patch-id``).
"""

from __future__ import annotations

from harness.errors import ExitCode, Fault, HarnessError
from harness.git.command import Repository

_COMMITS = 200
"""Newest commits of either side that are looked at for a squash merge."""


def own_base(repository: Repository, ref: str, path: str, head: str = "HEAD") -> str:
    """The commit from which ``head`` holds changes of its own to ``path``, against ``ref``.

    Raises:
        HarnessError: unknown ref, no common history, or history that is cut off too early to
            tell, with the command that gets it.
    """
    target, own = repository.commit(ref), repository.commit(head)
    base = repository.ask("merge-base", "--end-of-options", own, target)
    if not base:
        raise _no_base(repository, ref)
    if repository.shallow and _cut_off(repository, base, own, target):
        raise _too_shallow(repository, ref)
    return _after_squashes(repository, base, own, target, path)


def _after_squashes(repository: Repository, base: str, own: str, target: str, path: str) -> str:
    """The newest commit of the branch whose changes since ``base`` are on the target as one."""
    landed = _patches_on(repository, base, target, path)
    while landed:
        found = _newest_landed(repository, base, own, path, landed)
        if found is None:
            break
        base = found
    return base


def _newest_landed(
    repository: Repository, base: str, own: str, path: str, landed: set[str]
) -> str | None:
    limit = f"--max-count={_COMMITS}"
    commits = repository.run("rev-list", limit, own, f"^{base}", "--", *_paths(path)).decode()
    for commit in commits.split():
        patch = repository.run("diff-tree", "-r", "-p", base, commit, "--", *_paths(path))
        if _patch_ids(repository, patch) & landed:
            return commit
    return None


def _patches_on(repository: Repository, base: str, target: str, path: str) -> set[str]:
    """What each commit of the target since ``base`` did to ``path``."""
    log = repository.run(
        "log",
        "-p",
        "--first-parent",
        "--diff-merges=first-parent",
        f"--max-count={_COMMITS}",
        "--no-textconv",
        "--no-ext-diff",
        "--no-color",
        target,
        f"^{base}",
        "--",
        *_paths(path),
    )
    return _patch_ids(repository, log)


def _patch_ids(repository: Repository, patch: bytes) -> set[str]:
    if not patch:
        return set()
    lines = repository.run("patch-id", "--stable", data=patch).decode().splitlines()
    return {line.split()[0] for line in lines if line}


def _paths(path: str) -> list[str]:
    return [path] if path else []


def _cut_off(repository: Repository, base: str, own: str, target: str) -> bool:
    """Whether history ends before all ways from both sides have met in ``base``."""
    edges = repository.run("rev-list", "--max-parents=0", own, target, f"^{base}")
    return bool(edges.strip())


def _no_base(repository: Repository, ref: str) -> HarnessError:
    if repository.shallow:
        return _too_shallow(repository, ref)
    return HarnessError(
        f"The work at hand and {ref!r} have no history in common.",
        [Fault(f"git:merge-base:{ref}", "no merge base", "a branch of the same history")],
        ExitCode.NOTHING,
    )


def _too_shallow(repository: Repository, ref: str) -> HarnessError:
    remote = ref.partition("/")[0]
    name = f" {remote}" if remote in repository.remotes() else ""
    return HarnessError(
        "This clone is too shallow to tell where the work at hand begins.",
        [
            Fault(
                f"git:merge-base:{ref}",
                "history is cut off before the merge base",
                next_step=f"Get it with: git fetch --unshallow{name} "
                "(in GitHub Actions: fetch-depth: 0 of actions/checkout; in GitLab: GIT_DEPTH: 0). "
                "Or call check with --deepen.",
            )
        ],
    )

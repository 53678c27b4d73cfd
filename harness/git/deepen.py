"""History that a shallow clone cut off, fetched on request: the one place that asks the network."""

from __future__ import annotations

from harness.errors import HarnessError
from harness.git.command import Repository, check_ref
from harness.git.squash import own_base

_STEPS = ("--deepen=50", "--deepen=500", "--unshallow")


def deepen(repository: Repository, ref: str) -> None:
    """Fetch ``ref`` and as much history as its merge base with the work at hand needs.

    Writes to the repository's own folder alone; the work tree stays as it is.

    Raises:
        HarnessError: the remote cannot be told from ``ref``, or the fetch failed.
    """
    check_ref(ref)
    remote, _, branch = ref.partition("/")
    if remote not in repository.remotes() or not branch:
        raise HarnessError(
            f"--deepen cannot tell which remote {ref!r} is of. Expected REMOTE/BRANCH, "
            "such as origin/main."
        )
    target = f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"
    _fetch(repository, [], remote, target)
    for step in _STEPS:
        if not repository.shallow or _reaches(repository, ref):
            return
        # The commit at hand may be on no branch of the remote: history grows from what is here.
        _fetch(repository, [step], remote, target)


def _fetch(repository: Repository, options: list[str], remote: str, target: str) -> None:
    quiet = ("--quiet", "--no-tags", "--no-recurse-submodules")
    repository.run("fetch", *quiet, *options, "--end-of-options", remote, target, network=True)


def _reaches(repository: Repository, ref: str) -> bool:
    try:
        own_base(repository, ref, "")
    except HarnessError:
        return False
    return True

"""Calls to ``git``: plumbing alone, no network, no prompt, no hook, no option from outside."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from harness.errors import Fault, HarnessError

TIMEOUT_S = 120

_LONGEST_REF = 250
# What git forbids in a name of a ref, less the letters that make an expression of one (^ ~ @ { }).
_NO_REF = re.compile(r"[\x00-\x20\x7f:?*\[\\\ud800-\udfff]|\.\.|//")

_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",  # a reader leaves the index file as it is
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",  # what is compared is what was committed
    "LC_ALL": "C",
}
# A partial clone fetches what it lacks as it is read; corpusgate asks no network in silence.
_OFFLINE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository on this machine."""

    top: Path
    """The folder of its work tree."""

    def run(self, *arguments: str, data: bytes | None = None, network: bool = False) -> bytes:
        """The output of one git command.

        Raises:
            HarnessError: git ended with an error; its message is in the fault.
        """
        done = self._call(arguments, data, network=network)
        if done.returncode:
            raise HarnessError(
                f"git {arguments[0]} failed in {self.top}.", [Fault("", _said(done.stderr))]
            )
        return done.stdout

    def ask(self, *arguments: str) -> str | None:
        """The first line a git command prints; ``None`` when it ends with an error."""
        done = self._call(arguments, None, network=False)
        return _text(done.stdout) if done.returncode == 0 else None

    def _call(
        self, arguments: tuple[str, ...], data: bytes | None, *, network: bool
    ) -> subprocess.CompletedProcess[bytes]:
        command = ["git", "-C", str(self.top), "--literal-pathspecs", *arguments]
        environment = {**_inherited(), **_ENVIRONMENT, **({} if network else _OFFLINE)}
        try:
            return subprocess.run(
                command,
                input=b"" if data is None else data,
                capture_output=True,
                env=environment,
                timeout=TIMEOUT_S,
                check=False,
            )
        except FileNotFoundError as error:
            raise HarnessError("git is not installed. Install it, or give a folder.") from error
        except subprocess.TimeoutExpired as error:
            raise HarnessError(f"git {arguments[0]} took longer than {TIMEOUT_S} s.") from error

    def commit(self, ref: str) -> str:
        """The commit a ref names, 40 or 64 hex digits.

        Raises:
            HarnessError: no such ref here; says how to get it.
        """
        check_ref(ref)
        found = self.ask(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"
        )
        if not found:
            raise HarnessError(
                "The corpus cannot be read from git.",
                [
                    Fault(
                        f"git:{ref}",
                        "no such commit here",
                        "a branch, tag or commit",
                        self._get(ref),
                    )
                ],
            )
        return found

    def object_at(self, commit: str, path: str) -> str | None:
        """The id of the file or folder at ``path`` (from the top, ``""`` is the top) of a commit."""
        return self.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{path}")

    def is_folder(self, oid: str) -> bool:
        """Whether an object is a tree."""
        return self.ask("cat-file", "-t", oid) == "tree"

    def read_file(self, commit: str, path: str) -> bytes | None:
        """The bytes of a file of a commit; ``None`` where there is no such file."""
        oid = self.object_at(commit, path)
        if oid is None or self.ask("cat-file", "-t", oid) != "blob":
            return None
        return self.run("cat-file", "blob", oid)

    def files(self, commit: str, path: str) -> list[str]:
        """Files of a commit at or below ``path``, from the top, sorted; links left out."""
        places = [path] if path else []
        output = self.run("ls-tree", "-r", "-z", "--full-tree", commit, "--", *places)
        lines = (line.partition(b"\t") for line in output.split(b"\0") if line)
        return sorted(os.fsdecode(name) for head, _, name in lines if head.startswith(b"100"))

    @property
    def shallow(self) -> bool:
        """Whether older history is cut off."""
        return self.ask("rev-parse", "--is-shallow-repository") == "true"

    def relative(self, path: Path) -> str | None:
        """``path`` from the top, as git writes it; ``None`` for a path outside of the work tree."""
        real = os.path.realpath(path)
        try:
            found = Path(real).relative_to(os.path.realpath(self.top)).as_posix()
        except ValueError:
            return None
        return "" if found == "." else found

    def remotes(self) -> list[str]:
        """Names of the remotes, sorted."""
        return sorted(self.run("remote").decode("utf-8", "backslashreplace").split())

    def _get(self, ref: str) -> str:
        """How to get a ref that is not here; the exact command where a remote can be told."""
        remote, _, branch = ref.partition("/")
        if remote in self.remotes() and branch:
            depth = "--depth=1 " if self.shallow else ""
            target = f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"
            return f"Get it with: git fetch {depth}{remote} '{target}'"
        if self.shallow:
            return "This clone is shallow. Get the rest with: git fetch --unshallow --tags"
        return "Get it with: git fetch --all --tags"


def find_repository(folder: Path) -> Repository:
    """The repository around ``folder``.

    Raises:
        HarnessError: there is none, or git refuses to read it.
    """
    probe = Repository(folder)
    try:
        top = probe.run("rev-parse", "--show-toplevel").removesuffix(b"\n")
    except HarnessError as error:
        if not error.faults or repository_around(folder) is not None:
            raise
        raise HarnessError(
            f"{os.path.realpath(folder)}: not in a git repository, so no commit can be read. "
            "Call the command in a clone, or name folders in place of git:… and no --base."
        ) from error
    if not top:
        raise HarnessError(f"{folder}: a bare repository has no work tree to compare.")
    return Repository(Path(os.fsdecode(top)))


def repository_around(folder: Path) -> Repository | None:
    """The repository a folder lies in; ``None`` without one, and without calling git to tell."""
    real = Path(os.path.realpath(folder))
    around = (real, *real.parents)
    return next((Repository(above) for above in around if (above / ".git").exists()), None)


def check_ref(ref: str) -> None:
    """Refuse what is no ref before git sees it.

    Raises:
        HarnessError: an option, an expression that names no single commit, or no text at all.
    """
    if not ref or ref.startswith("-") or len(ref) > _LONGEST_REF or _NO_REF.search(ref):
        expected = "a branch, tag or commit such as origin/main, v2.3 or HEAD~1"
        raise HarnessError(
            "The corpus cannot be read from git.", [Fault("", f"{ref!r} is no ref", expected)]
        )


def _inherited() -> dict[str, str]:
    """The environment less what points git to another repository (hooks run with it set)."""
    kept = ("GIT_SSH", "GIT_ASKPASS", "GIT_CONFIG", "GIT_ALLOW_PROTOCOL")
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(kept)
    }


def _text(output: bytes) -> str:
    return output.split(b"\n")[0].decode("utf-8", "backslashreplace").strip()


def _said(output: bytes) -> str:
    lines = output.decode("utf-8", "backslashreplace").strip().splitlines()
    return " ".join(line.removeprefix("fatal: ") for line in lines[:4]) or "git gave no reason"

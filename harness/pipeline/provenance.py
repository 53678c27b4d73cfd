"""What a run was made with. Only ``run.json`` holds clocks, the host and the state of git."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import harness
from harness import __version__
from harness.store import digest_json, sha256_file

DISTRIBUTION = "corpusgate"
RUN_ID_DIGITS = 12


def package_versions() -> dict[str, str]:
    """Installed versions of corpusgate and the packages it requires, extras included."""
    names = {_name(line) for line in requires(DISTRIBUTION) or ()}
    found = {DISTRIBUTION: __version__}
    for name in sorted(names):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # an extra that is not installed
            continue
    return found


def _name(requirement: str) -> str:
    for index, letter in enumerate(requirement):
        if not (letter.isalnum() or letter in "-_."):
            return requirement[:index].lower()
    return requirement.lower()


def code_digest() -> str:
    """``sha256:…`` over the package's own source files: other code is another run."""
    root = Path(harness.__file__).parent
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))
    return digest_json([[name, sha256_file(root / name)] for name in files])


def run_id(inputs: Mapping[str, Any]) -> str:
    """The name of a run: equal inputs have equal names, so a rerun finds what is finished."""
    return "run-" + digest_json(dict(inputs)).removeprefix("sha256:")[:RUN_ID_DIGITS]


def git_state(root: Path) -> dict[str, Any] | None:
    """Commit and dirty flag of the repository around the workspace; ``None`` outside of one."""
    commit = _git(root, "rev-parse", "HEAD")
    if commit is None:
        return None
    return {"commit": commit, "dirty": bool(_git(root, "status", "--porcelain"))}


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def machine() -> dict[str, str]:
    """The interpreter and the system a run was made on."""
    return {
        "host": platform.node(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def now() -> str:
    """The time, UTC, in ISO 8601; small runs follow each other within a second, in order."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Median, 90th and 99th percentile by nearest rank, in the unit of ``values``."""
    ordered = sorted(values)
    if not ordered:
        return {}
    return {
        f"p{share}": ordered[max(0, -(-share * len(ordered) // 100) - 1)] for share in (50, 90, 99)
    }

"""The Pythons of this machine that the package says it runs on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13")

_USABLE = "import ensurepip, sys, venv; sys.exit('{}.{}'.format(*sys.version_info) != sys.argv[1])"


@cache
def interpreter(version: str) -> Path | None:
    """A Python of that version that can make environments: on PATH, pyenv's or uv's."""
    return next((path for path in _candidates(version) if _usable(path, version)), None)


def missing() -> list[str]:
    """Supported versions that this machine has no Python of."""
    return [version for version in SUPPORTED if interpreter(version) is None]


def _candidates(version: str) -> Iterator[Path]:
    yield Path(sys.executable)
    on_path = shutil.which(f"python{version}")
    if on_path:
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    yield from sorted(pyenv.glob(f"{version}.*/bin/python"))
    yield from sorted(data.glob(f"uv/python/cpython-{version}.*/bin/python"))


def _usable(path: Path, version: str) -> bool:
    try:
        done = subprocess.run([path, "-c", _USABLE, version], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0

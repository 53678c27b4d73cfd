"""Carry a tutorial out as a reader would: its commands, in its order, in one folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

REPOSITORY = Path(__file__).parents[1]
NEEDED = ("Makefile", "configs", "corpus", "fixtures", "pyproject.toml", "requirements.lock")
"""What of the repository a tutorial works on."""
_CACHE = Path(".corpusgate", "vectors.sqlite")


@dataclass(frozen=True)
class Step:
    """Commands of a page, and what they print; ``…`` stands for anything, on a line or for lines."""

    commands: str
    output: str | None

    def matches(self, printed: str) -> bool:
        """Whether ``printed`` is what the page shows."""
        if self.output is None:
            return True
        shown = re.sub(r"^…\n", "…", self.output, flags=re.MULTILINE)
        pattern = ".*?".join(re.escape(part) for part in shown.split("…"))
        return re.fullmatch(pattern, printed, re.DOTALL) is not None


def steps(page: Path) -> list[Step]:
    """The blocks of commands of a page, each with the block of output that follows it."""
    fences = [
        token for token in MarkdownIt().parse(page.read_text("utf-8")) if token.type == "fence"
    ]
    after: list[str | None] = [token.content if token.info == "text" else None for token in fences]
    pairs = zip(fences, [*after[1:], None], strict=True)
    return [Step(fence.content, output) for fence, output in pairs if fence.info == "sh"]


def make_workspace(folder: Path) -> Path:
    """What a reader of the tutorial has: the repository, installed, with the vectors known here."""
    for name in NEEDED:
        source = REPOSITORY / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    if (REPOSITORY / _CACHE).exists():
        (folder / _CACHE.parent).mkdir()
        shutil.copy(REPOSITORY / _CACHE, folder / _CACHE)
    (folder / ".venv" / ".installed").touch()  # last: newer than the lock, so make installs nothing
    return folder


class Reader:
    """Somebody at a shell: a folder they are in, and what they type."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def type(self, commands: str) -> str:
        """Carry commands out and return what they print; messages and progress are left out."""
        script = f"{commands}\nprintf '\\0%s' \"$PWD\""
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=_settings(),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        printed, _, folder = done.stdout.rpartition("\0")
        self.folder = Path(folder)
        return printed


def _settings() -> dict[str, str]:
    """The tools of this environment, as installed already; an author for git, and no other setting.

    A test suite that make started hands on make's own settings, and the folder of its environment.
    """
    ours = {"VENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    return {name: value for name, value in os.environ.items() if name not in ours} | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_{role}_NAME": "Anna" for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_EMAIL": "anna@example.com" for role in ("AUTHOR", "COMMITTER")},
    }

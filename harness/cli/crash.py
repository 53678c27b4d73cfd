"""What happens to a fault of ours: the traceback goes to a file, the user gets one sentence."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

from harness import __version__
from harness.store import write_atomic

CRASH_FOLDER = Path(".corpusgate")


def save_crash(error: BaseException) -> str:
    """Save the traceback of ``error`` and return what to tell the user."""
    report = _report(error).encode("utf-8", "backslashreplace")
    name = f"crash-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.getpid()}.txt"
    for folder in (CRASH_FOLDER, Path(tempfile.gettempdir())):
        try:
            write_atomic(folder / name, report)
        except OSError:
            continue
        return _message(error, f"The traceback is in {folder / name}; please report it.")
    return _message(error, "The traceback could not be saved: no folder can be written to.")


def _message(error: BaseException, where: str) -> str:
    kind = type(error).__name__
    return f"corpusgate failed ({kind}). This is a fault of ours, not of your input. {where}"


def _report(error: BaseException) -> str:
    lines = [
        f"corpusgate {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {sys.argv[1:]!r}",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"

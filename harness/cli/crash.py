"""What happens to a fault of ours: the traceback goes to a file, the user gets one sentence."""

from __future__ import annotations

import os
import platform
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from harness import __version__
from harness.store import write_atomic

CRASH_FOLDER = Path(".corpusgate")


def save_crash(error: BaseException, arguments: Sequence[str]) -> str:
    """Save the traceback of ``error`` beside the output and return what to tell the user."""
    report = _report(error, arguments).encode("utf-8", "backslashreplace")
    name = f"crash-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.getpid()}.txt"
    for folder in (_output_folder(arguments) / CRASH_FOLDER, Path(tempfile.gettempdir())):
        try:
            write_atomic(folder / name, report)
        except OSError:
            continue
        return _message(error, f"The traceback is in {folder / name}; please report it.")
    return _message(error, "The traceback could not be saved: no folder can be written to.")


def _output_folder(arguments: Sequence[str]) -> Path:
    """The folder given with ``--out``, that of a file given so, else the current one."""
    given = [after for word, after in pairwise(arguments) if word == "--out"]
    given += [word.removeprefix("--out=") for word in arguments if word.startswith("--out=")]
    if not given:
        return Path()
    out = Path(given[-1])
    return out if out.is_dir() else out.parent


def _message(error: BaseException, where: str) -> str:
    kind = type(error).__name__
    return f"corpusgate failed ({kind}). This is a fault of ours, not of your input. {where}"


def _report(error: BaseException, arguments: Sequence[str]) -> str:
    from harness.report import redact

    lines = [
        f"corpusgate {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {list(map(redact, arguments))!r}",
        "What the errors say is left out: it may quote documents, cases or answers.",
        "",
        *_traceback(error),
    ]
    return "\n".join(lines) + "\n"


def _traceback(error: BaseException) -> Iterator[str]:
    """Kinds and places of an error and of those it came from, the first one first."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        yield from _traceback(earlier)
        yield "which led to"
    yield from "".join(traceback.format_tb(error.__traceback__)).splitlines()
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _traceback(inner)

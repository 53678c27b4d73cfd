"""What a command prints: results on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from harness.model.progress import Progress, Quiet

if TYPE_CHECKING:
    from rich.console import Console

# Control characters drive a terminal, and direction overrides make text read as something else.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def survive_any_text() -> None:
    """Let streams that are not UTF-8 show what they cannot encode as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """``text`` with everything escaped that could drive or fool a terminal."""
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def say(text: str) -> None:
    """Print a message for a person to stderr."""
    print(plain(text), file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Print a result for a person to stdout."""
    print(plain(text))


def show_json(value: Any) -> None:
    """Print a result for a program to stdout: JSON, keys sorted."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not utf8, indent=2, sort_keys=True, allow_nan=False))


def stderr_console() -> Console:
    """A rich console on stderr; colours only on a terminal, and none when NO_COLOR is set."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


class Lines(Quiet):
    """Progress in a log: what begins and how much of it, once a task."""

    def start(self, label: str, total: int) -> None:
        """Say what begins."""
        say(f"{label}: {total}")


@contextmanager
def progress() -> Iterator[Progress]:
    """Progress for one command: a bar on a terminal's stderr, a line a task elsewhere.

    The bar is taken away when the block ends, however it ends.
    """
    if not sys.stderr.isatty():
        yield Lines()
        return
    from harness.cli.bar import Bar

    bar = Bar(stderr_console())
    try:
        yield bar
    finally:
        bar.finish()

"""What a command prints: results on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from harness.cli.tongue import told
from harness.model.progress import Progress, Quiet

if TYPE_CHECKING:
    from rich.console import Console

# Control characters drive a terminal, and direction overrides make text read as something else.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


# What GitHub Actions takes for a command to itself: ``::`` that begins a line, ``##[`` anywhere.
_COMMAND = re.compile(r"^(?P<keep>\s*):(?=:)|#(?=#\[)", re.MULTILINE)
_ONE_LINE = str.maketrans({"\n": "\\n", "\t": "\\t"})


def closed_streams() -> tuple[str, ...]:
    """The standard streams that this process began without; each leads to nowhere from now on.

    Left closed, the next file that is opened would take the place of the stream.
    """
    closed = [
        name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None
    ]  # in the order of their numbers: the system gives the lowest that is free
    for name in closed:
        handle = os.open(os.devnull, os.O_RDWR)
        setattr(sys, name, os.fdopen(handle, "r" if name == "stdin" else "w", encoding="utf-8"))
    return tuple(closed)


def survive_any_text() -> None:
    """Let streams that are not UTF-8 show what they cannot encode as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """``text`` with everything escaped that could drive or fool a terminal or a log of CI."""
    text = _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode(), text)
    return _COMMAND.sub(_escaped_command, text)


def _escaped_command(match: re.Match[str]) -> str:
    """Its first character as an escape."""
    return "\\x23" if match["keep"] is None else f"{match['keep']}\\x3a"


def say(text: str) -> None:
    """Print a message for a person to stderr, in the language of the command."""
    print(plain(told(text)), file=sys.stderr, flush=True)


def say_as_is(text: str) -> None:
    """Print a message to stderr that is told already: names in it are not taken for words."""
    print(plain(text), file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Print a result for a person to stdout, in the language of the command."""
    show_as_is(told(text))


def show_as_is(text: str) -> None:
    """Print a result to stdout that others wrote or programs read: nothing in it is translated."""
    print(plain(text))


def one_line(text: str) -> str:
    """The same for text that must not begin a line of its own."""
    return plain(text.translate(_ONE_LINE))


def show_lines(lines: Iterable[str]) -> None:
    """Print a result of several lines; no name or text inside one can begin another."""
    show_as_is("\n".join(told(line.translate(_ONE_LINE)) for line in lines))


def show_json(value: Any) -> None:
    """Print a result for a program to stdout: JSON, keys sorted."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not utf8, indent=2, sort_keys=True, allow_nan=False)
    print(text.replace("##[", "\\u0023#["))  # inside of strings alone; the same text to a reader


def coloured(stream: TextIO) -> bool:
    """Whether a stream is coloured: a terminal's, or any when FORCE_COLOR is set; NO_COLOR wins.

    Set means: not empty, as https://no-color.org and https://force-color.org have it.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def stderr_console() -> Console:
    """A rich console on stderr; colours only on a terminal, and none when NO_COLOR is set."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


class Lines(Quiet):
    """Progress in a log: what begins and how much of it, once a task."""

    def start(self, label: str, total: int) -> None:
        """Say what begins."""
        say(f"{told(label)}: {total}")


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

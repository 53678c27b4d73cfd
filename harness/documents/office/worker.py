"""The process that opens office documents: it cannot write, connect or start anything.

It reads requests from standard input (a line ``FORMAT BYTES``, then the file) and answers each with
one line of JSON on standard output: ``{"html": …}`` or ``{"fault": …}``.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from harness.documents.base import SAVE_AGAIN, ReadError

MEMORY_BYTES = 2 << 30
"""Memory one process may take beyond what its libraries need."""

MAX_HTML_CHARS = 50_000_000

_FORBIDDEN = (
    *("socket.", "subprocess.", "shutil.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn"),
    *("os.system", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink"),
    *("os.truncate", "pty.spawn"),
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    """Answer requests until standard input ends."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # what a library prints is no answer
    _lock_down()
    while line := requests.readline():
        name, size = line.decode().split()
        answer = json.dumps(_answer(name, _exactly(requests, int(size))))
        answers.write(answer.encode() + b"\n")
        answers.flush()


def _answer(name: str, data: bytes) -> dict[str, str]:
    try:
        html: str = import_module(f"harness.documents.office.{name}").to_html(data)
    except ReadError as error:
        return {"fault": str(error), "next_step": error.next_step}
    except MemoryError:
        return {"fault": f"needs more than {MEMORY_BYTES >> 30} GiB of memory"}
    except RecursionError:
        return {"fault": "nested too deeply to be parsed"}
    except Exception as error:  # noqa: BLE001  # whatever a parser meets is a fault of the file
        reason = type(error).__name__
        return {"fault": f"damaged, or of another kind ({reason})", "next_step": SAVE_AGAIN}
    if len(html) > MAX_HTML_CHARS:
        return {"fault": f"{len(html)} characters of text; the limit is {MAX_HTML_CHARS}"}
    return {"html": html}


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise EOFError("the request was cut")
    return data


def _lock_down() -> None:
    """From now on nothing can be written, reached or started."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_memory_now() + MEMORY_BYTES,) * 2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.addaudithook(_watch)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN) or (event == "open" and _writes(*arguments)):
        raise PermissionError(f"an office document led to {event}")


def _writes(_: object, mode: object, flags: object) -> bool:
    return bool(isinstance(flags, int) and flags & _WRITING) or (
        isinstance(mode, str) and bool(set(mode) & set("wax+"))
    )


def _memory_now() -> int:
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0


if __name__ == "__main__":
    main()

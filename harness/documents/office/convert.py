"""Asks the worker for the HTML of a file, and ends it when it takes too long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from harness.documents.base import MEND, ReadError
from harness.text.formats import OFFICE

TIMEOUT_S = 60.0
"""Longest time for one file."""

_READER_VERSION = "1"
_LIBRARIES = {"docx": ("mammoth", "lxml"), "pdf": ("pdfplumber", "pdfminer.six")}


def office_to_html(data: bytes, media_type: str) -> str:
    """The text of an office document as HTML; equal bytes give equal HTML.

    Raises:
        ReadError: it cannot be read, or not within the limits.
    """
    return _worker().ask(OFFICE[media_type].name, data)


def office_versions(media_types: Iterable[str]) -> str:
    """Our version and those of the libraries that read these media types; empty for none of them."""
    forms = [OFFICE[media] for media in sorted(media_types) if media in OFFICE]
    packages = {
        package for form in forms for package in _LIBRARIES.get(form.name, (form.package, "lxml"))
    }
    named = [f"{package} {version(package)}" for package in sorted(packages)]
    return " ".join([f"office {_READER_VERSION}", *named]) if forms else ""


class Worker:
    """One process, started at the first file and again after one that ended it."""

    def __init__(self, timeout_s: float = TIMEOUT_S) -> None:
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, name: str, data: bytes) -> str:
        """The HTML of a file of the format ``name``.

        Raises:
            ReadError: the reader's reason; or that it took too long or broke down.
        """
        with self._lock:
            answer = self._answer(name, data)
        if "fault" in answer:
            raise ReadError(answer["fault"], answer.get("next_step", MEND))
        return str(answer["html"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            _end(self._process)
            self._process = None

    def _answer(self, name: str, data: bytes) -> dict[str, Any]:
        process = self._running()
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._timeout_s, end)
        timer.start()
        try:
            line = _exchange(process, name, data)
        finally:
            timer.cancel()
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        if late.is_set():
            return {"fault": f"took longer than {self._timeout_s:g} s to read"}
        return {"fault": "broke the process that reads it"}

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-B",
                    "-P",
                    "-W",
                    "ignore",
                    "-m",
                    "harness.documents.office.worker",
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
            )
            weakref.finalize(self, _end, self._process)
        return self._process


@lru_cache(maxsize=1)
def _worker() -> Worker:
    return Worker()


def _environment() -> dict[str, str]:
    """What the interpreter needs to start, and nothing that is the user's."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONHASHSEED": "0",
        "TZ": "UTC",
    }


def _exchange(process: subprocess.Popen[bytes], name: str, data: bytes) -> bytes:
    """The answer's line; cut or empty if the process ended."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process was started without pipes")
    try:
        process.stdin.write(f"{name} {len(data)}\n".encode() + data)
        process.stdin.flush()
    except BrokenPipeError:
        return b""
    return process.stdout.readline()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()

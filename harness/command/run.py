"""One program on one answer: a fresh folder, no shell, no keys, limits on time, output and memory.

This is a fence against accidents and against hostile answers, not against a hostile program: the
program is the user's own and can read what the user can.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, Literal

from harness.config.release import CommandSettings
from harness.errors import HarnessError
from harness.llm import map_bounded
from harness.model.case import Case
from harness.model.command import CommandResult
from harness.model.record import RunRecord
from harness.store import digest_json, naming

ANSWER_FILE = "{answer_file}"
_LIMITED = Path(__file__).with_name("limited.py")
_READ_BYTES = 65_536
_ROUNDS = 100
_CODES: Mapping[int, Literal["pass", "fail"]] = {0: "pass", 1: "fail"}


@dataclass(frozen=True, slots=True)
class _Ran:
    """How a program ended."""

    outcome: Literal["pass", "fail", "error"]
    reason: str
    output: str


def find_program(settings: CommandSettings, workspace: Path) -> str:
    """The absolute path of a command's program: inside the workspace, or on ``PATH``.

    Raises:
        HarnessError: there is no such program, or this system cannot limit one.
    """
    if os.name != "posix":
        raise HarnessError("checks.command needs a POSIX system: elsewhere nothing limits it.")
    name = settings.argv[0]
    found = shutil.which(str(workspace.absolute() / name) if os.sep in name else name)
    if found is None:
        raise HarnessError(
            f"checks.command {settings.name!r}: no program {name!r}. Expected one on PATH, or a "
            "path of an executable file that counts from the workspace."
        )
    return str(Path(found).absolute())


def run_commands(
    commands: Sequence[CommandSettings],
    cases: Sequence[Case],
    records: Sequence[RunRecord],
    workspace: Path,
    known: Mapping[str, CommandResult],
) -> list[CommandResult]:
    """The results of every command on every answer it applies to, sorted.

    Equal answers are looked at once: a program is asked about a text, not about a version.

    Args:
        commands: what to run.
        cases: which of them a command applies to.
        records: the answers of both sides.
        workspace: folder that programs and their arguments count from.
        known: results of an earlier attempt by ``input``; errors among them are tried again.
    """
    jobs = list(_jobs(commands, cases, records))
    programs = {command.name: find_program(command, workspace) for command in commands}
    todo = {
        job.key: job for job in jobs if job.key not in known or known[job.key].outcome == "error"
    }
    ran = map_bounded(
        lambda job: _run(job.command, programs[job.command.name], job.record.answer),
        todo.values(),
        os.cpu_count() or 1,
    )
    fresh = dict(zip(todo, ran, strict=True))
    results = [_result(job, fresh.get(job.key), known) for job in jobs]
    return sorted(results, key=lambda r: (r.case_id, r.side, r.trial, r.command))


@dataclass(frozen=True, slots=True)
class _Job:
    command: CommandSettings
    record: RunRecord

    @property
    def key(self) -> str:
        return digest_json([self.command.fingerprint, self.record.answer])


def _jobs(
    commands: Sequence[CommandSettings], cases: Sequence[Case], records: Sequence[RunRecord]
) -> Iterator[_Job]:
    by_id = {case.id: case for case in cases}
    for record in records:
        case = by_id.get(record.case_id)
        written = record.error is None and not record.runtime.excerpts
        for command in commands if case is not None and written else ():
            if case is not None and _applies(command, case, record):
                yield _Job(command, record)


def _applies(command: CommandSettings, case: Case, record: RunRecord) -> bool:
    wanted = not command.tags or bool(set(command.tags) & set(case.tags))
    return wanted and case.on(record.corpus_version).answerable


def _result(job: _Job, ran: _Ran | None, known: Mapping[str, CommandResult]) -> CommandResult:
    how = ran or known[job.key]
    return CommandResult(
        case_id=job.record.case_id,
        side=job.record.corpus_version,
        trial=job.record.trial,
        command=job.command.name,
        input=job.key,
        outcome=how.outcome,
        reason=how.reason,
        output=how.output,
    )


def _run(command: CommandSettings, program: str, answer: str) -> _Ran:
    with tempfile.TemporaryDirectory(prefix="corpusgate-") as folder:
        file = Path(folder) / command.answer_file
        with naming(file):
            file.write_bytes(answer.encode("utf-8", "surrogatepass"))
        arguments = [argument.replace(ANSWER_FILE, str(file)) for argument in command.argv[1:]]
        limits = [str(math.ceil(command.timeout_s)), str(command.max_memory_mb or 0)]
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_LIMITED), *limits, program, *arguments],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return _watched(process, command)
        finally:
            _end(process)
            _end_strays(folder)


def _environment(folder: str) -> dict[str, str]:
    """Enough to find programs and to read Unicode; no key of the caller's."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"}


def _watched(process: subprocess.Popen[bytes], command: CommandSettings) -> _Ran:
    deadline = time.monotonic() + command.timeout_s
    assert process.stdout is not None  # noqa: S101  # it is a pipe
    output, whole = _read(process.stdout, command.max_output_bytes, deadline)
    text = output[: command.max_output_bytes].decode("utf-8", "replace")
    if len(output) > command.max_output_bytes:
        return _Ran("error", f"it printed more than {command.max_output_bytes} bytes", text)
    try:
        code = process.wait(max(deadline - time.monotonic(), 0.0)) if whole else None
    except subprocess.TimeoutExpired:
        code = None
    if code is None:
        return _Ran("error", f"it took longer than {command.timeout_s:g} s", text)
    return _Ran(_CODES.get(code, "error"), _reason(code), text)


def _reason(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"ended by signal {signal.Signals(-code).name}"


def _read(stream: IO[bytes], most: int, deadline: float) -> tuple[bytes, bool]:
    """What the program prints, up to just over ``most`` bytes, and whether it came to an end."""
    found = bytearray()
    with DefaultSelector() as selector:
        selector.register(stream, EVENT_READ)
        while len(found) <= most:
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                return bytes(found), False
            piece = os.read(stream.fileno(), _READ_BYTES)
            if not piece:
                return bytes(found), True
            found += piece
    return bytes(found), False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and all it started that stayed in its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _end_strays(folder: str) -> None:
    """Kill what left the group but kept the environment, such as a daemon that a build tool leaves.

    Several rounds, for one may start another meanwhile, and none dies at once. Only where the
    system has ``/proc``.
    """
    for _ in range(_ROUNDS):
        strays = list(_strays(folder))
        if not strays:
            return
        for stray in strays:
            with contextlib.suppress(ProcessLookupError):
                os.kill(stray, signal.SIGKILL)


def _strays(folder: str) -> Iterator[int]:
    """Living processes whose environment names the folder, which no other answer has."""
    mark = f"TMPDIR={folder}\0".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it is another user's, or gone
            if mark in entry.read_bytes():
                yield int(entry.parent.name)

"""Reading cases. Every fault of the file is found before anything is refused."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from harness.cases.lines import Line, read_lines
from harness.cases.rules import faults_of
from harness.config.faults import Key, show_key, validate
from harness.errors import Fault, HarnessError
from harness.model.case import Case
from harness.model.counted import counted
from harness.store import digest_json

MAX_CASES = 100_000


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a JSON-lines file, in its order; empty for a file without any.

    Blank lines, a byte order mark and CRLF are accepted.

    Raises:
        HarnessError: the file cannot be read; or every fault in it, each with line and field.
    """
    cases: list[Case] = []
    faults: list[Fault] = []
    first: dict[str, int] = {}
    for line in read_lines(path):
        found = list(line.faults) or _read_case(line, path)
        if isinstance(found, list):
            faults += found
            continue
        faults += [
            Fault(_where(path, line, fault.key), fault.found, fault.expected, fault.next_step)
            for fault in faults_of(found)
        ]
        faults += _repeated(found.id, line, first, path)
        cases.append(found)
    if len(cases) > MAX_CASES:
        faults.append(Fault(str(path), f"{len(cases)} cases", f"at most {MAX_CASES}"))
    if faults:
        raise HarnessError(f"{path}: {counted(len(faults), 'fault')} in the cases.", faults)
    return tuple(cases)


def cases_digest(cases: Iterable[Case]) -> str:
    """``sha256:…`` over the cases, whatever their order in the file."""
    return digest_json([case.model_dump(mode="json") for case in sorted(cases, key=lambda c: c.id)])


def _read_case(line: Line, path: Path) -> Case | list[Fault]:
    return validate(Case, line.value, lambda key: _where(path, line, key))


def _where(path: Path, line: Line, key: Key) -> str:
    place = f"{path}:{line.number}"
    return f"{place}: {show_key(key)}" if key else place


def _repeated(case_id: str, line: Line, first: dict[str, int], path: Path) -> list[Fault]:
    """Ids that a file system may hold for one: the same letters in another case or composition."""
    number = first.setdefault(unicodedata.normalize("NFC", case_id).casefold(), line.number)
    if number == line.number:
        return []
    found = f"{case_id!r} is taken by line {number}"
    expected = "an id that differs by more than small and capital letters"
    return [Fault(_where(path, line, ("id",)), found, expected)]

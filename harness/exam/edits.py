"""What a pull request does to its own exam: listed, never in force, sent to a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from harness.cases import load_cases
from harness.cases.rules import faults_of
from harness.config.policy import DeclaredChanges
from harness.exam.base import Exam
from harness.model.case import Case
from harness.model.gate import Finding
from harness.model.wire import Wire
from harness.store import digest_json, sha256_bytes, write_atomic

RULE = "exam_edited"

EditKind = Literal["added", "removed", "changed"]


class FileEdit(Wire):
    """A file of the exam that the pull request touches."""

    kind: EditKind
    path: str
    """From the top of the repository."""
    digest: str
    """``sha256:…`` over both forms of the file."""


class CaseEdit(Wire):
    """A case that the pull request touches."""

    kind: EditKind
    case_id: str
    fields: tuple[str, ...] = ()
    """Of a changed case, the fields that differ; ``candidate`` declares an intended change."""
    declares: str = ""
    """The reason of a declared change."""
    counts: bool = False
    """The declared change was in force in this run."""
    digest: str
    """``sha256:…`` over both forms of the case."""


class Edits(Wire):
    """``exam.json``: where the exam came from, and what the pull request does to it."""

    schema_version: int = 1
    base: str
    """The branch the exam was taken from."""
    commit: str
    """The commit of it that was read."""
    fork: str
    """The commit where the work at hand left it."""
    files: tuple[FileEdit, ...] = ()
    """Files of the exam that the pull request touches."""
    cases: tuple[CaseEdit, ...] = ()
    """Cases that it touches."""


def edits_of(exam: Exam, cases_file: str) -> Edits:
    """Everything the work at hand changes of its exam since it left the base.

    Args:
        exam: the base's exam.
        cases_file: the file of cases, from the workspace.

    Raises:
        HarnessError: the work at hand leaves a file of cases that cannot be read.
    """
    files = tuple(_file_edits(exam))
    touched = exam.in_repository(cases_file) in {edit.path for edit in files}
    return Edits(
        base=exam.base,
        commit=exam.tip,
        fork=exam.fork,
        files=files,
        cases=tuple(_case_edits(*_both_cases(exam, cases_file))) if touched else (),
    )


def apply_declared(
    exam: Exam, cases_file: str, cases: Sequence[Case], edits: Edits, policy: DeclaredChanges
) -> tuple[tuple[Case, ...], Edits]:
    """The cases that are in force, and the edits with those marked that count.

    Of a pull request's own edits only a declared change can count, and only on top of the
    case as the base has it: nothing else of the case can be moved with it.
    """
    declaring = {edit.case_id for edit in edits.cases if edit.declares}
    if policy == "ignore" or not declaring:
        return tuple(cases), edits
    ours = {case.id: case for case in load_cases(exam.root / cases_file)}
    counted: dict[str, Case] = {}
    for case in cases:
        if case.id in declaring:
            declared = case.model_copy(update={"candidate": ours[case.id].candidate})
            if not any(faults_of(declared)):
                counted[case.id] = declared
    marked = tuple(
        edit.model_copy(update={"counts": edit.case_id in counted}) for edit in edits.cases
    )
    in_force = tuple(counted.get(case.id, case) for case in cases)
    return in_force, edits.model_copy(update={"cases": marked})


def findings_of(edits: Edits, cases_path: str, policy: DeclaredChanges) -> tuple[Finding, ...]:
    """One finding for every edited case and every other edited file."""
    return (
        *(_file_finding(e, edits.base) for e in edits.files if e.path != cases_path),
        *_cases_findings(edits, cases_path, policy),
    )


def _cases_findings(edits: Edits, cases_path: str, policy: DeclaredChanges) -> Iterator[Finding]:
    for edit in edits.cases:
        if policy == "accept" and edit.counts and edit.fields == ("candidate",):
            continue
        reason = f"{cases_path}: {_case_reason(edit, edits.base)}"
        yield _finding(edit.case_id, reason, edit.digest)
    if not edits.cases:
        touched = [edit for edit in edits.files if edit.path == cases_path]
        yield from (_file_finding(edit, edits.base) for edit in touched)


def _file_finding(edit: FileEdit, base: str) -> Finding:
    return _finding("", _file_reason(edit, base), edit.digest)


def _finding(case_id: str, reason: str, evidence: str) -> Finding:
    return Finding(rule=RULE, action="review", case_id=case_id, reason=reason, evidence=evidence)


def _file_reason(edit: FileEdit, base: str) -> str:
    return f"{edit.path} is {edit.kind} by this change; the one of {base} was used"


def _case_reason(edit: CaseEdit, base: str) -> str:
    if edit.kind == "added":
        return "the case is new in this change and was not asked"
    if edit.kind == "removed":
        return f"the case is removed by this change; the one of {base} was asked"
    others = [name for name in edit.fields if name != "candidate"]
    parts = []
    if others:
        parts.append(f"{', '.join(others)} edited by this change; the case of {base} was asked")
    if edit.counts:
        parts.append("an intended change is declared with the change itself; confirm it")
    elif "candidate" in edit.fields:
        parts.append("its declared change is edited by this change and was not counted")
    return "; ".join(parts)


def _file_edits(exam: Exam) -> Iterator[FileEdit]:
    """Files of the exam that differ between the fork and the work at hand, sorted."""
    before, after = _at_fork(exam), _at_hand(exam)
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new:
            kind: EditKind = "added" if old is None else "removed" if new is None else "changed"
            yield FileEdit(kind=kind, path=path, digest=_digest(old, new))


def _at_fork(exam: Exam) -> dict[str, bytes]:
    names = map(exam.in_repository, exam.files)
    paths = {path for name in names for path in exam.repository.files(exam.fork, name)}
    found = {path: exam.repository.read_file(exam.fork, path) for path in sorted(paths)}
    return {path: _same_lines(data) for path, data in found.items() if data is not None}


def _at_hand(exam: Exam) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name in exam.files:
        place = exam.root / name
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        for file in filter(Path.is_file, inside):
            path = exam.in_repository(file.relative_to(exam.root).as_posix())
            found[path] = _same_lines(file.read_bytes())
    return found


def _both_cases(exam: Exam, name: str) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """The cases at the fork and those at hand; none where the file is not there."""
    data = exam.repository.read_file(exam.fork, exam.in_repository(name))
    at_fork = exam.folder.with_name(f"{exam.fork[:12]}-fork") / name
    write_atomic(at_fork, data or b"")
    at_hand = exam.root / name
    return load_cases(at_fork), load_cases(at_hand) if at_hand.is_file() else ()


def _case_edits(before: Sequence[Case], after: Sequence[Case]) -> Iterator[CaseEdit]:
    old = {case.id: case for case in before}
    new = {case.id: case for case in after}
    for case_id in sorted(old.keys() | new.keys()):
        if case_id not in new:
            yield CaseEdit(kind="removed", case_id=case_id, digest=_case_digest(old[case_id], None))
        elif case_id not in old:
            yield CaseEdit(kind="added", case_id=case_id, digest=_case_digest(None, new[case_id]))
        elif old[case_id] != new[case_id]:
            yield _changed(old[case_id], new[case_id])


def _changed(old: Case, new: Case) -> CaseEdit:
    fields = tuple(f for f in sorted(Case.model_fields) if getattr(old, f) != getattr(new, f))
    declared = new.candidate.reason if "candidate" in fields and new.candidate else ""
    digest = _case_digest(old, new)
    return CaseEdit(kind="changed", case_id=new.id, fields=fields, declares=declared, digest=digest)


def _digest(old: bytes | None, new: bytes | None) -> str:
    return digest_json([None if data is None else sha256_bytes(data) for data in (old, new)])


def _case_digest(old: Case | None, new: Case | None) -> str:
    return digest_json([case and case.model_dump(mode="json") for case in (old, new)])


def _same_lines(data: bytes) -> bytes:
    """A checkout may end lines as the system does; that is no edit."""
    return data.replace(b"\r\n", b"\n")

"""Which lines of which files a finding is shown at: the changed ones that did it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from harness.model.comparison import CaseComparison, Evidence
from harness.model.corpus import DocumentChange, ManifestDiff
from harness.model.document import Document
from harness.model.text import CorpusText
from harness.model.wire import Side

_DIFF_LINES = 20_000
"""Longer documents are marked at their first line: comparing them would cost too much."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the files of a run are, for whoever shows them."""

    texts: Mapping[Side, CorpusText] = field(default_factory=dict)
    """Empty where no text is at hand: then documents are marked at their first line."""
    folder: str = ""
    """The candidate's folder from the top of the repository."""
    cases: str = ""
    """The file of cases from there; empty where it lies elsewhere."""
    case_lines: Mapping[str, int] = field(default_factory=dict)
    """Case id -> its line in that file."""

    def file(self, path: str) -> str:
        """A document's path from the top of the repository."""
        return "/".join(filter(None, (self.folder, path)))


@dataclass(frozen=True, slots=True)
class Lines:
    """First and last line, counted from 1, in the candidate's file."""

    first: int = 1
    last: int = 1


@dataclass(frozen=True, slots=True)
class Hunk:
    """A run of lines that differs; numbers count from 0, the ends are exclusive."""

    old: range
    new: range

    def lines(self) -> Lines:
        """The hunk in the new file; of a pure removal, the line that now stands there."""
        first = max(1, self.new.start + 1) if self.new else max(1, self.new.start)
        return Lines(first, max(first, self.new.stop))


class Locator:
    """Finds the changed lines behind a case; every document is compared once."""

    def __init__(self, diff: ManifestDiff, sources: Sources) -> None:
        self._sources = sources
        self._changes: dict[str, DocumentChange] = {}
        for change in diff.changes:
            self._changes[change.path] = change
            if change.old_path:
                self._changes.setdefault(change.old_path, change)
        self._hunks: dict[str, list[Hunk]] = {}

    def lines(self, path: str, case: CaseComparison) -> Lines:
        """The changed lines of a document that the case's evidence stands in, else its first ones."""
        change = self._changes.get(path)
        old, new = self._document(change, "baseline"), self._document(change, "candidate")
        if new is None:
            return Lines()
        candidate = list(_line_ranges(new, _evidence(case, "candidate")))
        if old is None:
            return _as_lines(candidate[0]) if candidate else Lines()
        baseline = list(_line_ranges(old, _evidence(case, "baseline")))
        hunks = self._compare(path, old, new)
        for hunk in hunks:
            if any(map(hunk.old.__contains__, _all(baseline))):
                return hunk.lines()
        for hunk in hunks:
            if any(map(hunk.new.__contains__, _all(candidate))):
                return hunk.lines()
        return hunks[0].lines() if hunks else Lines()

    def _document(self, change: DocumentChange | None, side: Side) -> Document | None:
        text = self._sources.texts.get(side)
        if change is None or text is None or change.sha256.get(side) is None:
            return None
        other = change.old_source_id if side == "baseline" else None
        return text.documents.get(other or change.source_id)

    def _compare(self, path: str, old: Document, new: Document) -> list[Hunk]:
        if path not in self._hunks:
            self._hunks[path] = _hunks(old.text.split("\n"), new.text.split("\n"))
        return self._hunks[path]


def _hunks(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    if max(len(old), len(new)) > _DIFF_LINES:
        return []
    codes = SequenceMatcher(None, old, new).get_opcodes()
    return [Hunk(range(a1, a2), range(b1, b2)) for op, a1, a2, b1, b2 in codes if op != "equal"]


def _evidence(case: CaseComparison, side: Side) -> Iterator[Evidence]:
    """Evidence of the checks that got worse or cannot be decided."""
    for check in case.checks:
        if check.worse or check.undecided:
            yield from check.baseline_evidence if side == "baseline" else check.candidate_evidence


def _line_ranges(document: Document, evidence: Iterable[Evidence]) -> Iterator[range]:
    for found in evidence:
        if found.source_id == document.source_id:
            first = document.text.count("\n", 0, found.start)
            yield range(first, first + document.text.count("\n", found.start, found.end) + 1)


def _all(ranges: Iterable[range]) -> list[int]:
    return [line for lines in ranges for line in lines]


def _as_lines(lines: range) -> Lines:
    return Lines(lines.start + 1, lines.stop)

"""The log of one side of a run: what is finished survives Ctrl-C and ``kill -9``."""

from __future__ import annotations

import threading
from pathlib import Path

from harness.model.record import RunRecord
from harness.model.wire import Side
from harness.record.read import read_lines, read_records
from harness.store import append_line, set_aside, write_atomic, write_jsonl


class RecordLog:
    """Appends records to ``{side}.partial.jsonl``; :meth:`seal` leaves ``{side}.jsonl``.

    The sealed file is sorted by (case_id, trial), so an interrupted and resumed run ends
    with the same bytes as one that was never interrupted. Safe under threads of one process.
    """

    def __init__(self, folder: Path, side: Side) -> None:
        self.sealed_path = folder / f"{side}.jsonl"
        self.partial_path = folder / f"{side}.partial.jsonl"
        self._lock = threading.Lock()
        self._records = self._read()

    def _read(self) -> dict[tuple[str, int], RunRecord]:
        """What is sealed, then what was appended since: an errored case may be asked again."""
        found = read_records(self.sealed_path) if self.sealed_path.exists() else ()
        records = {(record.case_id, record.trial): record for record in found}
        if self.partial_path.exists():
            _drop_torn_tail(self.partial_path)
            appended = (record for _, record in read_lines(self.partial_path))
            records.update({(record.case_id, record.trial): record for record in appended})
        return records

    @property
    def count(self) -> int:
        """Records that are there."""
        return len(self._records)

    def get(self, case_id: str, trial: int) -> RunRecord | None:
        """The finished record of a case and trial."""
        return self._records.get((case_id, trial))

    def append(self, record: RunRecord) -> None:
        """Add a finished record. Once this returns, it is on disk."""
        with self._lock:
            append_line(self.partial_path, dump(record))
            self._records[record.case_id, record.trial] = record

    def discard(self) -> None:
        """Move what is there aside, for a fresh start; nothing is deleted."""
        for path in (self.sealed_path, self.partial_path):
            if path.exists():
                set_aside(path, "before")
        self._records = {}

    def seal(self) -> tuple[RunRecord, ...]:
        """Write the sorted file, remove the partial one, return the records."""
        records = tuple(self._records[key] for key in sorted(self._records))
        if self.partial_path.exists() or not self.sealed_path.exists():
            write_jsonl(self.sealed_path, map(dump, records))
        self.partial_path.unlink(missing_ok=True)
        return records


def dump(record: RunRecord) -> dict[str, object]:
    """The record as it stands in the file."""
    return record.model_dump(mode="json", by_alias=True)


def _drop_torn_tail(path: Path) -> None:
    """Cut a last line that a kill left without its line feed."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        write_atomic(path, data[: data.rfind(b"\n") + 1])

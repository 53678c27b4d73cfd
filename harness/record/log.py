"""The log of one side of a run: what is finished survives Ctrl-C and ``kill -9``."""

from __future__ import annotations

import threading
from pathlib import Path

from harness.errors import HarnessError
from harness.model.record import RunRecord
from harness.model.wire import Side
from harness.record.read import read_lines, read_records
from harness.store import (
    append_line,
    canonical_json,
    set_aside,
    sha256_bytes,
    write_atomic,
)


class RecordLog:
    """Appends records to ``{side}.partial.jsonl``; :meth:`seal` leaves ``{side}.jsonl``.

    The sealed file is sorted by (case_id, trial), so an interrupted and resumed run ends
    with the same bytes as one that was never interrupted. Safe under threads of one process.
    """

    def __init__(self, folder: Path, side: Side) -> None:
        self.sealed_path = folder / f"{side}.jsonl"
        self.partial_path = folder / f"{side}.partial.jsonl"
        self.digest_path = folder / f"{side}.sha256"
        self._lock = threading.Lock()
        self._records = self._read()

    def _read(self) -> dict[tuple[str, int], RunRecord]:
        """What is sealed, then what was appended since: an errored case may be asked again."""
        found = self._sealed_records() if self.sealed_path.exists() else ()
        records = {(record.case_id, record.trial): record for record in found}
        if self.partial_path.exists():
            _drop_torn_tail(self.partial_path)
            appended = (record for _, record in read_lines(self.partial_path))
            records.update({(record.case_id, record.trial): record for record in appended})
        return records

    def _sealed_records(self) -> tuple[RunRecord, ...]:
        expected = self.digest_path.read_text("utf-8") if self.digest_path.exists() else ""
        if expected != self._digest_line(self.sealed_path.read_bytes()):
            raise HarnessError(
                f"{self.sealed_path}: not the records that were sealed, and not used. Restore the "
                "file, or ask every case again with --fresh, which sets it aside."
            )
        return read_records(self.sealed_path)

    def _digest_line(self, data: bytes) -> str:
        """As ``sha256sum`` writes it."""
        return f"{sha256_bytes(data)}  {self.sealed_path.name}\n"

    @property
    def count(self) -> int:
        """Records that are there."""
        return len(self._records)

    @property
    def records(self) -> tuple[RunRecord, ...]:
        """What is there, sorted by (case_id, trial)."""
        return tuple(self._records[key] for key in sorted(self._records))

    def get(self, case_id: str, trial: int) -> RunRecord | None:
        """The finished record of a case and trial."""
        return self._records.get((case_id, trial))

    def append(self, record: RunRecord) -> None:
        """Add a finished record. Once this returns, it is on disk."""
        with self._lock:
            append_line(self.partial_path, dump(record))
            self._records[record.case_id, record.trial] = record

    @staticmethod
    def discard(folder: Path, side: Side) -> None:
        """Move what is there aside, for a fresh start; nothing is read and nothing deleted."""
        for name in (f"{side}.jsonl", f"{side}.partial.jsonl", f"{side}.sha256"):
            if (folder / name).exists():
                set_aside(folder / name, "before")

    def seal(self) -> tuple[RunRecord, ...]:
        """Write the sorted file with its digest, remove the partial one, return the records."""
        records = self.records
        if self.partial_path.exists() or not self.sealed_path.exists():
            lines = "".join(canonical_json(dump(record)) + "\n" for record in records)
            data = lines.encode("utf-8")
            # The digest first: a kill between the two leaves nothing that passes for sealed.
            write_atomic(self.digest_path, self._digest_line(data).encode("utf-8"))
            write_atomic(self.sealed_path, data)
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

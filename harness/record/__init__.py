"""Records on disk: appended durably while a run goes on, sealed sorted when it is done."""

from harness.record.log import RecordLog
from harness.record.read import read_records

__all__ = ["RecordLog", "read_records"]

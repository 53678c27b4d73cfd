"""All cases on both corpus versions, resumed where a run was broken off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from harness.model.case import Case
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.search import Embed
from harness.model.wire import Side
from harness.pipeline.ask import Stages, ask
from harness.pipeline.places import RunFolder
from harness.pipeline.versions import Version
from harness.record import RecordLog
from harness.store import append_line


def execute(
    cases: Sequence[Case],
    version: Version,
    folder: RunFolder,
    embed: Embed,
    stages: Stages,
    trials: int,
    progress: Progress,
) -> tuple[RunRecord, ...]:
    """The sealed records of one side; finished ones are kept, errored ones asked again."""
    log = RecordLog(folder.records, version.side)
    todo = [
        (case, trial)
        for case in cases
        for trial in range(trials)
        if not _done(log.get(case.id, trial))
    ]
    if todo:
        progress.start(f"Asking the {version.side}", len(todo))
    try:
        for case, trial in todo:
            record, timing = ask(case, version.side, trial, version.index, embed, stages)
            log.append(record)
            _note_time(folder, case.id, version.side, trial, asdict(timing))
            progress.advance()
    finally:
        if todo:
            progress.finish()
    return log.seal()


def _done(record: RunRecord | None) -> bool:
    return record is not None and record.error is None


def _note_time(
    folder: RunFolder, case_id: str, side: Side, trial: int, timing: dict[str, float]
) -> None:
    line = {"case_id": case_id, "corpus_version": side, "trial": trial, "ms": timing}
    append_line(folder.timings, line)

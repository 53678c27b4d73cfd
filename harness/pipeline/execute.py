"""All cases on both corpus versions, resumed where a run was broken off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from harness.llm.concurrency import map_bounded
from harness.model.case import Case
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.trace import Attribute, span
from harness.model.wire import Side
from harness.pipeline.ask import Question, Stages, Timing, ask
from harness.pipeline.places import RunFolder
from harness.pipeline.versions import Version
from harness.record import RecordLog
from harness.store import append_line


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where one side of a run is written down. Opening it reads what is finished, once a run."""

    log: RecordLog
    timings: Path

    @staticmethod
    def of(folder: RunFolder, side: Side) -> Ledger:
        """That of a side of the run in ``folder``."""
        return Ledger(RecordLog(folder.records, side), folder.timings)


def execute(
    cases: Sequence[Case],
    version: Version,
    ledger: Ledger,
    stages: Stages,
    trials: range,
    progress: Progress,
) -> tuple[RunRecord, ...]:
    """The sealed records of one side; finished ones are kept, errored ones asked again."""
    log = ledger.log
    todo = [
        Question(case, version.side, trial)
        for case in cases
        for trial in trials
        if not _done(log.get(case.id, trial))
    ]

    def answer(question: Question) -> None:
        """Ask and write down at once: what is finished is on disk whatever the others do."""
        with span("case", **_named(question)) as under_way:
            record, timing = ask(question, version.index, stages)
            under_way.add(**_told(record))
        log.append(record)
        with stages.lock:
            _note_time(ledger.timings, question, timing)

    if todo:
        progress.start(f"Asking the {version.side}", len(todo))
    try:
        for _ in map_bounded(answer, todo, stages.concurrency):
            progress.advance()
    finally:
        if todo:
            progress.finish()
    return log.seal()


def _named(question: Question) -> dict[str, Attribute]:
    """Which question a span is about."""
    return {"case_id": question.case.id, "side": question.side, "trial": question.trial}


def _told(record: RunRecord) -> dict[str, Attribute]:
    """What a span tells of a record: counts, digests and ids."""
    runtime = record.runtime
    return {
        "retrieved": len(record.retrieved),
        "in_context": sum(hit.in_context for hit in record.retrieved),
        "citations": len(record.citations),
        "refused": record.refused,
        "error_kind": record.error.kind if record.error else "",
        "index_id": runtime.index_id,
        "prompt_hash": runtime.prompt_hash,
        "model": runtime.model,
        "prompt_tokens": runtime.tokens.prompt,
        "completion_tokens": runtime.tokens.completion,
        "cost": float(runtime.cost or 0),
    }


def _done(record: RunRecord | None) -> bool:
    return record is not None and record.error is None


def _note_time(file: Path, question: Question, timing: Timing) -> None:
    line = {
        "case_id": question.case.id,
        "corpus_version": question.side,
        "trial": question.trial,
        "ms": asdict(timing),
    }
    append_line(file, line)

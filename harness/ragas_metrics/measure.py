"""Every metric of every answer, each with a value or the reason it has none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.errors import HarnessError
from harness.llm import CallFailedError, map_bounded
from harness.model.case import Case
from harness.model.measurement import Measurement, RagasMetric
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.search import Embed
from harness.model.text import CorpusText
from harness.model.wire import Side
from harness.ragas_metrics.inputs import ASKING, Inputs, inputs_of
from harness.ragas_metrics.library import Library, load
from harness.ragas_metrics.settings import Ragas
from harness.ragas_metrics.wrappers import AskingLlm, OurEmbeddings
from harness.text.redact import redact

_DIGITS = 6
_REASON_CHARS = 300


@dataclass(frozen=True, slots=True)
class _Task:
    record: RunRecord
    metric: RagasMetric
    inputs: Inputs

    @property
    def key(self) -> tuple[str, Side, int, str, str]:
        """The key that its measurement will have."""
        return _key(self.told("error"))

    def told(self, outcome: str, **more: Any) -> Measurement:
        """The line about this task."""
        return Measurement(
            case_id=self.record.case_id,
            side=self.record.corpus_version,
            trial=self.record.trial,
            metric=self.metric,
            input=self.inputs.digest(self.metric),
            **{"outcome": outcome, **more},
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """What is measured."""

    cases: Iterable[Case]
    records: Iterable[RunRecord]
    """Of both sides."""
    texts: Mapping[Side, CorpusText]


def measure(
    ragas: Ragas,
    answers: Answers,
    embed: Embed,
    progress: Progress,
    kept: Iterable[Measurement] = (),
) -> tuple[Measurement, ...]:
    """One line a metric and record, sorted by case, side, trial and metric.

    ``kept`` are measurements of the same run by its shards: the same metric of the same texts is
    not measured again, unless it failed.

    Answers of the model are kept in the response cache as they come, so that a run that is broken
    off asks nothing twice.

    Raises:
        MissingExtraError: ragas cannot be imported.
        BudgetExceededError: a call could pass a cap.
    """
    tasks = list(_tasks(ragas, answers))
    known = {_key(one): one for one in kept if one.outcome != "error"}
    todo = [task for task in tasks if task.key not in known]
    known |= {_key(one): one for one in _all_measured(todo, ragas, embed, progress)}
    return tuple(known[task.key] for task in tasks)


def _all_measured(
    tasks: Sequence[_Task], ragas: Ragas, embed: Embed, progress: Progress
) -> list[Measurement]:
    """A measurement of each task, in their order; ragas is loaded for the first one."""
    if not tasks:
        return []
    library = load()
    embeddings = OurEmbeddings(embed)
    progress.start("Measuring with ragas", len(tasks))
    found: list[Measurement] = []
    try:
        for one in map_bounded(
            lambda task: _measured(task, ragas, library, embeddings), tasks, ragas.concurrency
        ):
            found.append(one)
            progress.advance()
    finally:
        progress.finish()
    return found


def _key(one: Measurement) -> tuple[str, Side, int, str, str]:
    return one.case_id, one.side, one.trial, one.metric, one.input


def _tasks(ragas: Ragas, answers: Answers) -> Iterator[_Task]:
    by_id = {case.id: case for case in answers.cases}
    for record in sorted(answers.records, key=lambda r: (r.case_id, r.corpus_version, r.trial)):
        inputs = inputs_of(by_id[record.case_id], record, answers.texts[record.corpus_version])
        for metric in sorted(ragas.metrics):
            yield _Task(record, metric, inputs)


def _measured(
    task: _Task, ragas: Ragas, library: Library, embeddings: OurEmbeddings
) -> Measurement:
    lacks = task.inputs.lacks(task.metric)
    if lacks:
        return task.told("not_applicable", reason=lacks)
    llm = AskingLlm(ragas) if task.metric in ASKING else None
    value, reason = _value(task, library, llm, embeddings)
    took = {} if llm is None else {"model": llm.model, "tokens": llm.tokens, "cost": _cost(llm)}
    if value is None:
        return task.told("error", reason=reason, **took)
    return task.told("value", value=value, **took)


def _cost(llm: AskingLlm) -> float | None:
    return None if llm.cost is None else float(llm.cost)


def _value(
    task: _Task, library: Library, llm: AskingLlm | None, embeddings: OurEmbeddings
) -> tuple[float | None, str]:
    """The value, or why there is none."""
    try:
        value = library.score(task.metric, task.inputs.of(task.metric), llm, embeddings)
    except HarnessError:
        raise
    except CallFailedError as failure:
        return None, f"{failure.outcome}: {failure.message}"
    except Exception as error:  # noqa: BLE001  # whatever ragas makes of an answer ends one value
        # Half a secret is not recognised, so that cutting comes last.
        told = redact(f"ragas failed: {type(error).__name__}: {error}")
        return None, told[:_REASON_CHARS]
    if not math.isfinite(value):
        return None, "ragas gave no number (NaN)"
    rounded = round(value, _DIGITS)
    if not -1 <= rounded <= 1:
        return None, f"ragas gave {rounded}, which is no value of the metric"
    return rounded, ""
